import type { MatchFact, MatchOutcome, MatchWeights, RegistryKind } from '@portal/contract'
import { isOneLetterApart } from '../search/letters.ts'
import { compareBodies, compareNames, compareTexts } from './compare-names.ts'

type Values = Readonly<Record<string, unknown>>

/** A fact of a record: the values by which two records are compared. */
interface Fact {
  /** The fields that it is made of; the first of them names it on the wire. */
  readonly keys: readonly string[]
  readonly compare: (one: readonly string[], other: readonly string[]) => MatchOutcome
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

const letters = (word: string) => [...word]

const codeOf = (texts: readonly string[]) => texts.join('').replace(/\s/g, '').toUpperCase()

/** Codes, mail addresses and numbers: similar with one wrong character. */
function compareCodes(one: readonly string[], other: readonly string[]): MatchOutcome {
  const [a, b] = [codeOf(one), codeOf(other)]
  if (a === b) return 'equal'
  return isOneLetterApart(a, b) ? 'similar' : 'different'
}

/** Days: similar where one digit differs, or where day and month are swapped. */
function compareDays(one: readonly string[], other: readonly string[]): MatchOutcome {
  const [a = '', b = ''] = [one[0], other[0]]
  if (a === b) return 'equal'
  const [year, month, day] = a.split('-')
  const wrong = letters(a).filter((digit, at) => digit !== b[at]).length
  return wrong === 1 || b === `${year}-${day}-${month}` ? 'similar' : 'different'
}

/** Several values of one sort, such as telephone numbers: equal where one of them is the same. */
const compareAny =
  (compare: Fact['compare']) =>
  (one: readonly string[], other: readonly string[]): MatchOutcome => {
    const outcomes = one.flatMap((a) => other.map((b) => compare([a], [b])))
    return outcomes.includes('equal') ? 'equal' : outcomes.includes('similar') ? 'similar' : 'different'
  }

const compareExactly = (one: readonly string[], other: readonly string[]): MatchOutcome =>
  one.join(' ') === other.join(' ') ? 'equal' : 'different'

/** The last nine digits, so that a prefix makes no difference. */
const comparePhones = compareAny((one, other) => {
  const digits = (texts: readonly string[]) => texts.join('').replace(/\D/g, '').slice(-9)
  return digits(one) === digits(other) ? 'equal' : 'different'
})

// biome-ignore format: a table
const facts: Readonly<Record<RegistryKind, Readonly<Partial<Record<MatchFact, Fact>>>>> = {
  person: {
    name:       { keys: ['lastName', 'firstName'],  compare: compareNames },
    taxCode:    { keys: ['taxCode'],                compare: compareCodes },
    birthDate:  { keys: ['birthDate'],              compare: compareDays },
    email:      { keys: ['email'],                  compare: compareCodes },
    phone:      { keys: ['phone', 'otherPhone'],    compare: comparePhones },
    birthPlace: { keys: ['birthCity'],              compare: compareExactly },
    address:    { keys: ['address'],                compare: compareTexts },
  },
  organisation: {
    name:       { keys: ['organisationName'],       compare: compareBodies },
    vatNumber:  { keys: ['organisationVat'],        compare: compareCodes },
    email:      { keys: ['organisationEmail', 'organisationPec'], compare: compareAny(compareCodes) },
    phone:      { keys: ['organisationPhone', 'organisationOtherPhone'], compare: comparePhones },
    address:    { keys: ['organisationAddress'],    compare: compareTexts },
  },
}

/** A fact of which both records know something, with its weight. */
export interface ComparedFact {
  readonly fact: MatchFact
  readonly keys: readonly string[]
  readonly outcome: MatchOutcome
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
    return [{ fact: fact as MatchFact, keys, outcome, weight: weights[fact as MatchFact]?.[outcome] ?? 0 }]
  })
  return { weight: compared.reduce((sum, { weight }) => sum + weight, 0), facts: compared }
}
