import type { RegistryKind } from '@portal/contract'
import * as z from 'zod/mini'
import { fold, splitWords } from '#platform/protection/fold.ts'
import { phoneticKeys, toLatin } from '#platform/protection/phonetic.ts'

/** How two records compare in a fact. */
export type Outcome = 'equal' | 'similar' | 'different'

/**
 * The weight of each outcome of each fact: the logarithm to base 2 of how much more frequent the outcome is between two records of
 * one person than between records of two people (Fellegi and Sunter, 1969). 0 where nothing can be said.
 */
export type MatchWeights = Readonly<Record<string, Readonly<Record<Outcome, number>>>>

type Values = Readonly<Record<string, unknown>>

/** A fact of a record: the values by which two records are compared. */
interface Fact {
  /** The fields that it is made of; the first of them names it on the wire. */
  readonly keys: readonly string[]
  readonly compare: (one: readonly string[], other: readonly string[]) => Outcome
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

const letters = (word: string) => [...word]

/** Whether two words differ by one wrong, missing, extra or swapped letter. */
export function differByOne(one: string, other: string): boolean {
  const [a, b] =
    letters(one).length <= letters(other).length ? [letters(one), letters(other)] : [letters(other), letters(one)]
  if (b.length - a.length > 1) return false
  const from = a.findIndex((letter, at) => letter !== b[at])
  if (from < 0) return true
  const rest = (word: readonly string[], start: number) => word.slice(start).join('')
  if (a.length < b.length) return rest(a, from) === rest(b, from + 1)
  const isSwap = a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, from + 2) === rest(b, from + 2)
  return isSwap || rest(a, from + 1) === rest(b, from + 1)
}

const soundAlike = (one: string, other: string) => {
  const keys = new Set(phoneticKeys(one))
  return phoneticKeys(other).some((key) => keys.has(key))
}

const wordsAgree = (one: string, other: string) =>
  one === other || (one.length > 3 && other.length > 3 && (differByOne(one, other) || soundAlike(one, other)))

/** Whether every word of the shorter name has its like in the longer one. */
const containsLike = (shorter: readonly string[], longer: readonly string[]) =>
  shorter.every((word) => longer.some((one) => wordsAgree(word, one)))

const wordsOf = (texts: readonly string[]) =>
  splitWords(fold(texts.join(' ')))
    .map(toLatin)
    .sort()

/** Names are equal in whatever order their words come, similar with a typing error, another transliteration or a missing word. */
function compareNames(one: readonly string[], other: readonly string[]): Outcome {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.join(' ') === b.join(' ') || a.join('') === b.join('')) return 'equal'
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  const isLike = containsLike(shorter, longer) && (shorter.length < longer.length || containsLike(longer, shorter))
  return shorter.length > 1 && isLike ? 'similar' : 'different'
}

/** A body may lack words of its name, such as its legal form; one common word of several is not enough. */
function compareBodies(one: readonly string[], other: readonly string[]): Outcome {
  const outcome = compareNames(one, other)
  if (outcome !== 'different') return outcome
  const [a, b] = [wordsOf(one), wordsOf(other)]
  return a.length === 1 && b.length === 1 && wordsAgree(a[0] ?? '', b[0] ?? '') ? 'similar' : 'different'
}

const codeOf = (texts: readonly string[]) => texts.join('').replace(/\s/g, '').toUpperCase()

/** Codes, mail addresses and numbers: similar with one wrong character. */
function compareCodes(one: readonly string[], other: readonly string[]): Outcome {
  const [a, b] = [codeOf(one), codeOf(other)]
  if (a === b) return 'equal'
  return differByOne(a, b) ? 'similar' : 'different'
}

/** Days: similar where one digit differs, or where day and month are swapped. */
function compareDays(one: readonly string[], other: readonly string[]): Outcome {
  const [a = '', b = ''] = [one[0], other[0]]
  if (a === b) return 'equal'
  const [year, month, day] = a.split('-')
  const wrong = letters(a).filter((digit, at) => digit !== b[at]).length
  return wrong === 1 || b === `${year}-${day}-${month}` ? 'similar' : 'different'
}

/** Several values of one sort, such as telephone numbers: equal where one of them is the same. */
const compareAny =
  (compare: Fact['compare']) =>
  (one: readonly string[], other: readonly string[]): Outcome => {
    const outcomes = one.flatMap((a) => other.map((b) => compare([a], [b])))
    return outcomes.includes('equal') ? 'equal' : outcomes.includes('similar') ? 'similar' : 'different'
  }

const compareExactly = (one: readonly string[], other: readonly string[]): Outcome =>
  one.join(' ') === other.join(' ') ? 'equal' : 'different'

