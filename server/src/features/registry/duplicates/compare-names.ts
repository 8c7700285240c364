import type { MatchOutcome } from '@portal/contract'
import { fold, splitWords } from '#platform/protection/fold.ts'
import { joinsOf } from '#platform/protection/name-terms.ts'
import { isHan, isLatin, latinForms, partsOfRun, pinyinWords } from '#platform/protection/names/latin-forms.ts'
import { skeletonsOf } from '#platform/protection/names/skeleton.ts'
import { syllableSound } from '#platform/protection/names/syllables.ts'
import { phoneticKeys } from '#platform/protection/phonetic.ts'
import { bestCover, type Place } from '../search/cover.ts'
import { isOneLetterApart } from '../search/letters.ts'

/** A word of a name. What a comparison rarely needs is found when it is asked for. */
class NameWord {
  readonly text: string
  /** Whether it is an initial, or the beginning of a name that ends with a point. */
  readonly isShort: boolean
  readonly isLatin: boolean
  /** The spellings in Latin letters; none in a script that has no table. */
  readonly forms: readonly string[]
  /** Short words agree only where they are the same. */
  readonly long: readonly string[]
  private knownSounds: readonly string[] | undefined
  private knownSkeletons: readonly string[] | undefined
  private knownSyllables: readonly string[] | undefined

  constructor(text: string, isShort = false) {
    this.text = text
    this.isShort = isShort
    this.isLatin = isLatin(text)
    this.forms = isHan(text) ? pinyinWords(text) : latinForms(text)
    this.long = this.forms.filter((form) => form.length > 3)
  }

  get sounds(): readonly string[] {
    this.knownSounds ??= this.long.flatMap(phoneticKeys)
    return this.knownSounds
  }

  get skeletons(): readonly string[] {
    this.knownSkeletons ??= this.forms.flatMap(skeletonsOf)
    return this.knownSkeletons
  }

  get syllables(): readonly string[] {
    this.knownSyllables ??= this.forms.flatMap((form) => syllableSound(form) ?? [])
    return this.knownSyllables
  }
}

/** A letter alone, but not that of D'Angelo, or letters before a point. */
const shortWord = /(?<![\p{L}'’])\p{L}(?![\p{L}'’])|\p{L}+(?=\.)/gu

function wordsOf(texts: readonly string[]): NameWord[] {
  const text = fold(texts.join(' '))
  const [first = '', ...more] = splitWords(text)
  // A single run of characters is surname and first name.
  const words = isHan(first) && more.length === 0 ? partsOfRun(first) : [first, ...more]
  const short = new Set(text.match(shortWord))
  return words.map((word) => new NameWord(word, isLatin(word) && short.has(word)))
}

const shares = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one))

const isSame = (one: NameWord, other: NameWord) => shares(one.forms, other.forms)

/** Whether a word is the beginning of another one that is written in full: M., Mario. */
const begins = (one: NameWord, other: NameWord) =>
  one.isShort && !other.isShort && other.forms.some((form) => form.startsWith(one.text))

/** Words agree with one wrong letter, by their sound, across scripts by their consonants, or where one shortens the other. */
function agree(one: NameWord, other: NameWord): boolean {
  if (isSame(one, other) || begins(one, other) || begins(other, one)) return true
  if (one.long.some((form) => other.long.some((another) => isOneLetterApart(form, another)))) return true
  if (shares(one.sounds, other.sounds)) return true
  return one.isLatin !== other.isLatin && shares(one.skeletons, other.skeletons)
}

/** Whether every word of a name has its like in another one. */
const isIn = (words: readonly NameWord[], others: readonly NameWord[], isLike: typeof agree) =>
  words.every((word) => others.some((other) => isLike(word, other)))

const joined = (words: readonly NameWord[]) =>
  words
    .map(({ forms: [form = ''] }) => form)
    .sort()
    .join('')

/** Names are equal in whatever order their words come, similar with a typing error, another transliteration or a missing word. */
function compareWords(one: readonly NameWord[], other: readonly NameWord[]): MatchOutcome {
  if (joined(one) === joined(other)) return 'equal'
  const areAsMany = one.length === other.length
  if (areAsMany && isIn(one, other, isSame) && isIn(other, one, isSame)) return 'equal'
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  const isLike = isIn(shorter, longer, agree) && (!areAsMany || isIn(longer, shorter, agree))
  return shorter.length > 1 && isLike ? 'similar' : 'different'
}

