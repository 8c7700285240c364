import {
  type CaseFilterKey,
  type CaseFilters,
  type CaseStatus,
  caseStatusIds,
  type OperatorFilter,
  type PlainDate,
  parseWireDate,
} from '@portal/contract'
import { type FilterKind, rowOf } from './case-filter-rows.ts'

/** How a filter is spelt where it is short: in an address. What makes no sense means nothing. */
interface Spelling {
  readonly read: (text: string) => unknown
  /** Of the value that the kind of filter has. */
  readonly write: (value: never) => string
}

/** A protocol number may have spaces in it: between two of them stands a comma, a semicolon or the end of a line. */
const parts = (text: string) =>
  text
    .split(/[,;\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
const isId = (id: number) => Number.isSafeInteger(id) && id > 0
/** Nothing in place of an empty list. */
const some = <T>(items: readonly T[]): T[] | undefined => (items.length > 0 ? [...items] : undefined)

export const idsIn = (text: string): number[] => [...new Set(parts(text).map(Number))].filter(isId)
export const idsText = (ids: readonly number[]) => ids.join(',')

const statusOf = (wanted: number) =>
  (Object.keys(caseStatusIds) as CaseStatus[]).find((status) => caseStatusIds[status] === wanted)
const statusesIn = (text: string) =>
  idsIn(text)
    .map(statusOf)
    .filter((status) => status !== undefined)

const flagWords: Readonly<Record<string, boolean>> = { '1': true, '0': false }

const spellings: Readonly<Record<FilterKind, Spelling>> = {
  statuses: {
    read: (text) => some(statusesIn(text)),
    write: (statuses: readonly CaseStatus[]) => idsText(statuses.map((status) => caseStatusIds[status])),
  },
  ids: { read: (text) => some(idsIn(text)), write: idsText },
  reporters: {
    read: (text) => {
      const typeIds = some(idsIn(text))
      return typeIds && { typeIds, isOn: true }
    },
    write: ({ typeIds = [] }: NonNullable<CaseFilters['reporter']>) => idsText(typeIds),
  },
  operators: {
    read: (text) => {
      const ids = some(idsIn(text))
      return ids && { ids }
    },
    write: ({ ids = [] }: OperatorFilter) => idsText(ids),
  },
  either: { read: (text) => flagWords[text], write: (value: boolean) => (value ? '1' : '0') },
  flag: { read: (text) => flagWords[text] || undefined, write: (value: boolean) => (value ? '1' : '') },
  count: { read: (text) => (/^\d{1,5}$/.test(text) ? Number(text) : undefined), write: String },
  day: { read: parseWireDate, write: (day: PlainDate) => day },
  text: { read: (text) => text.trim() || undefined, write: (text: string) => text },
  // A comma after each: a bare number in an address comes back as one, without the zeros it began with.
  codes: {
    read: (text) => some(parts(text)),
    write: (codes: readonly string[]) => codes.map((code) => `${code},`).join(''),
  },
}

/** The filter that a text means; undefined where it means none. */
export const readFilter = (key: CaseFilterKey, text: string): unknown => spellings[rowOf(key).kind].read(text)

/** The text of a filter; empty where it is not set. */
export function writeFilter(key: CaseFilterKey, filters: CaseFilters): string {
  const value = filters[key]
  return value === undefined ? '' : spellings[rowOf(key).kind].write(value as never)
}
