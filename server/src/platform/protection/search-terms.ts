import { dateTermsToFind, dateTermsToIndex } from './date-terms.ts'
import { fold } from './fold.ts'
import { nameTermsToFind, nameTermsToIndex } from './name-terms.ts'
import { wordTermsToFind, wordTermsToIndex } from './word-terms.ts'

/** Kinds of search for the values of a field. */
export type TermKind = 'name' | 'words' | 'email' | 'phone' | 'code' | 'date'

const spacesAndInvisible = /[\s\p{Cf}]/gu

/** A telephone number as dialled from Italy; foreign numbers with their country code, for `+` and `00` alike. */
const normalizePhone = (text: string) =>
  fold(text)
    .replace(/[^\d+]/g, '')
    .replace(/^\+|^00/, '+')
    .replace(/^\+39/, '')
    .replace(/\+/g, '')

/** Values that are found only as a whole; empty for text that is not such a value. */
const wholeValue = {
  email: (text: string) => text.trim().toLowerCase(),
  phone: normalizePhone,
  code: (text: string) => text.normalize('NFKC').replace(spacesAndInvisible, '').toUpperCase(),
}

/** Numbers of last digits by which a telephone number is found, for queries without its prefix. */
const tailLengths = [6, 7, 8, 9]

const tailTerms = (text: string) => {
  const number = normalizePhone(text)
  return tailLengths.filter((length) => length < number.length).map((length) => `t:${number.slice(-length)}`)
}

const tailTerm = (number: string) => (tailLengths.includes(number.length) ? [`t:${number}`] : [])

const wholeTerms = (value: string) => (value === '' ? [] : [`=:${value}`])

/**
 * Returns the distinct index terms of a value, which become keyed tokens. The prefix of a term is its kind: `=` whole value,
 * `p` start of a word, `d` word without one letter, `f` sound, `w` word or stem, `u` characters of a script without spaces,
 * `t` last digits of a telephone number. `language` is the language of a narrative, as a code such as `it`.
 */
export function termsToIndex(kind: TermKind, text: string, language?: string): string[] {
  if (kind === 'name') return [...new Set(nameTermsToIndex(text))]
  if (kind === 'words') return [...new Set(wordTermsToIndex(text, language))]
  if (kind === 'date') return dateTermsToIndex(text)
  if (kind === 'phone') return [...wholeTerms(wholeValue.phone(text)), ...tailTerms(text)]
  return wholeTerms(wholeValue[kind](text))
}

/**
 * Returns the query terms of a text, in groups: a value matches when it has a term of every group. Without groups the text
 * is too short to search.
 */
export function termsToFind(kind: TermKind, text: string): string[][] {
  if (kind === 'name') return nameTermsToFind(text).map((group) => [...new Set(group)])
  if (kind === 'words') return wordTermsToFind(text)
  if (kind === 'date') return dateTermsToFind(text)
  if (kind === 'phone') return wholeTerms(normalizePhone(text)).map((term) => [term, ...tailTerm(normalizePhone(text))])
  return wholeTerms(wholeValue[kind](text)).map((term) => [term])
}
