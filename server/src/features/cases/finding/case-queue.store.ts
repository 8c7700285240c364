import { type CaseStatus, endedStatuses, limits, pendingStatuses } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { defineStatement, type HoleOf } from '#platform/database/statement.ts'
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
  /** Other lists that the ledger counts: only their numbers are read. */
  readonly beside?: readonly PreparedList[] | undefined
  /** The place of the part whose cases are read; undefined for those of all parts, each once. */
  readonly part: number | undefined
  /** How many ids are read, and how many of them with their rows. */
  readonly ids: number
  readonly rows: number
  readonly terms: CaseTerms
}

/** The counts of the parts, of all their cases and of the lists beside them, and the first ids in order of term with the term of the last one. */
export interface Queue extends KnownCounts {
  readonly counts: readonly number[]
  readonly total: number
  readonly beside: readonly number[]
  readonly ids: readonly number[]
  readonly lastKey: number | null
}

const { exactCount } = limits.page
const maxCount = maxCountOf(defaultScanLimits)

/** A part of a queue in SQL. */
interface Part {
  /** Whether a case is in it. */
  readonly condition: RawBuilder<boolean>
  /** Whether its cases are out of remit; undefined for both. The rest of the condition, for cases of which it is known. */
  readonly isOutOfRemit: boolean | undefined
  readonly withinRemit: RawBuilder<boolean>
  /** The same as conditions of which a case meets one at most, each a range of an index. */
  readonly ranges: readonly RawBuilder<boolean>[]
  /** Whether the ledger of counts has the columns of the condition. */
  readonly isCounted: boolean
  /** Whether the indexes of pending cases by their term have them, too. */
  readonly isByTerm: boolean
  /** Whether ended cases may be in it. */
  readonly hasEnded: boolean
}

function partOf({ scope, query }: PreparedList): Part {
  const list = { scope, query, plan: planWithoutSources(query), order: officeOrder }
  if (!isAlongIndex(list)) throw new Error('No index holds the cases of this part of the queue.')
  const condition = conditionOf(list)
  const { isLate, ...filters } = query.filters
  const others = conditionOf({ scope, plan: planWithoutSources({ ...query, filters }) })
  const { isOutOfRemit, ...inAndOut } = scope
  return {
    condition,
    isOutOfRemit,
    withinRemit: conditionOf({ ...list, scope: inAndOut }),
    ranges: isLate ? lateRanges(query.late).map((range) => sql<boolean>`${range} and ${others}`) : [condition],
    isCounted: isInLedger(list),
    isByTerm: !(filters.isClosingProposed || filters.isToInform),
    hasEnded: !(arePending(query) || isLate),
  }
}

