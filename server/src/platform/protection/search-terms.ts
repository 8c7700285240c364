import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { compactCode, dayMs, readEmail, withoutCountry, withPlainDigits } from '@portal/contract'
import { ara } from 'stopword/src/stopwords_ara.js'
import { eng } from 'stopword/src/stopwords_eng.js'
import { fra } from 'stopword/src/stopwords_fra.js'
import { ita } from 'stopword/src/stopwords_ita.js'
import { spa } from 'stopword/src/stopwords_spa.js'
import { findUnspaced, fold, indexUnspaced, inSmallLetters, isUnspaced, splitWords } from './fold.ts'
import { nameTermsToFind, nameTermsToIndex } from './name-terms.ts'
import { anyScriptTermsToIndex } from './names/ranked-terms.ts'

/** The terms of words by language and word. */
export type KnownWords = Map<string, readonly string[]>

/** Kinds of search for the values of a field. */
export type TermKind = 'name' | 'anyScriptName' | 'words' | 'email' | 'phone' | 'code' | 'date'

/** A telephone number as dialled from Italy; foreign numbers with their country code, for `+` and `00` alike. */
const normalizePhone = (text: string) =>
  withPlainDigits(fold(text))
    .replace(/[^\d+]/g, '')
    .replace(/^\+|^00/, '+')
    .replace(/^\+39/, '')
    .replace(/\+/g, '')