/** The last nine digits, so that a prefix makes no difference. */
const comparePhones = compareAny((one, other) => {
  const digits = (texts: readonly string[]) => texts.join('').replace(/\D/g, '').slice(-9)
  return digits(one) === digits(other) ? 'equal' : 'different'
})

// biome-ignore format: a table
const facts: Readonly<Record<RegistryKind, Readonly<Record<string, Fact>>>> = {
  person: {
    name:       { keys: ['lastName', 'firstName'],  compare: compareNames },
    taxCode:    { keys: ['taxCode'],                compare: compareCodes },
    birthDate:  { keys: ['birthDate'],              compare: compareDays },
    email:      { keys: ['email'],                  compare: compareCodes },
    phone:      { keys: ['phone', 'otherPhone'],    compare: comparePhones },
    birthPlace: { keys: ['birthCity'],              compare: compareExactly },
    address:    { keys: ['address'],                compare: compareNames },
  },
  organisation: {
    name:       { keys: ['organisationName'],       compare: compareBodies },
    vatNumber:  { keys: ['organisationVat'],        compare: compareCodes },
    email:      { keys: ['organisationEmail', 'organisationPec'], compare: compareAny(compareCodes) },
    phone:      { keys: ['organisationPhone', 'organisationOtherPhone'], compare: comparePhones },
    address:    { keys: ['organisationAddress'],    compare: compareNames },
  },
}

// biome-ignore format: a table
export const defaultWeights: Readonly<Record<RegistryKind, MatchWeights>> = {
  person: {
    name:       { equal: 9,  similar: 6,  different: -7 },
    taxCode:    { equal: 20, similar: 9,  different: -9 },
    birthDate:  { equal: 8,  similar: 4,  different: -6 },
    email:      { equal: 11, similar: 6,  different: -1 },
    phone:      { equal: 9,  similar: 4,  different: -1 },
    birthPlace: { equal: 4,  similar: 0,  different: -3 },
    address:    { equal: 7,  similar: 4,  different: -1 },
  },
  organisation: {
    name:       { equal: 9,  similar: 6,  different: -5 },
    vatNumber:  { equal: 20, similar: 8,  different: -9 },
    email:      { equal: 10, similar: 5,  different: -1 },
    phone:      { equal: 9,  similar: 4,  different: -1 },
    address:    { equal: 7,  similar: 4,  different: -2 },
  },
}

/** A fact of which both records know something, with its weight. */
export interface ComparedFact {
  readonly fact: string
  readonly keys: readonly string[]
  readonly outcome: Outcome
  readonly weight: number
}

export interface Match {
  /** The sum of the weights of its facts. */
  readonly weight: number
  readonly facts: readonly ComparedFact[]
}

/** Compares two records of a kind, fact by fact; what one of them does not know counts for nothing. */
export function compareRecords(kind: RegistryKind, one: Values, other: Values, weights: MatchWeights): Match {
  const compared = Object.entries(facts[kind]).flatMap(([fact, { keys, compare }]): ComparedFact[] => {
    const [a, b] = [one, other].map((values) => keys.map((key) => textOf(values[key])).filter((text) => text !== ''))
    if (!a?.length || !b?.length) return []
    const outcome = compare(a, b)
    return [{ fact, keys, outcome, weight: weights[fact]?.[outcome] ?? 0 }]
  })
  return { weight: compared.reduce((sum, { weight }) => sum + weight, 0), facts: compared }
}

const outcomes = ['equal', 'similar', 'different'] as const
const weight = z.optional(z.number().check(z.gte(-50), z.lte(50)))
const weightsOfFact = z.optional(z.strictObject(Object.fromEntries(outcomes.map((outcome) => [outcome, weight]))))
const weightsOfKind = (kind: RegistryKind) =>
  z.optional(z.strictObject(Object.fromEntries(Object.keys(facts[kind]).map((fact) => [fact, weightsOfFact]))))
const settingSchema = z.strictObject({ person: weightsOfKind('person'), organisation: weightsOfKind('organisation') })

/** The default weights with those of a JSON text in their place; undefined where the text is not such weights. */
export function weightsOf(text: string): Readonly<Record<RegistryKind, MatchWeights>> | undefined {
  const given = z.safeParse(settingSchema, parsed(text))
  if (!given.success) return undefined
  const replaced = (kind: RegistryKind): MatchWeights =>
    Object.fromEntries(
      Object.entries(defaultWeights[kind]).map(([fact, known]) => [fact, { ...known, ...given.data[kind]?.[fact] }]),
    )
  return { person: replaced('person'), organisation: replaced('organisation') }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
