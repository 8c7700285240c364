import { caseStatusIds, limits, type Ordering, type ReferenceList } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { invalidInput } from '#platform/app-error.ts'
import type { PageQuery, Place, SortColumn } from '#platform/database/page.ts'
import { type CaseTerms, waitingStatuses } from '../case-terms.rules.ts'

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

const byNumber = (read: (row: SortedRow) => number) => ({
  readKey: wholePair,
  keyOf: (row: SortedRow) => `${read(row)}-${row.id}`,
})
const byInstant = (read: (row: SortedRow) => Date) => ({
  readKey: (text: string): Place | undefined => {
    const pair = wholePair(text)
    return pair && pair[0] <= 8.64e15 ? [new Date(pair[0]), pair[1]] : undefined
  },
  keyOf: (row: SortedRow) => `${read(row).getTime()}-${row.id}`,
})

/** Aperto before all others, each group newest first (specification 2 §4). */
const officeOrder: CaseOrder = {
  columns: ['cases.listRank', 'cases.id'],
  direction: 'desc',
  ...byNumber(({ listRank }) => listRank),
}

type Unsorted = Omit<CaseOrder, 'direction'>

/** Columns with an index: available for lists of any length. */
const indexed: Readonly<Record<string, Unsorted>> = {
  data_creazione: { columns: ['cases.createdAt', 'cases.id'], ...byInstant(({ createdAt }) => createdAt) },
  data_inserimento: { columns: ['cases.insertedAt', 'cases.id'], ...byInstant(({ insertedAt }) => insertedAt) },
  numero_protocollo: {
    columns: ['cases.protocolYear', 'cases.protocolNumber'],
    readKey: wholePair,
    keyOf: ({ protocolYear, protocolNumber }) => `${protocolYear}-${protocolNumber}`,
  },
}

/** The sort key of cases without a value: after all others. */
const last = 1e12

/** Columns that are sorted by the labels of their values: only for lists below the cap for exact counts. */
const labelled: Readonly<Record<string, readonly [column: string, list: ReferenceList]>> = {
  id_esito_finale: ['outcome_id', 'final_outcome'],
  id_ambito: ['field_id', 'field_of_life'],
  id_modalita_discriminazione: ['mode_id', 'discrimination_mode'],
  id_ground: ['ground_id', 'ground'],
  id_lingua: ['language_id', 'language'],
}

const bySortKey = (column: RawBuilder<unknown>): Unsorted => ({
  columns: [column, 'cases.id'],
  selected: column,
  ...byNumber(({ sortKey }) => sortKey),
})

const placeIn = (column: string, things: readonly (string | number)[], type: 'text' | 'integer') =>
  sql<number>`coalesce(array_position(${sql`${[...things]}`}::${sql.raw(type)}[], cases.${sql.ref(column)}), ${last}::float8)`

const dueAt = ({ takeDays, closeDays }: CaseTerms) => sql<number>`
  case when cases.status in ('closed', 'cancelled') then ${last}::float8
    else floor(extract(epoch from least(cases.worked_from + make_interval(days => ${closeDays}::int),
      case when cases.status = any(${[...waitingStatuses]}::text[])
        then cases.status_since + make_interval(days => ${takeDays}::int) end)))::float8 end`

export interface OrderNeeds {
  readonly terms: CaseTerms
  /** Ids of a reference list in the order of their labels. */
  readonly idsInOrder: (list: ReferenceList) => Promise<readonly number[]>
}

/** Columns that a list may be sorted by on request, by their names on the wire. */
const sortableCaseColumns = [
  ...Object.keys(indexed),
  ...Object.keys(labelled),
  ...['id_stato', 'virtuale_fisico', 'data_scadenza', 'operatore'],
]

async function unindexed(column: string, { terms, idsInOrder }: OrderNeeds): Promise<Unsorted> {
  const row = labelled[column]
  if (row) return bySortKey(placeIn(row[0], await idsInOrder(row[1]), 'integer'))
  if (column === 'id_stato') return bySortKey(placeIn('status', Object.keys(caseStatusIds), 'text'))
  if (column === 'virtuale_fisico')
    return bySortKey(sql<number>`coalesce((not cases.is_virtual)::integer, ${last}::float8)`)
  return bySortKey(dueAt(terms))
}

const refused = (message: 'ordinamento_non_previsto' | 'ordinamento_troppi_casi' | 'ordinamento_troppi_nomi') =>
  invalidInput([{ path: 'ordinamenti', message }])

/** The column that a request sorts by; undefined for the office's own order. Throws 400 for more than one or an unknown one. */
export function orderingOf({ orderings = [] }: PageQuery<unknown>): Ordering | undefined {
  if (orderings.length > 1) throw refused('ordinamento_non_previsto')
  const [ordering] = orderings
  if (ordering && !sortableCaseColumns.includes(ordering.column)) throw refused('ordinamento_non_previsto')
  return ordering
}

/** Whether an order is by names, which must be decrypted to be sorted. */
export const isByName = (ordering: Ordering | undefined) => ordering?.column === 'operatore'

/** Maximum number of cases that can be sorted by protected names (decisions §1). */
export const mostNames = 500

/** The order of a request. */
export async function orderOf(ordering: Ordering | undefined, needs: OrderNeeds): Promise<CaseOrder> {
  if (!ordering || isByName(ordering)) return officeOrder
  const { column, direction } = ordering
  return { ...(indexed[column] ?? (await unindexed(column, needs))), direction }
}

/** Default order of late cases: the longest overdue first. */
export const latestFirst = (terms: CaseTerms): CaseOrder => ({ ...bySortKey(dueAt(terms)), direction: 'asc' })

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
export function refuseTooMany(ordering: Ordering | undefined, count: number): void {
  if (!ordering) return
  if (isByName(ordering) && count > mostNames) throw refused('ordinamento_troppi_nomi')
  const isIndexed = isByName(ordering) || indexed[ordering.column] !== undefined
  if (!isIndexed && count > limits.page.exactCount) throw refused('ordinamento_troppi_casi')
}
