import { termsToFind, termsToIndex } from '../server/src/platform/protection/search-terms.ts'

/** Medians in milliseconds, and the index as a multiple of that of a narrative of the same length. */
export interface TermFigures {
  readonly index: number
  readonly find: number
  readonly indexPerNarrative: number
}

const length = 10_000
const letters = (number: number) =>
  number.toString(26).replaceAll(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')
const repeatToLength = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length)

/** Texts of the maximum length of a report: an ordinary narrative, and texts designed to make the index slow. */
const texts = {
  'a narrative': repeatToLength(
    'Mi hanno rifiutato la casa perché vengo da un altro paese, e nessuno ha voluto ascoltarmi. ',
  ),
  'words that are all different': repeatToLength(
    Array.from({ length: 2500 }, (_, index) => letters(index * 7919)).join(' '),
  ),
  'one word': 'parola'.repeat(length).slice(0, length),
  'letters with many marks': repeatToLength(`e${'\u0301'.repeat(40)}`),
  'a script without spaces': repeatToLength('他们因为我的口音拒绝租房给我'),
} as const

function medianOf(operation: () => unknown): number {
  const times = Array.from({ length: 21 }, () => {
    const from = performance.now()
    operation()
    return performance.now() - from
  })
  return times.sort((a, b) => a - b)[10] ?? Number.NaN
}

/** Measures the computation of the search terms of one text, by kind of text. */
export function measureTerms(): Record<string, TermFigures> {
  const indexOf = (text: string) => medianOf(() => termsToIndex('words', text, 'it'))
  const narrative = indexOf(texts['a narrative'])
  const figures = Object.entries(texts).map(([name, text]): [string, TermFigures] => {
    const index = indexOf(text)
    return [name, { index, find: medianOf(() => termsToFind('words', text)), indexPerNarrative: index / narrative }]
  })
  return Object.fromEntries(figures)
}
