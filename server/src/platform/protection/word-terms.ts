import { findUnspaced, fold, indexUnspaced, inSmallLetters, isUnspaced, splitWords } from './fold.ts'
import { everyStopWord, type Language, languages } from './languages.ts'

/** Longer words are compared by their beginning. */
const maxLetters = 40
/** A single letter, and a number of one or two digits, is no word. */
const tooShort = /^(?:.?|\p{Nd}{2})$/u

interface Word {
  /** In small letters, with its accents. */
  readonly written: string
  readonly folded: string
}

const wordsOf = (text: string): Word[] =>
  [...new Set(splitWords(inSmallLetters(text)))]
    .map((word) => (isUnspaced(word) ? word : word.slice(0, maxLetters)))
    .map((written) => ({ written, folded: fold(written) }))
    .filter(({ folded }) => isUnspaced(folded) || !tooShort.test(folded))

/**
 * The folded word and its stems. Stemmers know endings by their accents, which writers leave out: at both ends both spellings
 * are stemmed, so that they meet.
 */
function formsOf({ written, folded }: Word, known: readonly Language[]) {
  const spellings = written === folded ? [folded] : [written, folded]
  const stems = known.flatMap((language) => spellings.flatMap(language.stems)).map(fold)
  return [...new Set([folded, ...stems])].filter((form) => form !== '').map((form) => `w:${form}`)
}

export function wordTermsToIndex(text: string, language = '') {
  const known = languages.get(language)
  return wordsOf(text)
    .filter(({ written }) => !known?.stopWords.has(written))
    .flatMap((word) => (isUnspaced(word.folded) ? indexUnspaced(word.folded) : formsOf(word, known ? [known] : [])))
}

/** A group for each word, in whatever language it is; words that only hold sentences together count when they are alone. */
export function wordTermsToFind(text: string) {
  const words = wordsOf(text)
  const telling = words.filter(({ folded }) => !everyStopWord.has(folded))
  return (telling.length > 0 ? telling : words).flatMap((word) =>
    isUnspaced(word.folded) ? findUnspaced(word.folded) : [formsOf(word, [...languages.values()])],
  )
}
