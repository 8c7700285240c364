import {
  type CaseFilters,
  compactCode,
  protocolNumberLength,
  readReportCode,
  withoutCountry,
  withPlainDigits,
} from '@portal/contract'

/** The places that a text is searched in. */
export type SearchedIn =
  | 'codes'
  | 'contacts'
  | 'taxCodes'
  | 'vatNumbers'
  | 'people'
  | 'operators'
  | 'nicknames'
  | 'narratives'

/** One possible meaning of a text. */
export interface TextMeaning {
  readonly searchedIn: SearchedIn
  /** Undefined where the text matches no one there. */
  readonly filters: CaseFilters | undefined
}

/** An operator who works on cases. */
export interface Colleague {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
}

interface SearchContext {
  /** The prefix of case codes. */
  readonly tag: string
  readonly colleagues: readonly Colleague[]
}

const shapes = {
  taxCode: /^[A-Z]{6}[\dL-NP-V]{2}[A-Z][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]$/,
  vatNumber: /^\d{11}$/,
  yearAndNumber: /^20\d\d-\d{1,6}$/,
  phone: /^\+?[\d\s()./-]{6,20}$/,
  number: /^\d+$/,
}

/** The places to search for a text, the likeliest first. */
function placesOf(typed: string, tag: string): readonly SearchedIn[] {
  // Names and numbers are short, so a longer text is a sentence of a narrative.
  if (typed.length > protocolNumberLength) return ['narratives']
  if (typed.startsWith('@')) return ['nicknames', 'narratives']
  if (typed.includes('@')) return ['contacts', 'nicknames', 'narratives']
  const code = readReportCode(typed)
  const canonical = 'value' in code ? code.value : typed.toUpperCase()
  if (canonical.startsWith(`${tag}-`)) return ['codes', 'narratives']
  if (shapes.taxCode.test(compactCode(typed))) return ['taxCodes', 'narratives']
  if (shapes.vatNumber.test(withoutCountry(compactCode(typed))))
    return ['vatNumbers', 'contacts', 'codes', 'narratives']
  if (shapes.yearAndNumber.test(typed)) return ['codes', 'contacts', 'narratives']
  if (shapes.phone.test(typed)) return ['contacts', 'codes', 'narratives']
  if (shapes.number.test(typed)) return ['codes', 'narratives']
  if (/\d/.test(typed)) return ['codes', 'nicknames', 'narratives']
  return ['people', 'operators', 'nicknames', 'narratives']
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string) => fold(text).split(/\s+/)

/** The colleagues for whom each word starts one of their names. */
function colleaguesLike(typed: string, colleagues: readonly Colleague[]): number[] {
  const words = wordsOf(typed)
  const isLike = ({ firstName, lastName }: Colleague) => {
    const names = wordsOf(`${firstName} ${lastName}`)
    return words.every((word) => names.some((name) => name.startsWith(word)))
  }
  return colleagues.filter(isLike).map(({ id }) => id)
}

/** The filters for each place; undefined where the text matches no one there. */
const filtersFor: Readonly<Record<SearchedIn, (typed: string, known: SearchContext) => CaseFilters | undefined>> = {
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

/** The possible meanings of a text, the likeliest first; empty for an empty text. */
export function meaningsOf(text: string, known: SearchContext): readonly TextMeaning[] {
  const typed = withPlainDigits(text).trim()
  if (typed === '') return []
  return placesOf(typed, known.tag).map((searchedIn) => ({ searchedIn, filters: filtersFor[searchedIn](typed, known) }))
}
