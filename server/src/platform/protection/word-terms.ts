import { findUnspaced, fold, indexUnspaced, inSmallLetters, isUnspaced, splitWords } from './fold.ts'
import { allStopWords, type Language, languages } from './languages.ts'

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

export function wordTermsToIndex(text: string, language = '') {
  const rules = languages.get(language)
  return wordsOf(text)
    .filter(({ written }) => !rules?.stopWords.has(written))
    .flatMap((word) => (isUnspaced(word.folded) ? indexUnspaced(word.folded) : formsOf(word, rules ? [rules] : [])))
}

/** One group for each word, in any language; stop words count only in a query without other words. */
export function wordTermsToFind(text: string) {
  const words = wordsOf(text)
  const contentWords = words.filter(({ folded }) => !allStopWords.has(folded))
  return (contentWords.length > 0 ? contentWords : words).flatMap((word) =>
    isUnspaced(word.folded) ? findUnspaced(word.folded) : [formsOf(word, [...languages.values()])],
  )
}
