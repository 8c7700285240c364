import { type CaseIndicator, type CaseStatus, caseStatusIds } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { idsIn, monthIn } from './column-keys.rules.ts'
import { countGroups } from './count-groups.store.ts'
import { type ColumnGroup, type Reading, type Tally, tallyOf } from './tally.rules.ts'

type Column = Exclude<keyof Tables['caseStatistics'], 'caseId'>

/** What each indicator reads from a row of `case_statistics`. */
// biome-ignore format: a table
export const caseReadings = {
  statuses:      { column: 'status', keysOf: (status) => [String(caseStatusIds[status as CaseStatus])] },
  outcomes:      { column: 'outcomeId' },
  relevances:    { column: 'relevanceId' },
  grounds:       { column: 'grounds', keysOf: idsIn },
  subGrounds:    { column: 'subGrounds', keysOf: idsIn },
  fields:        { column: 'fieldId' },
  contexts:      { column: 'contexts', keysOf: idsIn },
  regions:       { column: 'placeRegion' },
  provinces:     { column: 'placeProvince' },
  months:        { column: 'month', keysOf: monthIn },
  channels:      { column: 'channelId' },
  reporters:     { column: 'reporterTypeId' },
  modes:         { column: 'modeId' },
  places:        { column: 'isVirtual', keysOf: (isVirtual) => [isVirtual ? '1' : '0'] },
  virtualPlaces: { column: 'virtualPlaceId' },
  ageBands:      { column: 'victimAgeBandId' },
  citizenships:  { column: 'citizenships', keysOf: idsIn },
  operators:     { column: 'assignedTo' },
  takeDays:      { column: 'takeDays' },
  closeDays:     { column: 'closeDays' },
} as const satisfies Record<CaseIndicator, Reading<Column>>

/** The columns in few groups, each with few combinations of values: a pass updates one hash table for each group. */
export const caseGroups = [
  ['status', 'outcomeId', 'relevanceId', 'channelId', 'reporterTypeId'],
  ['modeId', 'victimAgeBandId', 'isVirtual', 'virtualPlaceId'],
  ['placeRegion', 'placeProvince'],
  ['month', 'assignedTo'],
  ['takeDays', 'closeDays'],
  ['grounds', 'subGrounds'],
  ['fieldId', 'contexts'],
  ['citizenships'],
] as const satisfies readonly ColumnGroup<Column>[]

/**
 * Counts cases by every indicator: those that a query of ids selects, or all. `offset 0` makes PostgreSQL hash the ids; otherwise it
 * may hash the rows of the statistics, which takes longer.
 */
export const countCases = async (tx: Db, ids: RawBuilder<{ id: number }> | undefined): Promise<Tally> =>
  tallyOf(
    { groups: caseGroups, readings: caseReadings },
    await countGroups<Column>(
      tx,
      caseGroups,
      sql`case_statistics ${ids ? sql`where case_id in (${ids} offset 0)` : sql``}`,
    ),
  )
