import { type CaseFilters, caseSorts, caseStatusIds, limits, type Ordering, type ReferenceList } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { sealedReports } from '#features/reports/index.ts'
import { invalidInput } from '#platform/app-error.ts'
import type { PageQuery, Place, SortColumn } from '#platform/database/page.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { type CaseTerms, waitingStatuses } from '../case-terms.rules.ts'
import { hasStatus } from '../cases.store.ts'
import { nameFields } from '../record/case-names.rules.ts'

/** How a list is sorted: its columns, the sort key of a row, and how page keys encode it. */
export interface CaseOrder {
  readonly columns: readonly SortColumn[]
  readonly direction: 'asc' | 'desc'
  readonly readKey: (text: string) => Place | undefined
  readonly keyOf: (row: SortedRow) => string
  /** The expression of the first sort column where rows do not have it; selected as `sortKey`. */
  readonly selected?: RawBuilder<unknown>
}

export interface SortedRow {
  readonly id: number
  readonly listRank: number
  readonly createdAt: Date
  readonly insertedAt: Date
  readonly protocolYear: number
  readonly protocolNumber: number
  readonly sortKey: number
}

/** Keys have a hyphen: a key with a point reads as a number, and '1.40' in an address becomes 1.4. */
const wholePair = (text: string): [number, number] | undefined => {
  const [, first, second] = /^([0-9]{1,15})-([0-9]{1,10})$/.exec(text) ?? []
  const id = Number(second)
  return first === undefined || id < 1 || id > 2_147_483_647 ? undefined : [Number(first), id]
}

/** The key of a place that is two numbers: the sort column and the id. */
export const keyOfPlace = (value: number, id: number) => `${value}-${id}`

const byNumber = (read: (row: SortedRow) => number) => ({
  readKey: wholePair,
  keyOf: (row: SortedRow) => keyOfPlace(read(row), row.id),
})
const byInstant = (read: (row: SortedRow) => Date) => ({
  readKey: (text: string): Place | undefined => {
    const pair = wholePair(text)
    return pair && pair[0] <= 8.64e15 ? [new Date(pair[0]), pair[1]] : undefined
  },
  keyOf: (row: SortedRow) => keyOfPlace(read(row).getTime(), row.id),
})

/** Aperto before all others, each group newest first (specification 2 §4). */
export const officeOrder: CaseOrder = {
  columns: ['cases.listRank', 'cases.id'],
  direction: 'desc',
  ...byNumber(({ listRank }) => listRank),
}

type Unsorted = Omit<CaseOrder, 'direction'>
type CaseSortColumn = keyof typeof caseSorts

/** Columns with an index: available for lists of any length. */
const indexed = {
  createdAt: { columns: ['cases.createdAt', 'cases.id'], ...byInstant(({ createdAt }) => createdAt) },
  insertedAt: { columns: ['cases.insertedAt', 'cases.id'], ...byInstant(({ insertedAt }) => insertedAt) },
  protocolNumber: {
    columns: ['cases.protocolYear', 'cases.protocolNumber'],
    readKey: wholePair,
    keyOf: ({ protocolYear, protocolNumber }) => `${protocolYear}-${protocolNumber}`,
  },
} satisfies Partial<Record<CaseSortColumn, Unsorted>>

/** The sort key of cases without a value: after all others. */
const last = 1e12

/** Columns that are sorted by the labels of their values: only for lists below the cap for exact counts. */
const labelled = {
  outcome: ['outcome_id', 'final_outcome'],
  field: ['field_id', 'field_of_life'],
  mode: ['mode_id', 'discrimination_mode'],
  ground: ['ground_id', 'ground'],
  language: ['language_id', 'language'],
} as const satisfies Partial<Record<CaseSortColumn, readonly [column: string, list: ReferenceList]>>

const bySortKey = (column: RawBuilder<unknown>): Unsorted => ({
  columns: [column, 'cases.id'],
  selected: column,
  ...byNumber(({ sortKey }) => sortKey),
})

const placeIn = (column: string, things: readonly (string | number)[], type: 'text' | 'integer') =>
  sql<number>`coalesce(array_position(${sql`${[...things]}`}::${sql.raw(type)}[], cases.${sql.ref(column)}), ${last}::float8)`

const secondsAt = (column: 'worked_from' | 'status_since', days: number) =>
  sql`date_part('epoch', ${sql.ref(`cases.${column}`)}) + ${sql.lit(days * 86_400)}`

/** In seconds: adding an interval to an instant takes PostgreSQL several times as long, and lists sort thousands of cases by this. */
const dueAt = ({ takeDays, closeDays }: CaseTerms) => sql<number>`
  case when cases.status in ('closed', 'cancelled') then ${sql.lit(last)}::float8
    else floor(least(${secondsAt('worked_from', closeDays)},
      case when ${hasStatus(waitingStatuses)} then ${secondsAt('status_since', takeDays)} end)) end`

type Indexed = keyof typeof indexed
type Labelled = keyof typeof labelled
/** Operators alone are sorted by their names, which are encrypted. */
type NamelessColumn = Exclude<CaseSortColumn, 'operator'>
type KeyOfTerms = (terms: CaseTerms) => RawBuilder<number>

export interface OrderNeeds {
  readonly terms: CaseTerms
  /** Ids of a reference list in the order of their labels. */
  readonly idsInOrder: (list: ReferenceList) => Promise<readonly number[]>
}

