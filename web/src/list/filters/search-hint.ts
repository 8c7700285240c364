import { type Filter, type FilterSet, filterAt } from './filter.ts'

/** Words of these scripts say enough with one or two characters. */
const isDense = (word: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)

const minLetters = 3
const minDigits = 4

const isCode = (word: string) => word.includes('@') || word.replace(/\P{Nd}/gu, '').length >= minDigits

/** Why a search of sealed values may find nothing: they are found by three letters of a name, or as a whole. */
export type SearchHint = 'wholeValue' | 'threeLetters'

function hintOf(text: string): SearchHint | undefined {
  const words = text.trim().split(/\s+/)
  if (words.some(isCode)) return 'wholeValue'
  return words.some((word) => !isDense(word) && [...word].length < minLetters) ? 'threeLetters' : undefined
}

const isTyped = ({ kind, isSealed }: Filter) => kind === 'text' && isSealed === true

/** The first hint to the texts that are searched for. */
export function searchHintOf(set: FilterSet, filters: object): SearchHint | undefined {
  const texts = Object.entries(filters).filter(([key, text]) => typeof text === 'string' && isTyped(filterAt(set, key)))
  return texts.map(([, text]) => hintOf(String(text))).find((hint) => hint !== undefined)
}
