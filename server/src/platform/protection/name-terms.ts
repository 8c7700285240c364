import { findUnspaced, fold, indexUnspaced, isUnspaced, splitWords } from './fold.ts'
import { phoneticKeys, toLatin } from './phonetic.ts'

/** Longer words are compared by their beginning. */
const maxLetters = 32
const shortestPrefix = 3
const shortestForgiven = 4

/** Articles that a family name has in one document and not in the next. */
const articles = new Set(['al', 'el'])

const clip = (word: string) => [...word].slice(0, maxLetters).join('')
const wordsOf = (text: string) => splitWords(fold(text)).map(clip)

/** A word as it is, in Latin letters, and without the Arabic article. */
const formsOf = (word: string) => [...new Set([word, clip(toLatin(word)), word.replace(/^ال(?=.{3})/, '')])]

/** Any two neighbours, and three that begin with two short ones: de la Cruz, but not Maria De Luca. */
const canJoin = (parts: readonly string[]) =>
  new Set(parts.map(isUnspaced)).size === 1 &&
  (parts.length === 2 || parts.slice(0, 2).every((part) => part.length <= 3))

/** Neighbours as those write them who make one word of them: D'Angelo, De Luca, Anna Maria; and what they cover. */
const joinsOf = (words: readonly string[]) =>
  words
    .flatMap((_, start) => [2, 3].map((size) => ({ start, end: start + size })))
    .filter(({ start, end }) => end <= words.length && canJoin(words.slice(start, end)))
    .map(({ start, end }) => ({ start, end, word: clip(words.slice(start, end).join('')) }))

/**
 * Two words with such a term in common differ by one wrong, missing, extra or swapped letter (or by two of them that leave
 * the same rest: Mario, Mauro), or sound alike.
 */
function forgivingTerms(form: string) {
  const letters = [...form]
  const shorter =
    letters.length < shortestForgiven ? [] : letters.map((_, index) => letters.toSpliced(index, 1).join(''))
  return [...[form, ...shorter].map((rest) => `d:${rest}`), ...phoneticKeys(form).map((key) => `f:${key}`)]
}

function indexForm(form: string) {
  const letters = [...form]
  if (letters.length < shortestPrefix) return [`p:${form}`]
  const prefixes = letters
    .slice(shortestPrefix - 1)
    .map((_, index) => letters.slice(0, index + shortestPrefix).join(''))
  return [...prefixes.map((prefix) => `p:${prefix}`), ...forgivingTerms(form)]
}

function findForm(form: string) {
  const isForgiven = [...form].length >= shortestForgiven || phoneticKeys(form).length > 0
  return isForgiven ? [`p:${form}`, ...forgivingTerms(form)] : [`p:${form}`]
}

export function nameTermsToIndex(text: string) {
  const words = wordsOf(text)
  return [...words, ...joinsOf(words).map(({ word }) => word)].flatMap((word) =>
    isUnspaced(word) ? indexUnspaced(word) : formsOf(word).flatMap(indexForm),
  )
}

/** A group for each word: the beginning of a word, one with a letter wrong, or its sound; alone or joined to a neighbour. */
export function nameTermsToFind(text: string) {
  const words = wordsOf(text)
  const joins = joinsOf(words)
  const hasOthers = words.some((word) => !articles.has(word))
  return words.flatMap((word, index) => {
    if (isUnspaced(word)) return findUnspaced(word)
    // A last single letter is a word that has only begun: it would find nothing.
    const hasBegun = word.length === 1 && index === words.length - 1
    if (hasBegun || (hasOthers && articles.has(word))) return []
    const joined = joins.filter(({ start, end }) => start <= index && index < end).map((join) => join.word)
    return [[word, ...joined].flatMap(formsOf).flatMap(findForm)]
  })
}
