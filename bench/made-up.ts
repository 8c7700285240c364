import { randomFrom } from '../server/src/demo/random.ts'

/** People and stories that are alike from run to run: names and words are as unequally frequent as real ones. */
export interface MadeUp {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly vat: string
  readonly message: string
}

const consonants = [
  'b',
  'c',
  'd',
  'f',
  'g',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  't',
  'v',
  'z',
  'gl',
  'st',
  'tr',
  'ch',
  'll',
  'ss',
]
const vowels = ['a', 'e', 'i', 'o', 'u']

/** Words of a language: the n-th is met 1/n times as often as the first (Zipf). */
const likeWords = (random: () => number, count: number) => Math.floor(count ** random()) - 1
/** Names of a country: the most frequent of 20,000 belongs to 7 people in 1000. */
const likeNames = (random: () => number, count: number) => Math.floor(count * random() ** 2)

export function madeUp(seed = 1) {
  const random = randomFrom(seed)
  const pick = <T>(things: readonly T[]) => things[Math.floor(random() * things.length)] as T
  const word = (syllables: number) => Array.from({ length: syllables }, () => pick(consonants) + pick(vowels)).join('')
  const wordsOf = (count: number, least: number) =>
    Array.from({ length: count }, () => word(least + Math.floor(random() * 3)))
  const surnames = wordsOf(20_000, 2)
  const firstNames = wordsOf(2000, 2)
  const vocabulary = wordsOf(30_000, 2)
  const one = (things: readonly string[], place: typeof likeWords) => things[place(random, things.length)] ?? ''
  return (index: number): MadeUp => {
    const lastName = one(surnames, likeNames)
    return {
      firstName: one(firstNames, likeNames),
      lastName,
      email: `${lastName}.${index}@example.it`,
      phone: `+39${String(3_000_000_000 + index)}`,
      vat: String(10_000_000_000 + index),
      message: Array.from({ length: 70 }, () => one(vocabulary, likeWords)).join(' '),
    }
  }
}
