import { limits, officeZone, type PlainDate } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { ownPlan } from '#platform/database/statements/prepared-statements.ts'
import type { Db } from '#platform/database/transaction.ts'
import { hasStatus, isLateOn } from '../cases.store.ts'
import { arePending, type CaseQuery, intArray, type Source, sourcesOf } from './case-filters.ts'

/** How the matching cases of a query are found. */
export interface QueryPlan {
  /** All candidates, where there are few. */
  readonly ids?: readonly number[] | undefined
  /** The filter whose index finds the candidates, where there are many. */
  readonly source?: Source | undefined
  /** What a candidate's row of `cases` must meet. */
  readonly conditions: readonly RawBuilder<boolean>[]
  /** Whether PostgreSQL can estimate the number of matches: it knows how frequent one value is, not how often two coincide. */
  readonly isEstimable: boolean
  /** Those of the conditions that an index in list order begins with. */
  readonly leading: readonly RawBuilder<boolean>[]
  /** The list rank, where it follows from the conditions: then an index without it has the list's order too. */
  readonly rank: readonly RawBuilder<boolean>[]
  /** Whether an index in list order has few more cases than these, such as all pending ones, and what the conditions read. */
  readonly isAlongIndex: boolean
  /** Whether the stored counts have what the conditions read. */
  readonly isCounted: boolean
}

const midnight = (day: PlainDate, later = 0) =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone ${officeZone})`

const within = (column: string, from: PlainDate | undefined, to: PlainDate | undefined): RawBuilder<boolean>[] => [
  ...(from ? [sql<boolean>`${sql.ref(column)} >= ${midnight(from)}`] : []),
  ...(to ? [sql<boolean>`${sql.ref(column)} < ${midnight(to, 1)}`] : []),
]

/** One value is compared by `=`: only then an index that begins with it returns its rows in order. */
const isAnyOperator = (ids: readonly number[]) =>
  ids.length === 1
    ? sql<boolean>`cases.assigned_to = ${ids[0]}`
    : sql<boolean>`cases.assigned_to = any(${intArray(ids)})`

/** What an index in list order may begin with. */
const leadingConditions = ({
  filters: { statuses, isUnassigned, hasUnread, isClosingProposed, isToInform },
  operatorIds,
}: CaseQuery): RawBuilder<boolean>[] => [
  ...(statuses?.length ? [hasStatus(statuses)] : []),
  ...(operatorIds ? [isAnyOperator(operatorIds)] : []),
  ...(isUnassigned ? [sql<boolean>`cases.assigned_to is null`] : []),
  ...(hasUnread ? [sql<boolean>`cases.unread > 0`] : []),
  ...(isClosingProposed ? [sql<boolean>`cases.closing_proposed_at is not null`] : []),
  ...(isToInform ? [sql<boolean>`(cases.awaits_letter and cases.status <> 'cancelled')`] : []),
]

/** Lists have open cases first. */
function rankCondition({ statuses = [] }: CaseQuery): RawBuilder<boolean>[] {
  const ranks = new Set(statuses.map((status) => (status === 'open' ? 1 : 0)))
  return ranks.size === 1 ? [sql<boolean>`cases.list_rank = ${sql.lit([...ranks][0])}`] : []
}

/** Whether an index holds these cases and few others: the pending, the unread, those to be closed, or those whose reporter waits. */
function isInShortIndex(query: CaseQuery): boolean {
  const { filters } = query
  return Boolean(
    arePending(query) || filters.isLate || filters.hasUnread || filters.isClosingProposed || filters.isToInform,
  )
}

const hasLanguage = (code: string) =>
  sql<boolean>`cases.language_id in (select id from reference_items where list = 'language' and code = ${code.toUpperCase()})`

/** Filters without an index of their own, apart from what is late. */
function rowConditions({ filters }: CaseQuery): RawBuilder<boolean>[] {
  const { reporter } = filters
  const language = reporter?.isOn === false ? undefined : reporter?.languageCode
  return [
    ...(language ? [hasLanguage(language)] : []),
    ...within('cases.created_at', filters.createdFrom, filters.createdTo),
    ...within('cases.inserted_at', filters.insertedFrom, filters.insertedTo),
  ]
}

/**
 * Plans a query. A single indexed filter is left to the list's own statement. Of several, each is run by itself up to the cap for
 * exact counts, and the intersection of those below it are the candidates: PostgreSQL cannot estimate how many rows two filters
 * have in common.
 */
export async function planQuery(db: Db, query: CaseQuery): Promise<QueryPlan> {
  const sources = sourcesOf(query)
  const first = sources.find(({ idQuery }) => idQuery)
  const { ids, rest } =
    first && sources.length > 1 ? await findCandidates(db, sources) : { ids: undefined, rest: sources }
  const filtering = ids ? rest : rest.filter((source) => source !== first)
  const plan = planWithoutSources(query)
  return {
    ...plan,
    ids: ids && [...ids],
    source: ids ? undefined : first,
    conditions: [...filtering.map(({ predicate }) => predicate), ...plan.conditions],
    isEstimable: sources.length === 0 && plan.isEstimable,
    isAlongIndex: plan.isAlongIndex && sources.length === 0,
    isCounted: plan.isCounted && sources.length === 0,
  }
}

/** The plan of a query whose filters are all conditions on a row of `cases`. */
export function planWithoutSources(query: CaseQuery): QueryPlan {
  const leading = leadingConditions(query)
  const late = query.filters.isLate ? [isLateOn(query.late)] : []
  const others = rowConditions(query)
  const conditions = [...leading, ...late, ...others]
  return {
    conditions,
    isEstimable: conditions.length <= 1,
    leading,
    rank: rankCondition(query),
    isAlongIndex: isInShortIndex(query) && others.length === 0,
    isCounted: [...late, ...others].length === 0 && !query.filters.isClosingProposed,
  }
}

/** The cases that all filters below the cap have in common, undefined where there is none, and the filters above the cap. */
async function findCandidates(db: Db, sources: readonly Source[]) {
  const few = await Promise.all(sources.map((source) => findFewIds(db, source)))
  const ids = few.filter((found) => found !== undefined).reduce<ReadonlySet<number> | undefined>(intersect, undefined)
  return { ids, rest: sources.filter((_source, index) => few[index] === undefined) }
}

/** The ids of a filter; undefined where there are more than the cap for exact counts. */
async function findFewIds(db: Db, { idQuery, predicate }: Source): Promise<ReadonlySet<number> | undefined> {
  const cap = limits.page.exactCount
  // Materialized: with a limit alone, PostgreSQL may choose to scan the whole table row by row until it finds enough matches.
  const { rows } = await sql<{ id: number }>`
    ${ownPlan} with found as materialized (${idQuery ?? sql`select id from cases where ${predicate}`})
    select id from found limit ${cap + 1}`.execute(db)
  return rows.length > cap ? undefined : new Set(rows.map(({ id }) => id))
}

const intersect = (all: ReadonlySet<number> | undefined, some: ReadonlySet<number>): ReadonlySet<number> =>
  all ? new Set([...all].filter((id) => some.has(id))) : some
