import type { MessageKey } from '@portal/contract'
import * as z from 'zod/mini'
import { type FilterSet, filterAt, filterKeys, filterValue, narrowedBy } from './filter.ts'
import { filterKinds, readTyped, writeTyped } from './filter-kinds.ts'

/** The filters as they stand in their fields: everything is text, choices with commas between them. */
export type FilterDraft = Readonly<Record<string, string>>

export interface InvalidFilter {
  readonly key: string
  readonly message: MessageKey
}

/** Filters with what the contract asks of them before they are sent. */
export interface CheckedFilters extends FilterSet {
  readonly schema?: z.ZodMiniType
}

const setKeys = (set: FilterSet, filters: object) =>
  filterKeys(set).filter((key) => filterValue(filters, key) !== undefined)

export const draftOf = (set: FilterSet, filters: object): FilterDraft =>
  Object.fromEntries(
    setKeys(set, filters).map((key) => [key, writeTyped(filterAt(set, key), filterValue(filters, key))]),
  )

/**
 * The draft with another answer. What was chosen under a choice that is withdrawn goes with it, and so does what holds only
 * as long as nothing else is asked.
 */
export function withAnswer(set: FilterSet, draft: FilterDraft, key: string, text: string): FilterDraft {
  const left = new Set(text.split(','))
  const isWithdrawn = (draft[key] ?? '').split(',').some((id) => id !== '' && !left.has(id))
  const ended = filterKeys(set).filter((one) => one !== key && draft[one] && filterAt(set, one).isExclusive)
  const emptied = [...(isWithdrawn ? narrowedBy(set, key) : []), ...ended]
  return { ...draft, [key]: text, ...Object.fromEntries(emptied.map((one) => [one, ''])) }
}

const meaningOf = (set: FilterSet, key: string, draft: FilterDraft) => readTyped(filterAt(set, key), draft[key] ?? '')

/** What a draft means, without what it does not say. */
export const filtersOf = (set: FilterSet, draft: FilterDraft): object =>
  Object.fromEntries(
    Object.keys(draft)
      .map((key) => [key, meaningOf(set, key, draft)] as const)
      .filter(([, value]) => value !== undefined),
  )

/** What was typed and means nothing. */
const unreadable = (set: FilterSet, draft: FilterDraft): InvalidFilter[] =>
  Object.keys(draft)
    .filter((key) => draft[key]?.trim() && meaningOf(set, key, draft) === undefined)
    .map((key) => ({ key, message: filterKinds[filterAt(set, key).kind].message }))

/** Ranges that run backwards: the end is wrong. */
function backwards(set: FilterSet, filters: object): InvalidFilter[] {
  const isBackwards = (key: string) => {
    const { notBefore } = filterAt(set, key)
    const [first, last] = [notBefore && filterValue(filters, notBefore), filterValue(filters, key)]
    return typeof first === 'string' && typeof last === 'string' && first > last
  }
  return filterKeys(set)
    .filter(isBackwards)
    .map((key) => ({ key, message: 'intervallo_date_non_valido' }))
}

/** What the contract would refuse: ranges, lists and texts that are too long, numbers that are too large. */
function refusable(set: CheckedFilters, filters: object): InvalidFilter[] {
  const { error } = set.schema ? z.safeEncode<z.ZodMiniType>(set.schema, filters) : {}
  return (error?.issues ?? []).flatMap(({ path: [wire], message }) => {
    const key = filterKeys(set).find((one) => filterAt(set, one).wire === wire)
    const known = message === 'intervallo_date_non_valido' ? message : 'valore_non_valido'
    return key ? [{ key, message: known }] : []
  })
}

function errorsIn(set: CheckedFilters, filters: object): InvalidFilter[] {
  const found = backwards(set, filters)
  return [...found, ...refusable(set, filters).filter(({ key }) => !found.some((one) => one.key === key))]
}

/** What is wrong with the filters as they are typed, all of it at once. */
export const errorsOf = (set: CheckedFilters, draft: FilterDraft): InvalidFilter[] => [
  ...unreadable(set, draft),
  ...errorsIn(set, filtersOf(set, draft)),
]

const withoutFilters = (filters: object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(filters).filter(([key]) => !keys.includes(key)))

/** The filters without what the contract would refuse. */
export function validFilters(set: CheckedFilters, filters: object): object {
  const wrong = errorsIn(set, filters).map(({ key }) => key)
  return wrong.length === 0 ? filters : validFilters(set, withoutFilters(filters, wrong))
}

/** The filters that may stand in an address, and those that must not. */
export function partedFilters<F extends object>(set: FilterSet, filters: F): { clear: F; sealed: F | undefined } {
  const keys = Object.keys(filters)
  const sealed = keys.filter((key) => set.filters[key]?.isSealed)
  const clear = keys.filter((key) => !sealed.includes(key))
  return {
    clear: withoutFilters(filters, sealed) as F,
    sealed: sealed.length > 0 ? (withoutFilters(filters, clear) as F) : undefined,
  }
}
