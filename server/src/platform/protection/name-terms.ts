import { findUnspaced, fold, indexUnspaced, isUnspaced, splitWords } from './fold.ts'
import { isHan, latinForms, pinyinWords } from './names/latin-forms.ts'
import { phoneticKeys } from './phonetic.ts'

/** Longer words are compared by their first letters. */
const maxLetters = 32
const minPrefixLength = 3
const minFuzzyLength = 4

/** Articles that a family name may have in one document and lack in another. */
const articles = new Set(['al', 'el'])

const clip = (word: string) => [...word].slice(0, maxLetters).join('')
export const nameWordsOf = (text: string) => splitWords(fold(text)).map(clip)

/** A word as it is, in Latin letters, and without the Arabic article. */
export const formsOf = (word: string) => [
  ...new Set([word, ...latinForms(word).map(clip), word.replace(/^ال(?=.{3})/, '')]),
]

/** The Arabic article between two parts of a name, as it is spoken before each letter: Nasir ud Din, Abd er Rahman. */
const spokenArticle = /^[aeiou][dlnrstz]$/

/** Any two neighbours, and three of which the first two are short or the second is an article: de la Cruz, but not Maria De Luca. */
const canJoin = (parts: readonly string[]) =>
  new Set(parts.map(isUnspaced)).size === 1 &&
  (parts.length === 2 || parts.slice(0, 2).every((part) => part.length <= 3) || spokenArticle.test(parts[1] ?? ''))

/** Neighbouring words joined, with their position, for writers who join them: D'Angelo, De Luca, Anna Maria. */
export const joinsOf = (words: readonly string[]) =>
  words
    .flatMap((_, start) => [2, 3].map((size) => ({ start, end: start + size })))
    .filter(({ start, end }) => end <= words.length && canJoin(words.slice(start, end)))
    .map(({ start, end }) => ({ start, end, word: clip(words.slice(start, end).join('')) }))

/**
 * Fuzzy terms: words with a common term differ by one wrong, missing, extra or swapped letter (or by two that leave the same
 * rest: Mario, Mauro), or sound alike.
 */
function fuzzyTerms(form: string) {
  const letters = [...form]
  const shorter = letters.length < minFuzzyLength ? [] : letters.map((_, index) => letters.toSpliced(index, 1).join(''))
  return [...[form, ...shorter].map((rest) => `d:${rest}`), ...phoneticKeys(form).map((key) => `f:${key}`)]
}

function indexForm(form: string) {
  const letters = [...form]
  if (letters.length < minPrefixLength) return [`p:${form}`]
  const prefixes = letters
    .slice(minPrefixLength - 1)
    .map((_, index) => letters.slice(0, index + minPrefixLength).join(''))
  return [...prefixes.map((prefix) => `p:${prefix}`), ...fuzzyTerms(form)]
}

function findForm(form: string) {
  const isFuzzy = [...form].length >= minFuzzyLength || phoneticKeys(form).length > 0
  return isFuzzy ? [`p:${form}`, ...fuzzyTerms(form)] : [`p:${form}`]
}

export function nameTermsToIndex(text: string) {
  const words = nameWordsOf(text)
  return [...words, ...joinsOf(words).map(({ word }) => word)].flatMap((word) =>
    isUnspaced(word) ? indexRun(word) : formsOf(word).flatMap(indexForm),
  )
}

const indexRun = (run: string) => [
  ...indexUnspaced(run),
  ...(isHan(run) ? pinyinWords(run).map(clip).flatMap(indexForm) : []),
]

interface SearchedWord {
  readonly word: string
  /** The word, and joined to its neighbours. */
  readonly spellings: readonly string[]
}

/** The words of a query, without those that say nothing. */
export function searchedWords(text: string): SearchedWord[] {
  const words = nameWordsOf(text)
  const joins = joinsOf(words)
  return words.flatMap((word, index) => {
    if (!isSearched(word, index, words)) return []
    const joined = joins.filter(({ start, end }) => start <= index && index < end).map((join) => join.word)
    return [{ word, spellings: [word, ...joined] }]
  })
}

export const nearTerms = (spellings: readonly string[]) => spellings.flatMap(formsOf).flatMap(findForm)

/** One group for each word: the start of a word, a word with one wrong letter, or its sound; alone or joined to a neighbour. */
export const nameTermsToFind = (text: string) =>
  searchedWords(text).flatMap(({ word, spellings }) => (isUnspaced(word) ? findUnspaced(word) : [nearTerms(spellings)]))

/** Whether a value must have this word: a single letter at the end is the start of a word, and would find nothing. */
const isSearched = (word: string, index: number, words: readonly string[]) => {
  const hasBegun = !isUnspaced(word) && word.length === 1 && index === words.length - 1
  const hasOthers = words.some((other) => !articles.has(other))
  return !(hasBegun || (hasOthers && articles.has(word)))
}

/**
 * The index terms of each word of a name: a value with all terms of a word has that word whole. Such a word of the value starts
 * with the searched one, and equals its beginning once a letter is removed, so it has no further letters. A word of three letters
 * has no term for that, and also matches a word of four that starts with it.
 */
export const wholeNameTerms = (text: string): string[][] =>
  nameWordsOf(text)
    .filter(isSearched)
    .map((word) => {
      const letters = [...word]
      if (isUnspaced(word)) return findUnspaced(word).flat()
      if (letters.length < minPrefixLength) return [`p:${word}`]
      return [`p:${word}`, `d:${letters.length < minFuzzyLength ? word : letters.slice(0, -1).join('')}`]
    })
