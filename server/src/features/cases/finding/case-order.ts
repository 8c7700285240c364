import {
  type CaseFilters,
  caseSorts,
  caseStatusIds,
  limits,
  type Ordering,
  type ReferenceList,
  type SearchedView,
} from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { type SealedReport, sealedReports } from '#features/reports/index.ts'
import { invalidInput } from '#platform/app-error.ts'
import { byInstant, type ListOrder } from '#platform/database/list.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { type CaseTerms, waitingStatuses } from '../case-terms.rules.ts'
import { hasStatus } from '../cases.store.ts'
import { nameFields } from '../record/case-names.rules.ts'
import { arePending } from './case-filters.ts'

/** How a list is sorted: its columns and keys, and its direction. */
export interface CaseOrder extends ListOrder<SortedRow> {
  readonly direction: 'asc' | 'desc'
  /** The expression of the first sort column where rows do not have it; selected as `sortKey`. */
  readonly selected?: RawBuilder<unknown>
  /** How many cases can be sorted so; any number where an index has the order. */
  readonly maxCases?: number
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

/** Aperto before all others, each group newest first (specification 2 §4). */
export const officeOrder: CaseOrder = {
  columns: ['cases.listRank', 'cases.id'],
  direction: 'desc',
  ...byNumber(({ listRank }) => listRank),
}
export const isOfficeOrder = ({ columns }: CaseOrder) => columns === officeOrder.columns

/**
 * The order of a list of names of operators, which are sealed: the database finds the cases, and these are sorted by
 * `byOperatorName`. Pages have no keys.
 */
export const operatorOrder = {
  ...officeOrder,
  readKey: () => undefined,
  maxCases: 500,
} satisfies CaseOrder

type Unsorted = Omit<CaseOrder, 'direction'>
type CaseSortColumn = keyof typeof caseSorts

/** Columns with an index: available for lists of any length. */
const indexed = {
  createdAt: byInstant('cases.createdAt', 'cases.id'),
  insertedAt: byInstant('cases.insertedAt', 'cases.id'),
  protocolNumber: {
    columns: ['cases.protocolYear', 'cases.protocolNumber'],
    readKey: wholePair,
    keyOf: ({ protocolYear, protocolNumber }) => keyOfPlace(protocolYear, protocolNumber),
  },
} satisfies Partial<Record<CaseSortColumn, Unsorted>>

/** The sort key of cases without a value: after all others. */
const last = 1e12

/** Columns that are sorted by the labels of their values. */
const labelled = {
  outcome: ['outcome_id', 'final_outcome'],
  field: ['field_id', 'field_of_life'],
  mode: ['mode_id', 'discrimination_mode'],
  ground: ['ground_id', 'ground'],
  language: ['language_id', 'language'],
} as const satisfies Partial<Record<CaseSortColumn, readonly [column: string, list: ReferenceList]>>

/** Without an index: only for as many cases as are counted and sorted at once. */
const bySortKey = (column: RawBuilder<unknown>): Unsorted => ({
  columns: [column, 'cases.id'],
  selected: column,
  maxCases: limits.page.exactCount,
  ...byNumber(({ sortKey }) => sortKey),
})

const placeIn = (column: string, things: readonly (string | number)[], type: 'text' | 'integer') =>
  sql<number>`coalesce(array_position(${sql`${[...things]}`}::${sql.raw(type)}[], cases.${sql.ref(column)}), ${last}::float8)`

const secondsAt = (column: 'worked_from' | 'status_since', days: number) =>
  sql`date_part('epoch', ${sql.ref(`cases.${column}`)}) + ${sql.lit(days * 86_400)}`

/** In seconds: adding an interval to an instant takes PostgreSQL several times as long, and lists sort thousands of cases by this. */
export const dueAt = ({ takeDays, closeDays }: CaseTerms) => sql<number>`
  case when cases.status in ('closed', 'cancelled') then ${sql.lit(last)}::float8
    else floor(least(${secondsAt('worked_from', closeDays)},
      case when ${hasStatus(waitingStatuses)} then ${secondsAt('status_since', takeDays)} end)) end`

type Computed = Exclude<CaseSortColumn, keyof typeof indexed | keyof typeof labelled | 'operator'>

/** Columns that are sorted by an expression. */
const computed: Readonly<Record<Computed, (terms: CaseTerms) => RawBuilder<number>>> = {
  status: () => placeIn('status', Object.keys(caseStatusIds), 'text'),
  place: () => sql<number>`coalesce((not cases.is_virtual)::integer, ${last}::float8)`,
  due: dueAt,
}

export interface OrderNeeds {
  readonly vault: Vault
  readonly terms: CaseTerms
  /** Ids of a reference list in the order of their labels. */
  readonly idsInOrder: (list: ReferenceList) => Promise<readonly number[]>
}

const isIn = <K extends string>(table: Readonly<Record<K, unknown>>, column: string): column is K =>
  Object.hasOwn(table, column)

async function unsortedBy(column: Exclude<CaseSortColumn, 'operator'>, needs: OrderNeeds): Promise<Unsorted> {
  if (isIn(indexed, column)) return indexed[column]
  if (!isIn(labelled, column)) return bySortKey(computed[column](needs.terms))
  const [id, list] = labelled[column]
  return bySortKey(placeIn(id, await needs.idsInOrder(list), 'integer'))
}

const refused = (message: 'ordinamento_non_previsto' | 'ordinamento_troppi_casi' | 'ordinamento_troppi_nomi') =>
  invalidInput([{ path: 'ordinamenti', message }])

/** The error of a list with more cases than the order can sort. */
export const tooLongFor = (order: CaseOrder | undefined) =>
  refused(order === operatorOrder ? 'ordinamento_troppi_nomi' : 'ordinamento_troppi_casi')

/**
 * The orders of a request, of which the list has the first that it is short enough for: the requested one alone, or the defaults.
 * Throws 400 for more than one column or an unknown one.
 */
export async function ordersOf(
  { orderings = [] }: Pick<PageQuery<unknown>, 'orderings'>,
  list: OrderedList,
  needs: OrderNeeds,
): Promise<readonly [CaseOrder, ...CaseOrder[]]> {
  const [ordering, ...others] = orderings
  if (!ordering) return defaultOrders(list, needs)
  const column = columnOf(ordering)
  if (others.length > 0 || !column) throw refused('ordinamento_non_previsto')
  if (column === 'operator') return [operatorOrder]
  return [{ ...(await unsortedBy(column, needs)), direction: ordering.direction }]
}

const columnOf = (ordering: Ordering) =>
  (Object.keys(caseSorts) as CaseSortColumn[]).find((column) => caseSorts[column] === ordering.column)

/** The longest overdue first. */
const deadlineOrder = (terms: CaseTerms): CaseOrder => ({ ...bySortKey(dueAt(terms)), direction: 'asc' })

/** A list by its view and filters. */
export interface OrderedList {
  readonly view?: SearchedView | undefined
  readonly filters?: CaseFilters | undefined
}

/** Whether a list is work that waits: late, to assign, taken by nobody, or to be closed. Its first case is the one whose term ends first. */
export function isByTerm({ view, filters = {} }: OrderedList): boolean {
  const { isLate, isUnassigned, isClosingProposed } = filters
  return Boolean(view === 'toAssign' || isLate || isClosingProposed || (isUnassigned && arePending(filters)))
}

/**
 * What waits by deadline, also where found by name; reporters to inform, the first received first; a search by name, whole names first;
 * else as the office does.
 */
function defaultOrders(list: OrderedList, { vault, terms }: OrderNeeds): readonly [CaseOrder, ...CaseOrder[]] {
  if (isByTerm(list)) return [deadlineOrder(terms), officeOrder]
  const { filters = {} } = list
  if (filters.isToInform) return [{ ...indexed.createdAt, direction: 'asc' }]
  const isWhole = hasWholeName(vault, filters)
  if (!isWhole) return [officeOrder]
  const rank = sql<number>`(cases.list_rank + ${wholeRank}::int * (${isWhole})::int)`
  return [{ ...bySortKey(rank), direction: 'desc' }, officeOrder]
}

/** Exceeds every `list_rank`, which is 1 for Aperto and 0 otherwise. */
const wholeRank = 2

const allOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`
const anyOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
const hasTokens = (tokens: readonly string[]) => sql<boolean>`tokens @> ${`{${tokens.join()}}`}::bigint[]`

/**
 * SQL condition for a search by name: the reporter or the victim of the case has every searched word as a whole word of their
 * name. Undefined without such a search. The search tokens of names already distinguish whole words.
 */
function hasWholeName(
  vault: Vault,
  { person = '', organisationName = '' }: CaseFilters,
): RawBuilder<boolean> | undefined {
  const hasWords = (text: string, fields: readonly (keyof SealedReport & string)[]) => {
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

interface CaseOfOperator {
  readonly id: number
  readonly operator: string | null
}

/** Sorts cases by the name of their operator; cases without one come last in ascending order. */
export function byOperatorName(rows: readonly CaseOfOperator[], direction: 'asc' | 'desc'): number[] {
  const { compare } = new Intl.Collator('it')
  const sign = direction === 'asc' ? 1 : -1
  const sorted = rows.toSorted(
    (one, other) => sign * compare(one.operator ?? '\uffff', other.operator ?? '\uffff') || other.id - one.id,
  )
  return sorted.map(({ id }) => id)
}