/** Values that are found only as a whole; empty for text that is not such a value. */
const wholeValue = {
  email(text: string) {
    const read = readEmail(text)
    return ('value' in read ? read.value : text.trim()).toLowerCase()
  },
  phone: normalizePhone,
  code: (text: string) => withoutCountry(compactCode(text)),
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
 * `p` start of a word, `d` word without one letter, `f` sound, `k` and `l` consonants and `s` syllables (`anyScriptName` only), `w` word or stem, `u` characters of a script without spaces,
 * `t` last digits of a telephone number. `language` is the language of a narrative, as a code such as `it`. `known` remembers the terms of
 * words for the next text.
 */
export function termsToIndex(kind: TermKind, text: string, language?: string, known: KnownWords = new Map()): string[] {
  if (kind === 'name') return [...new Set(nameTermsToIndex(text))]
  if (kind === 'anyScriptName') return [...new Set(anyScriptTermsToIndex(text))]
  if (kind === 'words') return [...new Set(wordTermsToIndex(text, language, known))]
  if (kind === 'date') return dateTermsToIndex(text)
  if (kind === 'phone') return [...wholeTerms(wholeValue.phone(text)), ...tailTerms(text)]
  return wholeTerms(wholeValue[kind](text))
}

/**
 * Returns the query terms of a text, in groups: a value matches when it has a term of every group. Without groups the text
 * is too short to search.
 */
export function termsToFind(kind: TermKind, text: string): string[][] {
  if (kind === 'name' || kind === 'anyScriptName') return nameTermsToFind(text).map((group) => [...new Set(group)])
  if (kind === 'words') return wordTermsToFind(text)
  if (kind === 'date') return dateTermsToFind(text)
  if (kind === 'phone') return wholeTerms(normalizePhone(text)).map((term) => [term, ...tailTerm(normalizePhone(text))])
  return wholeTerms(wholeValue[kind](text)).map((term) => [term])
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const dayOf = (text: string) => (dayPattern.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN)
const textOf = (day: number) => new Date(day).toISOString().slice(0, 10)

/** Terms of a day: the day itself, its month and its year. */
function dateTermsToIndex(text: string): string[] {
  const day = text.trim()
  return Number.isNaN(dayOf(day)) ? [] : [day, day.slice(0, 7), day.slice(0, 4)].map((part) => `=:${part}`)
}

/** Terms for a day or a range `first..last`: the years, months and days that cover it, as alternatives. */
function dateTermsToFind(text: string): string[][] {
  const [first = '', last = first] = text.trim().split('..')
  const [from, to] = [dayOf(first), dayOf(last)]
  if (Number.isNaN(from) || Number.isNaN(to) || from > to) return []
  return [partsOf(from, to).map((part) => `=:${part}`)]
}

/** Returns the smallest set of years, months and days that covers the days from `from` to `to`. */
function partsOf(from: number, to: number): string[] {
  const parts: string[] = []
  let day = from
  while (day <= to) {
    const text = textOf(day)
    const year = Date.UTC(Number(text.slice(0, 4)) + 1, 0, 1)
    const month = Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 1)
    const end = to + dayMs
    if (text.endsWith('-01-01') && year <= end) {
      parts.push(text.slice(0, 4))
      day = year
    } else if (text.endsWith('-01') && month <= end) {
      parts.push(text.slice(0, 7))
      day = month
    } else {
      parts.push(text)
      day += dayMs
    }
  }
  return parts
}

/** Longer words are compared by their first letters. */
const maxLetters = 40
/** Single letters and numbers of one or two digits are not indexed. */
const tooShort = /^(?:.?|\p{Nd}{2})$/u

interface Word {
  /** In lower case, with its accents. */
  readonly written: string
  readonly folded: string
}

const wordsOf = (text: string): Word[] =>
  [...new Set(splitWords(inSmallLetters(text)))]
    .map((word) => (isUnspaced(word) ? word : word.slice(0, maxLetters)))
    .map((written) => ({ written, folded: fold(written) }))
    .filter(({ folded }) => isUnspaced(folded) || !tooShort.test(folded))

/**
 * Returns the folded word and its stems. Stemmers recognise some endings only with accents, which many writers omit, so both
 * spellings are stemmed for the index and for the query.
 */
function formsOf({ written, folded }: Word, known: readonly Language[]) {
  const spellings = written === folded ? [folded] : [written, folded]
  const stems = known.flatMap((language) => spellings.flatMap(language.stems)).map(fold)
  return [...new Set([folded, ...stems])].filter((form) => form !== '').map((form) => `w:${form}`)
}

function wordTermsToIndex(text: string, language = '', known: KnownWords) {
  const rules = languages.get(language)
  return wordsOf(text)
    .filter(({ written }) => !rules?.stopWords.has(written))
    .flatMap((word) => {
      const place = `${language} ${word.written}`
      const terms = known.get(place) ?? termsOfWord(word, rules)
      known.set(place, terms)
      return terms
    })
}

const termsOfWord = (word: Word, rules: Language | undefined) =>
  isUnspaced(word.folded) ? indexUnspaced(word.folded) : formsOf(word, rules ? [rules] : [])

/** One group for each word, in any language; stop words count only in a query without other words. */
function wordTermsToFind(text: string) {
  const words = wordsOf(text)
  const contentWords = words.filter(({ folded }) => !allStopWords.has(folded))
  return (contentWords.length > 0 ? contentWords : words).flatMap((word) =>
    isUnspaced(word.folded) ? findUnspaced(word.folded) : [formsOf(word, [...languages.values()])],
  )
}

/** Search rules of a language. */
interface Language {
  /** In lower case, with their accents. */
  readonly stopWords: ReadonlySet<string>
  /** The stems of a word, which its forms have in common. */
  readonly stems: (word: string) => string[]
}

/** Words such as father, brother and visit, which the package lists as stop words although they carry meaning. */
const meaningfulWords = new Set(['أب', 'أخ', 'زيارة', 'عين', 'قوة', 'كرب', 'لقاء'])

/** Our own list, because that of the package is damaged for Urdu: it has ض where the language has س. */
const urd = [
  'اب اپنا اپنی اپنے آپ اس اسے اگر ان انہوں انہیں اور ایک بھی پر پھر تا تک تم تو تھا تھی تھیں تھے جب جس جن جو چکا چکی',
  'چکے سے کا کب کر کرتا کرتی کرتے کرنا کرنے کوئی کون کو کہ کی کیا کے گئی گئے گا گی گیا گے لئے لیکن لیے مجھ مجھے مگر',
  'میرا میری میرے میں نہ نہیں نے وہ وہاں ہم ہمارا ہماری ہمارے ہمیں ہو ہوا ہوتا ہوتی ہوتے ہوں ہوئی ہوئے ہی ہیں ہے یا یہ یہاں',
]

const setOf = (words: readonly string[]) => new Set(words.flatMap((word) => splitWords(inSmallLetters(word))))

/** The stemmer takes nouns in -ere and -are for verbs: `genere` would not match `generi`. */
const italianStems = (word: string) => [italian(word), word.replace(/(?<=[aei]r)[aeio]$/, '')]
/** The stemmer recognises this ending only with its accent, which many writers omit. */
const spanishStems = (word: string) => [spanish(word.replace(/(?<=[cs])ion$/, 'ión'))]
/** The stemmer does not remove an `and` before the article. */
const arabicStems = (word: string) => [word, ...(/^وال../.test(word) ? [word.slice(1)] : [])].map(arabic)

/** The languages of the portal, by code. */
export const languages: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['it', { stopWords: setOf(ita), stems: italianStems }],
  ['en', { stopWords: setOf(eng), stems: (word) => [english(word)] }],
  ['fr', { stopWords: setOf(fra), stems: (word) => [french(word)] }],
  ['es', { stopWords: setOf(spa), stems: spanishStems }],
  ['ar', { stopWords: setOf(ara.filter((word) => !meaningfulWords.has(word))), stems: arabicStems }],
  ['ur', { stopWords: setOf(urd), stems: () => [] }],
])

/** Stop words of all languages, folded. */
const allStopWords: ReadonlySet<string> = new Set(
  [...languages.values()].flatMap(({ stopWords }) => [...stopWords].map(fold)),
)