/** Words, and neighbours joined, with their places. */
const joinedWords = (words: readonly NameWord[]) => [
  ...words.map((word, index) => ({ start: index, end: index + 1, word })),
  ...joinsOf(words.map(({ text }) => text)).map(({ start, end, word }) => ({ start, end, word: new NameWord(word) })),
]
type JoinedWord = ReturnType<typeof joinedWords>[number]

const minConsonants = 4
const isLong = ({ length }: string) => length >= minConsonants

/** Long words agree by their consonants too, and words by their syllables: Bel Qasim, Belkacem; Xiaoping, Hsiao Ping. */
const agreeRoughly = (one: NameWord, other: NameWord) =>
  agree(one, other) || shares(one.skeletons.filter(isLong), other.skeletons) || shares(one.syllables, other.syllables)

const sizeOf = ({ start, end }: Place) => end - start

/** Whether all words of a name are all words of another one, joined otherwise: Abdel Rahman, Abdelrahman. */
function isCutOtherwise(one: readonly JoinedWord[], other: readonly JoinedWord[]): boolean {
  const pairs = one.flatMap((query) =>
    other
      .filter((name) => (sizeOf(query) === 1 || sizeOf(name) === 1) && agreeRoughly(query.word, name.word))
      .map((name) => ({ query, name, score: sizeOf(name) / sizeOf(query), reason: 'similar' as const })),
  )
  const [words, others] = [one, other].map((places) => places.filter((place) => sizeOf(place) === 1))
  const cover = bestCover(words?.map(() => true) ?? [], pairs)
  return cover?.reduce((sum, { name }) => sum + sizeOf(name), 0) === others?.length
}

const lettersIn = (words: readonly NameWord[]) => words.map(({ forms: [form = ''] }) => form).join('')

/** The least share of letters in common of names that may be one, cut otherwise; most other names have fewer. */
const leastInCommon = 0.6

const areSyllables = (words: readonly NameWord[]) => words.every(({ syllables }) => syllables.length > 0)

/**
 * Whether names have so many letters in common, in any order, that their words are worth comparing; of two scripts, and of the
 * romanisations of Chinese, nobody knows.
 */
function haveLettersInCommon(one: readonly NameWord[], other: readonly NameWord[]): boolean {
  if (one.every((word) => word.isLatin) !== other.every((word) => word.isLatin)) return true
  if (areSyllables(one) && areSyllables(other)) return true
  const [letters, others] = [lettersIn(one), lettersIn(other)]
  const counts = new Map<string, number>()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let common = 0
  for (const letter of others) {
    const left = counts.get(letter) ?? 0
    if (left === 0) continue
    common++
    counts.set(letter, left - 1)
  }
  return common >= leastInCommon * Math.max(letters.length, others.length)
}

/** Two texts by their words, such as addresses. */
export const compareTexts = (one: readonly string[], other: readonly string[]): MatchOutcome =>
  compareWords(wordsOf(one), wordsOf(other))

/** The names of two records; a part of a name may be in either field. */
export function compareNames(one: readonly string[], other: readonly string[]): MatchOutcome {
  const [some, others] = [wordsOf(one), wordsOf(other)]
  const outcome = compareWords(some, others)
  if (outcome !== 'different' || Math.min(some.length, others.length) < 2 || !haveLettersInCommon(some, others))
    return outcome
  const [a, b] = [joinedWords(some), joinedWords(others)]
  const isCut =
    isCutOtherwise(a, b) ||
    isCutOtherwise(joinedWords(wordsOf(one.toReversed())), b) ||
    isCutOtherwise(a, joinedWords(wordsOf(other.toReversed())))
  return isCut ? 'similar' : 'different'
}

/** Whether two names are of the same words, in whatever order and script. */
export const isSameName = (one: string, other: string): boolean => compareTexts([one], [other]) === 'equal'

/** Words of the legal form of a body, which its name may lack. */
const legalForms = new Set(
  'associazione associazioni onlus odv aps ets asd srl spa coop cooperativa sociale societa ente fondazione comitato'.split(
    ' ',
  ),
)

/** Bodies are compared without their legal form; one common word of several is not enough. */
export function compareBodies(one: readonly string[], other: readonly string[]): MatchOutcome {
  const [a, b] = [one, other].map((texts) =>
    wordsOf(texts).filter(({ forms }) => !forms.some((form) => legalForms.has(form))),
  )
  if (!a?.length || !b?.length) return compareNames(one, other)
  const outcome = compareWords(a, b)
  const [[first], [second]] = [a, b]
  if (outcome !== 'different' || a.length + b.length > 2 || !first || !second) return outcome
  return agree(first, second) ? 'similar' : 'different'
}
