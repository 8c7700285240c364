import { limits } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { defineStatement } from '#platform/database/statement.ts'
import type { CaseTerms } from '../case-terms.rules.ts'
import { rowsBeside } from '../cases.store.ts'
import type { PreparedList } from './case-list.ts'
import { deadlineOrder, officeOrder } from './case-order.ts'
import { defaultScanLimits, maxCountOf } from './case-page.store.ts'
import { isAlongIndex, keyedAlongIndex, type ListQuery } from './case-page-sql.ts'
import { planWithoutSources } from './case-plan.ts'

/** The parts of a queue, and what of it is read. */
export interface QueueShape {
  readonly parts: readonly PreparedList[]
  /** The place of the part whose cases are read; undefined for those of all parts, each once. */
  readonly part: number | undefined
  /** How many ids are read, and how many of them with their rows. */
  readonly ids: number
  readonly rows: number
  readonly terms: CaseTerms
}

/** The counts of the parts and of all their cases, and the first ids in order of term with the term of the last one. */
export interface Queue {
  readonly counts: readonly number[]
  readonly total: number
  readonly ids: readonly number[]
  readonly lastKey: number | null
}

const { exactCount } = limits.page
const maxCount = maxCountOf(defaultScanLimits)

function listOf({ scope, query }: PreparedList, terms: CaseTerms): ListQuery {
  const list = { scope, query, plan: planWithoutSources(query), order: officeOrder }
  if (!isAlongIndex(list)) throw new Error('No index holds the cases of this part of the queue.')
  return { ...list, order: deadlineOrder(terms) }
}

/** SQL for the queue: each part is read once, up to the cap of counts. */
function queueSql({ parts, part, ids, terms }: QueueShape): RawBuilder<Queue> {
  const names = parts.map((_, place) => sql.ref(`part_${place}`))
  const tables = parts.map(
    (prepared, place) => sql`${names[place]} as materialized (${keyedAlongIndex(listOf(prepared, terms), maxCount)})`,
  )
  const counts = names.map((name) => sql`(select count(*)::int from ${name})`)
  const cases = names.map((name) => sql`select id, key_0 from ${name}`)
  return sql`
    with ${sql.join(tables)}, everything as materialized (${sql.join(cases, sql` union `)}),
      first as materialized (
        select id, key_0 from ${part === undefined ? sql`everything` : names[part]} order by key_0, id limit ${sql.lit(ids)})
    select array[${sql.join(counts)}]::int[] as counts, (select count(*)::int from everything) as total,
      array(select id from first order by key_0, id) as ids,
      (select key_0::float8 from first order by key_0 desc, id desc limit 1) as "lastKey"`
}

/**
 * Reads a queue and the rows that it shows by one statement, which is compiled once for each user and day. Statuses and remit are part of
 * its text: a plan for any values could not use a partial index.
 */
export const readQueue = defineStatement((db, _hole, shape: QueueShape) =>
  rowsBeside<Queue>(db, queueSql(shape), sql`ids[1:${sql.lit(shape.rows)}]`),
)

/** A count as calls answer it. */
export interface CappedCount {
  readonly count: number
  readonly countIsMore?: true
}

export const cappedCount = (count: number): CappedCount =>
  count > exactCount ? { count: exactCount, countIsMore: true } : { count }
