import { type CaseStatus, endedStatuses, limits, pendingStatuses } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { defineStatement } from '#platform/database/statement.ts'
import { type CaseTerms, waitingStatuses } from '../case-terms.rules.ts'
import { hasStatus, lateRanges, rowsBeside } from '../cases.store.ts'
import { arePending } from './case-filters.ts'
import type { PreparedList } from './case-list.ts'
import { dueAt, officeOrder } from './case-order.ts'
import { defaultScanLimits, maxCountOf } from './case-page.store.ts'
import { conditionOf, isAlongIndex, isInLedger } from './case-page-sql.ts'
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

/** A part of a queue in SQL. */
interface Part {
  /** Whether a case is in it. */
  readonly condition: RawBuilder<boolean>
  /** The same as conditions of which a case meets one at most, each a range of an index. */
  readonly ranges: readonly RawBuilder<boolean>[]
  /** Whether the ledger of counts has the columns of the condition. */
  readonly isCounted: boolean
  /** Whether ended cases may be in it. */
  readonly hasEnded: boolean
}

function partOf({ scope, query }: PreparedList): Part {
  const list = { scope, query, plan: planWithoutSources(query), order: officeOrder }
  if (!isAlongIndex(list)) throw new Error('No index holds the cases of this part of the queue.')
  const condition = conditionOf(list)
  const { isLate, ...filters } = query.filters
  const others = conditionOf({ scope, plan: planWithoutSources({ ...query, filters }) })
  return {
    condition,
    ranges: isLate ? lateRanges(query.late).map((range) => sql<boolean>`${range} and ${others}`) : [condition],
    isCounted: isInLedger(list),
    hasEnded: !(arePending(query) || isLate),
  }
}

const isInAny = (parts: readonly Part[]) =>
  parts.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(
        parts.map(({ condition }) => condition),
        sql` or `,
      )})`

const sumWhere = (condition: RawBuilder<boolean>) => sql`coalesce(sum(delta) filter (where ${condition}), 0)::int`

/** What the index of pending cases by their term has. */
const countedColumns = sql.raw('status, is_out_of_remit, assigned_to, unread, worked_from, status_since')

/**
 * The counts of the parts, with the CTEs that they read: one pass over the ledger for those that it has, and for each other part one over
 * its cases, which also counts those that are in no part before it.
 */
function countsOf(parts: readonly Part[]) {
  const inLedger = parts.filter(({ isCounted }) => isCounted)
  const others = parts.filter(({ isCounted }) => !isCounted)
  const nameOf = (part: Part) => sql.ref(`others_${others.indexOf(part)}`)
  const ledger = sql`ledger as materialized (
    select array[${sql.join(inLedger.map(({ condition }) => sumWhere(condition)))}]::int[] as counts, ${sumWhere(isInAny(inLedger))} as total
    from case_count_entries as cases)`
  const tables = others.map((part, place) => {
    const isNew = sql`${isInAny([...inLedger, ...others.slice(0, place)])} is not true`
    return sql`${nameOf(part)} as materialized (
      select count(*)::int as count, (count(*) filter (where ${isNew}))::int as new
      from (${sql.join(
        part.ranges.map((range) => sql`select ${countedColumns} from cases where ${range}`),
        sql` union all `,
      )}
        limit ${sql.lit(maxCount)}) as cases)`
  })
  const counts = parts.map((part) =>
    part.isCounted
      ? sql`(select counts[${sql.lit(inLedger.indexOf(part) + 1)}] from ledger)`
      : sql`(select count from ${nameOf(part)})`,
  )
  const sum = sql.join(
    [sql`(select total from ledger)`, ...others.map((part) => sql`(select new from ${nameOf(part)})`)],
    sql` + `,
  )
  return {
    tables: [ledger, ...tables],
    counts: sql`array[${sql.join(counts)}]::int[]`,
    // Of a part with more cases than are counted it is not known which are in no other part.
    total: sql`greatest(${sql.join([...counts, sum])})`,
  }
}

/**
 * CTEs, the last one `first`, of the cases of some parts whose term ends first: it is among those whose work, or whose wait, began first. A
 * term ends at a whole second, so all cases of the last second are read. Ended cases have no term, and are read where there are too few others.
 */
function firstByTerm(parts: readonly Part[], { ids, terms }: Pick<QueueShape, 'ids' | 'terms'>) {
  const row = sql`cases.id, ${dueAt(terms)} as due`
  const limit = sql.lit(ids)
  const begunFirst = (column: 'worked_from' | 'status_since', statuses: readonly CaseStatus[]) => {
    const where = sql`where ${hasStatus(statuses)} and ${isInAny(parts)}`
    const begin = sql.ref(`cases.${column}`)
    return sql`select ${row} from cases ${where} and ${begin} < (
      select date_trunc('second', max(begin)) + interval '1 second'
      from (select ${begin} as begin from cases ${where} order by ${begin} limit ${limit}) as first)`
  }
  const ended = parts
    .filter(({ hasEnded }) => hasEnded)
    .map(
      ({ condition }) => sql`(select ${row} from cases
      where (select count(*) from pending) < ${limit} and ${condition} and ${hasStatus(endedStatuses)} order by cases.id limit ${limit})`,
    )
  return [
    sql`pending as materialized (
      select id, due from (${begunFirst('worked_from', pendingStatuses)} union ${begunFirst('status_since', waitingStatuses)}) as cases
      order by due, id limit ${limit})`,
    sql`first as materialized (
      select id, due from (${sql.join([sql`select id, due from pending`, ...ended], sql` union `)}) as cases order by due, id limit ${limit})`,
  ]
}

/** SQL for the queue: the counts of its parts, and the first cases of one part or of all. */
function queueSql({ parts, part, ids, terms }: QueueShape): RawBuilder<Queue> {
  const all = parts.map(partOf)
  const { tables, counts, total } = countsOf(all)
  const shown = part === undefined ? all : all.slice(part, part + 1)
  return sql`
    with ${sql.join([...tables, ...firstByTerm(shown, { ids, terms })])}
    select ${counts} as counts, ${total} as total, array(select id from first order by due, id) as ids,
      (select due::float8 from first order by due desc, id desc limit 1) as "lastKey"`
}

/**
 * Reads a queue and the rows that it shows by one statement, which is compiled once for each user and day. Statuses and remit are part of
 * its text: a plan for any values could not use a partial index.
 */
export const readQueue = defineStatement(
  (db, _hole, shape: QueueShape) => rowsBeside<Queue>(db, queueSql(shape), sql`ids[1:${sql.lit(shape.rows)}]`),
  { hasOnePlan: true },
)

/** A count as calls answer it. */
export interface CappedCount {
  readonly count: number
  readonly countIsMore?: true
}

export const cappedCount = (count: number): CappedCount =>
  count > exactCount ? { count: exactCount, countIsMore: true } : { count }
