import type { RankedTerms } from '#platform/protection/names/ranked-terms.ts'

/** Tokens in groups: a record has one token of every group. */
export type TokenGroups = readonly (readonly string[])[]

/** With more words, none is varied or left out alone, since each costs a search of the index. */
const maxVariedWords = 4

/** All words as typed; all words in another script. */
export const exactBranches = (words: readonly RankedTerms[]): TokenGroups[] => [
  words.map(({ exact }) => exact),
  words.map(({ otherScript }) => otherScript),
]

/** All words nearly. */
export const nearBranch = (words: readonly RankedTerms[]): TokenGroups => words.map(({ near }) => near)

/** All words but one as typed, that one nearly. */
export const variedBranches = (words: readonly RankedTerms[]): TokenGroups[] =>
  words.length === 1 || words.length > maxVariedWords
    ? []
    : words.map(({ near }, at) => words.map(({ exact }, index) => (index === at ? near : exact)))

/** All words but one nearly; and no word, where other values narrow the search. */
export const looseBranches = (words: readonly RankedTerms[]): TokenGroups[] => [
  ...(words.length === 1 || words.length > maxVariedWords
    ? []
    : words.map((_, at) => nearBranch(words.filter((_word, index) => index !== at)))),
  [],
]