/** Columns that are sorted by an expression. */
const computed: Readonly<Record<Exclude<CaseSortColumn, Indexed | Labelled | 'operator'>, KeyOfTerms>> = {
  status: () => placeIn('status', Object.keys(caseStatusIds), 'text'),
  place: () => sql<number>`coalesce((not cases.is_virtual)::integer, ${last}::float8)`,
  due: dueAt,
}

const isIn = <K extends string>(table: Readonly<Record<K, unknown>>, column: string): column is K =>
  Object.hasOwn(table, column)

async function unsortedBy(column: NamelessColumn, { terms, idsInOrder }: OrderNeeds): Promise<Unsorted> {
  if (isIn(indexed, column)) return indexed[column]
  if (!isIn(labelled, column)) return bySortKey(computed[column](terms))
  const [id, list] = labelled[column]
  return bySortKey(placeIn(id, await idsInOrder(list), 'integer'))
}

const refused = (message: 'ordinamento_non_previsto' | 'ordinamento_troppi_casi' | 'ordinamento_troppi_nomi') =>
  invalidInput([{ path: 'ordinamenti', message }])

/** The column that a request sorts by, and its direction. */
export type CaseOrdering = Omit<Ordering, 'column'> & { readonly column: CaseSortColumn }

/** The column that a request sorts by; undefined for the office's own order. Throws 400 for more than one or an unknown one. */
export function orderingOf({ orderings = [] }: PageQuery<unknown>): CaseOrdering | undefined {
  if (orderings.length > 1) throw refused('ordinamento_non_previsto')
  const [ordering] = orderings
  if (!ordering) return undefined
  const columns = Object.keys(caseSorts) as CaseSortColumn[]
  const column = columns.find((one) => caseSorts[one] === ordering.column)
  if (!column) throw refused('ordinamento_non_previsto')
  return { ...ordering, column }
}

/** Whether an order is by names, which must be decrypted to be sorted. */
export const isByName = (
  ordering: CaseOrdering | undefined,
): ordering is CaseOrdering & { readonly column: 'operator' } => ordering?.column === 'operator'

/** Maximum number of cases that can be sorted by protected names (decisions §1). */
export const mostNames = 500

/** The order of a request. */
export async function orderOf(ordering: CaseOrdering | undefined, needs: OrderNeeds): Promise<CaseOrder> {
  if (!ordering || ordering.column === 'operator') return officeOrder
  return { ...(await unsortedBy(ordering.column, needs)), direction: ordering.direction }
}

/** Default order of late cases: the longest overdue first. */
export const latestFirst = (terms: CaseTerms): CaseOrder => ({ ...bySortKey(dueAt(terms)), direction: 'asc' })

const allOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`
const anyOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
const hasTokens = (tokens: readonly string[]) => sql<boolean>`tokens @> ${`{${tokens.join()}}`}::bigint[]`

/**
 * SQL condition for a search by name: the reporter or the victim of the case has every searched word as a whole word of their
 * name. Undefined without such a search. The search tokens of names already distinguish whole words, and their index serves the
 * condition.
 */
function hasWholeName(
  vault: Vault,
  { person = '', organisationName = '' }: CaseFilters,
): RawBuilder<boolean> | undefined {
  const hasWords = (
    text: string,
    fields: (typeof nameFields)['reporter' | 'victim'] | readonly ['organisationName'],
  ) => {
    const words = vault.findWhole(sealedReports, fields, text)
    return words.length > 0 ? [allOf(words.map((alternatives) => anyOf(alternatives.map(hasTokens))))] : []
  }
  const people = [nameFields.reporter, nameFields.victim].flatMap((fields) => hasWords(person, fields))
  const conditions = [
    ...(people.length > 0 ? [anyOf(people)] : []),
    ...hasWords(organisationName, ['organisationName']),
  ]
  if (conditions.length === 0) return undefined
  return sql<boolean>`cases.id in (select id from report_tokens where ${allOf(conditions)})`
}

/**
 * Default order of a search by name: the cases that have the searched words whole come first, each part in the office's own order.
 * No index has this order, so it is only for lists below the cap for exact counts; a longer list keeps the office's order.
 * Undefined without such a search.
 */
export function wholeNamesFirst(vault: Vault, filters: CaseFilters): CaseOrder | undefined {
  const isWhole = hasWholeName(vault, filters)
  if (!isWhole) return undefined
  return { ...bySortKey(sql<number>`(cases.list_rank + ${wholeRank}::int * (${isWhole})::int)`), direction: 'desc' }
}
/** Exceeds every `list_rank`, which is 1 for Aperto and 0 otherwise. */
const wholeRank = 2

class TooMany extends Error {}

/** The result of `find`; undefined where the list is too long to be sorted without an index. */
export async function unlessTooMany<T>(find: (refuse: (count: number) => void) => Promise<T>): Promise<T | undefined> {
  const refuse = (count: number) => {
    if (count > limits.page.exactCount) throw new TooMany()
  }
  return find(refuse).catch((error) => {
    if (error instanceof TooMany) return undefined
    throw error
  })
}

/** Throws 400 where a list of `count` cases is too long for the order. */
export function refuseTooMany(ordering: CaseOrdering | undefined, count: number): void {
  if (!ordering) return
  if (isByName(ordering) && count > mostNames) throw refused('ordinamento_troppi_nomi')
  const isIndexed = isByName(ordering) || isIn(indexed, ordering.column)
  if (!isIndexed && count > limits.page.exactCount) throw refused('ordinamento_troppi_casi')
}
