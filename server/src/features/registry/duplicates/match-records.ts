import type { MatchFact, MatchOutcome, MatchWeights, RegistryKind } from '@portal/contract'
import { fold, splitWords } from '#platform/protection/fold.ts'
import { isHan, isLatin, latinForms, partsOfRun, pinyinWords } from '#platform/protection/names/latin-forms.ts'
import { skeletonsOf } from '#platform/protection/names/skeleton.ts'
import { phoneticKeys } from '#platform/protection/phonetic.ts'
import { isOneLetterApart } from '../search/letters.ts'

type Values = Readonly<Record<string, unknown>>

/** A fact of a record: the values by which two records are compared. */
interface Fact {
  /** The fields that it is made of; the first of them names it on the wire. */
  readonly keys: readonly string[]
  readonly compare: (one: readonly string[], other: readonly string[]) => MatchOutcome
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

const letters = (word: string) => [...word]

/** A word of a name, with its spellings in Latin letters; without any in a script that has no table. */
interface NameWord {
  readonly forms: readonly string[]
  readonly isLatin: boolean
}

const wordAt = (word: string): NameWord => ({
  forms: isHan(word) ? pinyinWords(word) : latinForms(word),
  isLatin: isLatin(word),
})

function wordsOf(texts: readonly string[]): NameWord[] {
  const [first = '', ...more] = splitWords(fold(texts.join(' ')))
  // A single run of characters is surname and first name.
  const words = isHan(first) && more.length === 0 ? partsOfRun(first) : [first, ...more]
  return words.map(wordAt)
}

const shares = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one))

const isSame = (one: NameWord, other: NameWord) => shares(one.forms, other.forms)

/** Short words agree only where they are the same. */
const long = ({ forms }: NameWord) => forms.filter((form) => form.length > 3)

/** Words agree with one wrong letter, by their sound, or across scripts by their consonants. */
function agree(one: NameWord, other: NameWord): boolean {
  if (isSame(one, other)) return true
  const [some, others] = [long(one), long(other)]
  if (some.some((form) => others.some((another) => isOneLetterApart(form, another)))) return true
  if (shares(some.flatMap(phoneticKeys), others.flatMap(phoneticKeys))) return true
  return one.isLatin !== other.isLatin && shares(one.forms.flatMap(skeletonsOf), other.forms.flatMap(skeletonsOf))
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

const compareNames: Fact['compare'] = (one, other) => compareWords(wordsOf(one), wordsOf(other))

/** Whether two names are of the same words, in whatever order and script. */
export const isSameName = (one: string, other: string): boolean => compareNames([one], [other]) === 'equal'

/** Words of the legal form of a body, which its name may lack. */
const legalForms = new Set(
  'associazione associazioni onlus odv aps ets asd srl spa coop cooperativa sociale societa ente fondazione comitato'.split(
    ' ',
  ),
)

/** Bodies are compared without their legal form; one common word of several is not enough. */
function compareBodies(one: readonly string[], other: readonly string[]): MatchOutcome {
  const [a, b] = [one, other].map((texts) =>
    wordsOf(texts).filter(({ forms }) => !forms.some((form) => legalForms.has(form))),
  )
  if (!a?.length || !b?.length) return compareNames(one, other)
  const outcome = compareWords(a, b)
  const [[first], [second]] = [a, b]
  if (outcome !== 'different' || a.length + b.length > 2 || !first || !second) return outcome
  return agree(first, second) ? 'similar' : 'different'
}

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
