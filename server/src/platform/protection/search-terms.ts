import { dateTermsToFind, dateTermsToIndex } from './date-terms.ts'
import { fold } from './fold.ts'
import { nameTermsToFind, nameTermsToIndex } from './name-terms.ts'
import { wordTermsToFind, wordTermsToIndex } from './word-terms.ts'

/** How the values of a field are found again. */
export type TermKind = 'name' | 'words' | 'email' | 'phone' | 'code' | 'date'

const spacesAndInvisible = /[\s\p{Cf}]/gu

/** The number as it is dialled in Italy; abroad with its country, whether it was written with `+` or `00`. */
const dialled = (text: string) =>
  fold(text)
    .replace(/[^\d+]/g, '')
    .replace(/^\+|^00/, '+')
    .replace(/^\+39/, '')
    .replace(/\+/g, '')

/** What is found only as a whole; empty where the text is no such value. */
const wholeValue = {
  email: (text: string) => text.trim().toLowerCase(),
  phone: dialled,
  code: (text: string) => text.normalize('NFKC').replace(spacesAndInvisible, '').toUpperCase(),
}

/** How many of its last digits a telephone number is found by: what is left where prefixes are left out. */
const tailLengths = [6, 7, 8, 9]

const tailTerms = (text: string) => {
  const number = dialled(text)
  return tailLengths.filter((length) => length < number.length).map((length) => `t:${number.slice(-length)}`)
}

const asTail = (number: string) => (tailLengths.includes(number.length) ? [`t:${number}`] : [])

const wholeTerms = (value: string) => (value === '' ? [] : [`=:${value}`])

/**
 * The terms that a value is found by, each once; they become keyed tokens. A term says its sort: `=` whole value, `p` beginning
 * of a word, `d` word with a letter left out, `f` sound, `w` word or stem, `u` characters of a script without spaces, `t` last digits of a telephone number.
 * `language` is that of a narrative, as a code such as `it`.
 */
export function termsToIndex(kind: TermKind, text: string, language?: string): string[] {
  if (kind === 'name') return [...new Set(nameTermsToIndex(text))]
  if (kind === 'words') return [...new Set(wordTermsToIndex(text, language))]
  if (kind === 'date') return dateTermsToIndex(text)
  if (kind === 'phone') return [...wholeTerms(wholeValue.phone(text)), ...tailTerms(text)]
  return wholeTerms(wholeValue[kind](text))
}

/**
 * What is asked for: a value matches when it has a term of every group. No group at all means that the text says too little to
 * search by.
 */
export function termsToFind(kind: TermKind, text: string): string[][] {
  if (kind === 'name') return nameTermsToFind(text).map((group) => [...new Set(group)])
  if (kind === 'words') return wordTermsToFind(text)
  if (kind === 'date') return dateTermsToFind(text)
  if (kind === 'phone') return wholeTerms(dialled(text)).map((term) => [term, ...asTail(dialled(text))])
  return wholeTerms(wholeValue[kind](text)).map((term) => [term])
}
