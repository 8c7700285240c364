import { type AssociationStatus, associationStatusIds, officeZone, type RegisterIndicator } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { idsIn, monthIn } from './column-keys.rules.ts'
import { countGroups } from './count-groups.store.ts'
import { type ColumnGroup, type Reading, type Tally, tallyOf } from './tally.rules.ts'

type Column = 'status' | 'regionId' | 'grounds' | 'month' | 'decideDays'

// biome-ignore format: a table
export const registerReadings = {
  statuses:   { column: 'status', keysOf: (status) => [String(associationStatusIds[status as AssociationStatus])] },
  regions:    { column: 'regionId' },
  grounds:    { column: 'grounds', keysOf: idsIn },
  months:     { column: 'month', keysOf: monthIn },
  decideDays: { column: 'decideDays' },
} as const satisfies Record<RegisterIndicator, Reading<Column>>

export const registerGroups = [
  ['status', 'regionId'],
  ['grounds'],
  ['month', 'decideDays'],
] as const satisfies readonly ColumnGroup<Column>[]

/** The day of the decree that enrolled an association for the first time, or of its rejection. */
const decidedOn = sql`coalesce(enrolled_on, case when status = 'rejected' then closed_on end)`
const requestedOn = sql`(requested_at at time zone ${officeZone})::date`

/** Counts associations by every indicator of the register: those that a query of ids selects, or all. */
export const countAssociations = async (tx: Db, ids: RawBuilder<{ id: number }> | undefined): Promise<Tally> =>
  tallyOf(
    { groups: registerGroups, readings: registerReadings },
    await countGroups<Column>(
      tx,
      registerGroups,
      sql`(select status, region_id, nullif(to_jsonb(ground_ids)::text, '[]') as grounds,
        date_trunc('month', ${requestedOn})::date as month,
        case when ${decidedOn} is not null then greatest(${decidedOn} - ${requestedOn}, 0) end as decide_days
        from associations ${ids ? sql`where id in (${ids})` : sql``}) as counted`,
    ),
  )
