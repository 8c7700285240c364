import type { CaseFilters } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import { faultAt } from '#lib/fault-at.ts'
import { remember, useRemembered } from '#lib/remembered.ts'

/** What is looked for in what people told: names, contacts, words. */
export type SearchedWords = Omit<CaseFilters, 'statuses' | 'birthDate'>
export type WordsField = keyof SearchedWords

/** The fields in their order, with their names on the wire, which the server's faults point to. */
const wordsFields = {
  person: 'nominativo',
  contact: 'contatto',
  vatNumber: 'piva',
  narrative: 'resoconto_fatti',
} as const satisfies Record<WordsField, string>

export const wordsFieldNames = Object.keys(wordsFields) as WordsField[]

const place = ['cases', 'words']

/** The words without what is empty; undefined when nothing is left. */
export function givenWords(words: SearchedWords): SearchedWords | undefined {
  const given = wordsFieldNames.flatMap((name) => (words[name]?.trim() ? [[name, words[name].trim()]] : []))
  return given.length > 0 ? Object.fromEntries(given) : undefined
}

/** Remembers the words; the address carries their name only. */
export const rememberWords = (queryClient: QueryClient, words: SearchedWords): string =>
  remember(queryClient, place, words)

/** The words that an address names; undefined where there are none, or none any more. */
export const useSearchedWords = (id: string | undefined) => useRemembered<SearchedWords>(place, id)

export interface WordsFault {
  readonly name: WordsField
  readonly text: string
}

/** What the server says of the words when it did not search with them. */
export const wordsFaults = (error: Error | null): WordsFault[] =>
  wordsFieldNames.flatMap((name) => {
    const text = faultAt(error, `filtri.${wordsFields[name]}`)
    return text === undefined ? [] : [{ name, text }]
  })
