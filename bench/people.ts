import { randomFrom } from '../server/src/demo/random.ts'

/** An invented person with a narrative, the same in each run; names and words have a realistic, uneven distribution. */
export interface Person {
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

/** The rank of a word of a language: the n-th word is 1/n times as frequent as the first (Zipf). */
const wordRank = (random: () => number, count: number) => Math.floor(count ** random()) - 1
/** The rank of a name of a country: 7 people in 1000 have the most frequent of 20,000. */
const nameRank = (random: () => number, count: number) => Math.floor(count * random() ** 2)

/** Returns a function that creates the person with a given index. */
export function createPeople(seed = 1) {
  const random = randomFrom(seed)
  const pick = <T>(things: readonly T[]) => things[Math.floor(random() * things.length)] as T
  const word = (syllables: number) => Array.from({ length: syllables }, () => pick(consonants) + pick(vowels)).join('')
  const wordsOf = (count: number, least: number) =>
    Array.from({ length: count }, () => word(least + Math.floor(random() * 3)))
  const surnames = wordsOf(20_000, 2)
  const firstNames = wordsOf(2000, 2)
  const vocabulary = wordsOf(30_000, 2)
  const one = (things: readonly string[], rank: typeof wordRank) => things[rank(random, things.length)] ?? ''
  return (index: number): Person => {
    const lastName = one(surnames, nameRank)
    return {
      firstName: one(firstNames, nameRank),
      lastName,
      email: `${lastName}.${index}@example.it`,
      phone: `+39${String(3_000_000_000 + index)}`,
      vat: String(10_000_000_000 + index),
      message: Array.from({ length: 70 }, () => one(vocabulary, wordRank)).join(' '),
    }
  }
}
