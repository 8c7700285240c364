import { limits } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { type PageRequest, pageClause } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { CaseScope } from '../cases.rules.ts'
import { scopeConditions } from '../cases.store.ts'
import type { LookedUp } from './case-conditions.ts'
import type { CaseOrder } from './case-order.ts'
import type { LongLists, Lying } from './long-lists.ts'

/** Cases that match, as far as they are counted, and those of them that are on the page. */
export interface FoundPage {
  readonly count: number
  readonly ids: readonly number[]
}

interface Asked {
  readonly scope: CaseScope
  readonly wanted: LookedUp
  readonly order: CaseOrder
}

const every = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
const conditionsOf = ({ ids, conditions }: LookedUp) => [
  ...(ids ? [sql<boolean>`cases.id = any(${`{${ids.join()}}`}::int[])`] : []),
  ...conditions,
]
const column = (name: CaseOrder['columns'][number]) => (typeof name === 'string' ? sql.ref(name) : name)

/** How far a page is looked for in the order of the list, among all cases, before all that match are sorted. */
export interface Reach {
  /** As many are counted and sorted whatever they are. */
  readonly counted: number
  readonly window: number
}

/**
 * More than are told exactly, by so many that a list which had them has more than are told for a minute yet: cases leave a list
 * one by one.
 */
const usualReach: Reach = { counted: limits.page.exactCount + 501, window: 5000 }

/**
 * What gives all that match with what they are sorted by. Where it is not foreseen how many they are, it is planned as if all were
 * read, though only some are: in the hope of meeting some soon PostgreSQL would walk through a million cases, of which hardly one
 * matches.
 */
function matching({ scope, wanted, order }: Asked) {
  const { source } = wanted
  const told = every([...scopeConditions(scope), ...conditionsOf(wanted)])
  const keys = sql.join(order.columns.map((name, index) => sql`${column(name)} as ${sql.ref(keyName(index))}`))
  const row = sql`cases.id, ${keys}`
  if (wanted.isForeseen) return sql`found as (select ${row} from cases ${told} `
  return source?.finding
    ? sql`hits as materialized (${source.finding}),
          found as (select ${row} from hits join cases on cases.id = hits.id ${told} `
    : sql`hits as materialized (select ${row} from cases ${told}),
          found as (select * from hits `
}
const keyName = (index: number) => `key_${index}`

const keysOf = ({ columns }: CaseOrder) => columns.map((_, index) => keyName(index))

/** Sorts all that matches, and counts nothing. */
async function pageOfAll(db: Db, asked: Asked, page: PageRequest): Promise<readonly number[]> {
  const end = pageClause(keysOf(asked.order), page, asked.order.direction)
  const { rows } = await sql<{ id: number }>`with ${matching(asked)} ) select id from found ${end}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts what matches, `most` of it at most, and sorts it where that is all. */
async function sortedPage(db: Db, asked: Asked, page: PageRequest, most?: number): Promise<FoundPage> {
  const { direction } = asked.order
  const keys = keysOf(asked.order)
  const [end, isAll] =
    most === undefined ? [sql`)`, sql`true`] : [sql`limit ${most})`, sql`(select count from total) < ${most}`]
  const { rows } = await sql<FoundPage>`
    with ${matching(asked)} ${end},
      kept as materialized (select * from found),
      total as materialized (select count(*)::int as count from kept)
    select count, array(select id from (select * from kept where ${isAll}) as kept ${pageClause(keys, page, direction)}) as ids
    from total`.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

/** The page among the next cases of the whole list; too short where they are not enough. */
async function nextPage(
  db: Db,
  { scope, wanted, order }: Asked,
  page: PageRequest,
  window: number,
): Promise<readonly number[]> {
  const { columns, direction } = order
  const { range, ...place } = page
  const near = { ...place, range: { from: 1, to: window + range.to } }
  const { source, leading } = wanted
  const told = every([...conditionsOf(wanted), ...(source ? [source.holds] : [])])
  const next = sql`select * from (select * from cases ${every([...scopeConditions(scope), ...leading])}) as cases ${pageClause(columns, near, direction)}`
  const rest = pageClause(columns, place.after || place.before ? { range, ...place } : { range }, direction)
  const { rows } = await sql<{ id: number }>`
    select id from (select * from (${next}) as cases ${told}) as cases ${rest}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Finding {
  /** Asked before more cases are read than are counted. */
  readonly refuse?: (count: number) => void
  readonly reach?: Reach
  /** Lists that need not be counted anew; all are where there is none. */
  readonly longLists?: LongLists
}

/** What is known of a list from before, and the way to keep what is found of it now. */
function memoryOf(db: Db, asked: Asked, { isExact }: PageRequest, longLists: LongLists | undefined) {
  if (!longLists || isExact) return { lying: undefined, remember: () => {} }
  const list = nameOf(db, asked)
  return { lying: longLists.find(list), remember: (lying: Lying) => longLists.remember(list, lying) }
}

/** The page of a list, and how many cases the list has. */
export async function findPage(
  db: Db,
  asked: Asked,
  page: PageRequest,
  { refuse = () => {}, reach: { counted, window } = usualReach, longLists }: Finding = {},
): Promise<FoundPage> {
  const inOrder = (found: readonly number[]) => (page.before ? found.toReversed() : found)
  const { lying, remember } = memoryOf(db, asked, page, longLists)
  const all = lying ? undefined : await sortedPage(db, asked, page, page.isExact ? undefined : counted)
  refuse(all?.count ?? counted)
  if (all && (page.isExact || all.count < counted)) return { ...all, ids: inOrder(all.ids) }
  const next = lying === 'far' ? [] : await nextPage(db, asked, page, window)
  const isWhole = next.length > page.range.to - page.range.from
  if (!lying) remember(isWhole ? 'near' : 'far')
  return { count: counted, ids: inOrder(isWhole ? next : await pageOfAll(db, asked, page)) }
}

/** What a list asks for, in one text. */
function nameOf(db: Db, asked: Asked): string {
  const { sql: text, parameters } = sql`with ${matching(asked)} )`.compile(db)
  return JSON.stringify([text, parameters])
}
