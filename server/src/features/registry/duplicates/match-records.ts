import type { MatchFact, MatchOutcome, MatchWeights, RegistryKind } from '@portal/contract'
import { fold, splitWords } from '#platform/protection/fold.ts'
import { phoneticKeys, toLatin } from '#platform/protection/phonetic.ts'

type Values = Readonly<Record<string, unknown>>

/** A fact of a record: the values by which two records are compared. */
interface Fact {
  /** The fields that it is made of; the first of them names it on the wire. */
  readonly keys: readonly string[]
  readonly compare: (one: readonly string[], other: readonly string[]) => MatchOutcome
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
function compareNames(one: readonly string[], other: readonly string[]): MatchOutcome {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.join(' ') === b.join(' ') || a.join('') === b.join('')) return 'equal'
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  const isLike = containsLike(shorter, longer) && (shorter.length < longer.length || containsLike(longer, shorter))
  return shorter.length > 1 && isLike ? 'similar' : 'different'
}

/** Words of the legal form of a body, which its name may lack. */
const legalForms = new Set(
  'associazione associazioni onlus odv aps ets asd srl spa coop cooperativa sociale societa ente fondazione comitato'.split(
    ' ',
  ),
)

/** Bodies are compared without their legal form; one common word of several is not enough. */
function compareBodies(one: readonly string[], other: readonly string[]): MatchOutcome {
  const [a, b] = [one, other].map((texts) =>
    wordsOf(texts)
      .filter((word) => !legalForms.has(word))
      .join(' '),
  )
  if (!a || !b) return compareNames(one, other)
  const outcome = compareNames([a], [b])
  if (outcome !== 'different' || a.includes(' ') || b.includes(' ')) return outcome
  return wordsAgree(a, b) ? 'similar' : 'different'
}

const codeOf = (texts: readonly string[]) => texts.join('').replace(/\s/g, '').toUpperCase()

/** Codes, mail addresses and numbers: similar with one wrong character. */
function compareCodes(one: readonly string[], other: readonly string[]): MatchOutcome {
  const [a, b] = [codeOf(one), codeOf(other)]
  if (a === b) return 'equal'
  return differByOne(a, b) ? 'similar' : 'different'
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
