import {
  type CaseFilterKey,
  type CaseFilters,
  caseFilterNames,
  caseSearch,
  formatScreenDate,
  type MessageKey,
  type PlainDate,
  parseScreenDate,
} from '@portal/contract'
import * as z from 'zod/mini'
import { type FilterRow, isSealed, narrowedBy, rowOf } from './case-filter-rows.ts'
import { readFilter, writeFilter } from './case-filter-text.ts'

/** The filters as they stand in the panel: everything is text, ids with commas between them. */
export type FilterDraft = Readonly<Partial<Record<CaseFilterKey, string>>>

export interface FilterFault {
  readonly key: CaseFilterKey
  readonly message: MessageKey
}

const keysOf = (filters: object) => Object.keys(filters) as CaseFilterKey[]

const fieldText = (key: CaseFilterKey, filters: CaseFilters): string => {
  const text = writeFilter(key, filters)
  if (rowOf(key).kind === 'day') return formatScreenDate(text as PlainDate)
  return rowOf(key).kind === 'codes' ? text.replace(/,(?=.)/g, ', ').replace(/,$/, '') : text
}

export const draftOf = (filters: CaseFilters): FilterDraft =>
  Object.fromEntries(keysOf(filters).map((key) => [key, fieldText(key, filters)]))

/** The draft with another answer; what was chosen from a list that a withdrawn choice had narrowed goes with it. */
export function withAnswer(draft: FilterDraft, key: CaseFilterKey, text: string): FilterDraft {
  const changed = { ...draft, [key]: text }
  const kept = new Set(text.split(','))
  const isWithdrawn = (draft[key] ?? '').split(',').some((id) => id !== '' && !kept.has(id))
  if (!isWithdrawn) return changed
  return { ...changed, ...Object.fromEntries(narrowedBy(key).map((below) => [below, ''])) }
}

const meaningOf = (key: CaseFilterKey, text: string) =>
  rowOf(key).kind === 'day' ? parseScreenDate(text) : readFilter(key, text.trim())

/** What a draft means, without what it does not say. */
export const filtersOf = (draft: FilterDraft): CaseFilters => {
  const values = keysOf(draft).map((key) => [key, meaningOf(key, draft[key] ?? '')] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

const messageOf = ({ kind }: FilterRow): MessageKey => (kind === 'day' ? 'data_non_valida' : 'valore_non_valido')

/** What was typed and means nothing. */
const unread = (draft: FilterDraft): FilterFault[] =>
  keysOf(draft)
    .filter((key) => draft[key]?.trim() && meaningOf(key, draft[key]) === undefined)
    .map((key) => ({ key, message: messageOf(rowOf(key)) }))

const keyOf = (wire: unknown) => keysOf(caseFilterNames).find((key) => caseFilterNames[key] === wire)

/** What the contract says of filters before they are sent: ranges that run backwards, lists and texts that are too long. */
function faultsIn(filters: CaseFilters): FilterFault[] {
  const { error } = z.safeEncode(caseSearch, filters)
  return (error?.issues ?? []).flatMap(({ path: [wire], message }) => {
    const key = keyOf(wire)
    const known = message === 'intervallo_date_non_valido' ? message : 'valore_non_valido'
    return key ? [{ key, message: known }] : []
  })
}

/** What is wrong with the filters as they are typed, all of it at once. */
export const faultsOf = (draft: FilterDraft): FilterFault[] => [...unread(draft), ...faultsIn(filtersOf(draft))]

/** The filters without what the contract would refuse. */
export function sound(filters: CaseFilters): CaseFilters {
  const wrong = faultsIn(filters).map(({ key }) => key)
  return wrong.length === 0 ? filters : sound(withoutFilters(filters, wrong))
}

const withoutFilters = (filters: CaseFilters, keys: readonly CaseFilterKey[]): CaseFilters =>
  Object.fromEntries(Object.entries(filters).filter(([key]) => !keys.some((one) => one === key)))

/** The filters that may stand in an address, and those that must not. */
export const parted = (filters: CaseFilters): { clear: CaseFilters; sealed: CaseFilters | undefined } => {
  const sealed = keysOf(filters).filter(isSealed)
  const clear = keysOf(filters).filter((key) => !isSealed(key))
  return {
    clear: withoutFilters(filters, sealed),
    sealed: sealed.length > 0 ? withoutFilters(filters, clear) : undefined,
  }
}
