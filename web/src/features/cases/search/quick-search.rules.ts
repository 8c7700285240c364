import { type CaseFilters, protocolNumberLength } from '@portal/contract'

/** Where a text may be looked for. */
export type SearchedIn =
  | 'codes'
  | 'contacts'
  | 'taxCodes'
  | 'vatNumbers'
  | 'people'
  | 'operators'
  | 'nicknames'
  | 'narratives'

/** One meaning of a text. */
export interface Reading {
  readonly searchedIn: SearchedIn
  /** Undefined where the text names nobody there. */
  readonly filters: CaseFilters | undefined
}

/** Somebody who works on cases. */
export interface Colleague {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
}

interface Known {
  /** What codes begin with. */
  readonly tag: string
  readonly colleagues: readonly Colleague[]
}

const shapes = {
  taxCode: /^[a-z]{6}\d{2}[a-z]\d{2}[a-z]\d{3}[a-z]$/i,
  vatNumber: /^\d{11}$/,
  phone: /^\+?[\d\s./-]{6,20}$/,
  number: /^\d+$/,
}

/** The places that a text is looked for in, the likeliest first. */
function placesOf(typed: string, tag: string): readonly SearchedIn[] {
  // Names and numbers are short: a sentence was told by somebody.
  if (typed.length > protocolNumberLength) return ['narratives']
  if (typed.startsWith('@')) return ['nicknames', 'narratives']
  if (typed.includes('@')) return ['contacts', 'nicknames', 'narratives']
  if (typed.toUpperCase().startsWith(`${tag}-`)) return ['codes', 'narratives']
  if (shapes.taxCode.test(typed)) return ['taxCodes', 'narratives']
  if (shapes.vatNumber.test(typed)) return ['vatNumbers', 'contacts', 'codes', 'narratives']
  if (shapes.phone.test(typed)) return ['contacts', 'codes', 'narratives']
  if (shapes.number.test(typed)) return ['codes', 'narratives']
  if (/\d/.test(typed)) return ['codes', 'nicknames', 'narratives']
  return ['people', 'operators', 'nicknames', 'narratives']
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string) => fold(text).split(/\s+/)

/** The colleagues one of whose names each word begins. */
function colleaguesLike(typed: string, colleagues: readonly Colleague[]): number[] {
  const words = wordsOf(typed)
  const isLike = ({ firstName, lastName }: Colleague) => {
    const names = wordsOf(`${firstName} ${lastName}`)
    return words.every((word) => names.some((name) => name.startsWith(word)))
  }
  return colleagues.filter(isLike).map(({ id }) => id)
}

/** What to look for in each place; nothing where the text names nobody there. */
const filtersFor: Readonly<Record<SearchedIn, (typed: string, known: Known) => CaseFilters | undefined>> = {
  codes: (typed) => ({ protocolNumbers: [typed] }),
  contacts: (typed) => ({ contact: typed }),
  taxCodes: (typed) => ({ taxCode: typed }),
  vatNumbers: (typed) => ({ vatNumber: typed }),
  people: (typed) => ({ person: typed }),
  operators: (typed, { colleagues }) => {
    const ids = colleaguesLike(typed, colleagues)
    return ids.length > 0 ? { user: { ids } } : undefined
  },
  nicknames: (typed) => ({ accountNickname: typed }),
  narratives: (typed) => ({ narrative: typed }),
}

/** What a text may mean, the likeliest first; nothing where it is empty. */
export function soughtBy(text: string, known: Known): readonly Reading[] {
  const typed = text.trim()
  if (typed === '') return []
  return placesOf(typed, known.tag).map((searchedIn) => ({ searchedIn, filters: filtersFor[searchedIn](typed, known) }))
}
