import { findUnspaced, isUnspaced } from '../fold.ts'
import { formsOf, joinsOf, nameTermsToIndex, nameWordsOf, nearTerms, searchedWords } from '../name-terms.ts'
import { isHan, isLatin, latinForms, partsOfRun, pinyinWords } from './latin-forms.ts'
import { skeletonsOf } from './skeleton.ts'
import { syllableSound } from './syllables.ts'

/** The terms of one searched word, by how well a record with one of them matches it. */
export interface RankedTerms {
  /** The word as it is, or with one letter more. */
  readonly exact: readonly string[]
  /** The same word in another script. */
  readonly otherScript: readonly string[]
  /** The two above, the start of a word, one wrong letter, the same sound, consonants or syllables. */
  readonly near: readonly string[]
}

/** Fewer consonants of a Latin word are common to too many others. */
const minConsonants = 4
const minPrefixLength = 3

const skeletonsIn = (word: string) => latinForms(word).flatMap(skeletonsOf)

/** Latin words and words of other scripts have terms of their own, so that Rossi does not match Russo. */
const skeletonTerms = (word: string) => skeletonsIn(word).map((skeleton) => `${isLatin(word) ? 'l' : 'k'}:${skeleton}`)

/** The terms of the sounds of words in Latin letters: pinyin and Wade-Giles have the same ones. */
const syllableTerms = (words: readonly string[]) =>
  words.flatMap((word) => {
    const sound = syllableSound(word)
    return sound === undefined ? [] : [`s:${sound}`]
  })

/** The terms of a name, with those of its consonants and syllables, by which other scripts and romanisations find it. */
export function anyScriptTermsToIndex(text: string): string[] {
  const words = nameWordsOf(text)
  const all = [...words, ...joinsOf(words).map(({ word }) => word)]
  const spaced = all.filter((word) => !isUnspaced(word))
  const inPinyin = all.filter(isHan).flatMap(pinyinWords)
  return [...nameTermsToIndex(text), ...spaced.flatMap(skeletonTerms), ...syllableTerms([...spaced, ...inPinyin])]
}

const exactTerm = (form: string) => ([...form].length < minPrefixLength ? `p:${form}` : `d:${form}`)

function termsOfRun(run: string): RankedTerms {
  const exact = findUnspaced(run).flat()
  const otherScript = isHan(run) ? pinyinWords(run).map(exactTerm) : []
  const syllables = isHan(run) ? syllableTerms(pinyinWords(run)) : []
  return {
    exact,
    otherScript,
    near: [...exact, ...otherScript, ...syllables],
  }
}

function termsOfWord(spellings: readonly string[]): RankedTerms {
  const skeletons = [...new Set(spellings.flatMap(skeletonsIn))]
  const isInLatin = spellings.every(isLatin)
  const otherScript = skeletons.flatMap((skeleton) =>
    isInLatin ? [`k:${skeleton}`] : [`k:${skeleton}`, `l:${skeleton}`],
  )
  const far = isInLatin
    ? skeletons.filter(({ length }) => length >= minConsonants).map((skeleton) => `l:${skeleton}`)
    : []
  return {
    exact: [...new Set(spellings.flatMap(formsOf).map(exactTerm))],
    otherScript,
    near: [...new Set([...nearTerms(spellings), ...otherScript, ...far, ...syllableTerms(spellings)])],
  }
}

/** The terms of each word of a query for a name. */
export const rankedTerms = (text: string): RankedTerms[] =>
  searchedWords(text).flatMap(({ word, spellings }) =>
    isUnspaced(word) ? partsOfRun(word).map(termsOfRun) : [termsOfWord(spellings)],
  )