const isInAny = (parts: readonly Pick<Part, 'condition'>[]) =>
  parts.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(
        parts.map(({ condition }) => condition),
        sql` or `,
      )})`

/** Whether a case of a part is in others, too. */
const isAlsoInAny = ({ isOutOfRemit }: Part, others: readonly Part[]) =>
  isInAny(
    others
      .filter((other) => isOutOfRemit === undefined || (other.isOutOfRemit ?? isOutOfRemit) === isOutOfRemit)
      .map((other) => (other.isOutOfRemit === isOutOfRemit ? { condition: other.withinRemit } : other)),
  )

const sumWhere = (condition: RawBuilder<boolean>) => sql`coalesce(sum(delta) filter (where ${condition}), 0)::int`

/** What the indexes of pending cases by their term have. */
const indexedColumns = sql.raw('status, is_out_of_remit, assigned_to, unread, worked_from, status_since')

/**
 * Counts of the parts that the ledger does not have, and the mark of the ledger at which they were read. Each change of a case that they
 * depend on appends to the ledger, so they hold as long as the mark stays; it is drawn from the entries that are visible.
 */
export interface KnownCounts {
  readonly mark: string
  readonly uncounted: readonly number[]
}
export const noKnownCounts: KnownCounts = { mark: '', uncounted: [] }

const markOfLedger = sql`count(*) || '.' || coalesce(sum(cases.xmin::text::bigint), 0)`

type CountValues = { readonly mark: string; readonly uncounted: string }

/** SQL for the numbers of some lists within one pass over the ledger. */
const numbersOf = (lists: readonly Pick<Part, 'condition'>[]) =>
  sql`array[${sql.join(lists.map(({ condition }) => sumWhere(condition)))}]::int[]`

/**
 * The counts of the parts, with the CTEs that they read: one pass over the ledger for those that it has, and, unless they are known, for each
 * other part one over its cases, which also counts those that are in no part before it.
 */
function countsOf(parts: readonly Part[], beside: readonly Part[], hole: HoleOf<CountValues>) {
  const inLedger = parts.filter(({ isCounted }) => isCounted)
  const others = parts.filter(({ isCounted }) => !isCounted)
  const tables = others.map((part, place) => {
    const isNew = sql`${isAlsoInAny(part, [...inLedger, ...others.slice(0, place)])} is not true`
    return sql`${sql.ref(`others_${place}`)} as materialized (
      select count(*)::int as count, (count(*) filter (where ${isNew}))::int as new
      from (${sql.join(
        part.ranges.map((range) => sql`select ${indexedColumns} from cases where ${range}`),
        sql` union all `,
      )}
        limit ${sql.lit(maxCount)}) as cases)`
  })
  const counted = others.flatMap((_part, place) => {
    const name = sql.ref(`others_${place}`)
    return [sql`(select count from ${name})`, sql`(select new from ${name})`]
  })
  const ledger = sql`ledger as materialized (
    select ${numbersOf(inLedger)} as counts, ${numbersOf(beside)} as beside, ${sumWhere(isInAny(inLedger))} as total, ${markOfLedger} as mark
    from case_count_entries as cases)`
  const uncounted = sql`uncounted as materialized (
    select case when mark = ${hole('mark')} then ${hole('uncounted')}::int[] else array[${sql.join(counted)}]::int[] end as found from ledger)`
  const foundAt = (place: number) => sql`(select found[${sql.lit(place)}] from uncounted)`
  const counts = parts.map((part) =>
    part.isCounted
      ? sql`(select counts[${sql.lit(inLedger.indexOf(part) + 1)}] from ledger)`
      : foundAt(others.indexOf(part) * 2 + 1),
  )
  const sum = sql.join(
    [sql`(select total from ledger)`, ...others.map((_part, place) => foundAt(place * 2 + 2))],
    sql` + `,
  )
  return {
    tables: [ledger, ...tables, uncounted],
    counts: sql`array[${sql.join(counts)}]::int[]`,
    // Of a part with more cases than are counted it is not known which are in no other part.
    total: sql`greatest(${sql.join([...counts, sum])})`,
  }
}

/**
 * The cases of some parts whose work, or whose wait, began first: a CTE, and what is read of it. A term ends at a whole second, so all of
 * the last second are read. The order of the index comes before the conditions, and `offset 0` prevents collecting all cases instead.
 */
function begunFirst(
  column: 'worked_from' | 'status_since',
  statuses: readonly CaseStatus[],
  { parts, row, limit }: { parts: readonly Part[]; row: RawBuilder<unknown>; limit: RawBuilder<unknown> },
) {
  const begin = sql.ref(`cases.${column}`)
  const name = sql.ref(`first_${column}`)
  const lastSecond = sql`date_trunc('second', max(begin))`
  return {
    table: sql`${name} as materialized (
      select ${row}, ${begin} as begin from (select * from cases where ${hasStatus(statuses)} order by ${begin} offset 0) as cases
      where ${isInAny(parts)} limit ${limit})`,
    sources: [
      sql`select id, due from ${name}`,
      sql`select ${row} from cases where ${hasStatus(statuses)} and ${isInAny(parts)}
        and ${begin} >= (select ${lastSecond} from ${name}) and ${begin} < (select ${lastSecond} + interval '1 second' from ${name})`,
    ],
  }
}

/**
 * CTEs, the last one `first`, of the cases of some parts whose term ends first: it is among those whose work, or whose wait, began first.
 * Ended cases have no term, and are read where there are too few others.
 */
function firstByTerm(parts: readonly Part[], { ids, terms }: Pick<QueueShape, 'ids' | 'terms'>) {
  const row = sql`cases.id, ${dueAt(terms)} as due`
  const limit = sql.lit(ids)
  const byTerm = parts.filter((part) => part.isByTerm)
  const found = { parts: byTerm, row, limit }
  const begun =
    byTerm.length > 0
      ? [begunFirst('worked_from', pendingStatuses, found), begunFirst('status_since', waitingStatuses, found)]
      : []
  const others = parts
    .filter((part) => !part.isByTerm)
    .map(({ condition }) => sql`(select ${row} from cases where ${condition} order by due, cases.id limit ${limit})`)
  const ended = byTerm
    .filter(({ hasEnded }) => hasEnded)
    .map(
      ({ condition }) => sql`(select ${row} from cases
        where (select count(*) from pending) < ${limit} and ${condition} and ${hasStatus(endedStatuses)} order by cases.id limit ${limit})`,
    )
  const firstOf = (sources: readonly RawBuilder<unknown>[]) =>
    sql`select id, due from (${sql.join(sources, sql` union `)}) as cases order by due, id limit ${limit}`
  return [
    ...begun.map(({ table }) => table),
    sql`pending as materialized (${firstOf([...begun.flatMap(({ sources }) => sources), ...others])})`,
    sql`first as materialized (${firstOf([sql`select id, due from pending`, ...ended])})`,
  ]
}

/** SQL for the queue: the counts of its parts, and the first cases of one part or of all. */
function queueSql({ parts, part, beside = [], ids, terms }: QueueShape, hole: HoleOf<CountValues>): RawBuilder<Queue> {
  const all = parts.map(partOf)
  const numbered = beside.map(partOf)
  if (!numbered.every(({ isCounted }) => isCounted))
    throw new Error('The ledger lacks the number of a list beside the queue.')
  const { tables, counts, total } = countsOf(all, numbered, hole)
  const shown = part === undefined ? all : all.slice(part, part + 1)
  return sql`
    with ${sql.join([...tables, ...firstByTerm(shown, { ids, terms })])}
    select ${counts} as counts, ${total} as total, (select beside from ledger) as beside, (select mark from ledger) as mark,
      (select found from uncounted) as uncounted, array(select id from first order by due, id) as ids,
      (select due::float8 from first order by due desc, id desc limit 1) as "lastKey"`
}

/**
 * Reads a queue and the rows that it shows by one statement, which is compiled once for each user and day. Statuses and remit are part of
 * its text: a plan for any values could not use a partial index.
 */
export const readQueue = defineStatement(
  (db, hole: HoleOf<CountValues>, shape: QueueShape) =>
    rowsBeside<Queue>(db, queueSql(shape, hole), sql`ids[1:${sql.lit(shape.rows)}]`),
  { hasOnePlan: true },
)

/** A count as calls answer it. */
export interface CappedCount {
  readonly count: number
  readonly countIsMore?: true
}

export const cappedCount = (count: number): CappedCount =>
  count > exactCount ? { count: exactCount, countIsMore: true } : { count }
