import { defaults } from '../kit/limits.ts'
import { type PlainDate, parseWireDate } from '../kit/plain-date.ts'
import { controlLetterOf, readTaxCode } from '../kit/values/tax-code.ts'

// Decree of the Minister of Finance of 23 December 1976 and its tables.
const monthLetters = 'ABCDEHLMPRST'
/** Letters that stand for digits where two people would have the same code (omocodia). */
const digitLetters = 'LMNPQRSTUV'
const digitPlaces = [6, 7, 9, 10, 12, 13, 14]
const womenFrom = 40

/** The code with digits where letters stand for them. */
const withDigits = (code: string): string =>
  [...code]
    .map((letter, at) => {
      const digit = digitPlaces.includes(at) ? digitLetters.indexOf(letter) : -1
      return digit < 0 ? letter : String(digit)
    })
    .join('')

/** The letters of a name from A to Z; undefined for a name in another script. */
function lettersOf(name: string): string | undefined {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'SS').toUpperCase()
  return /[^\p{Script=Latin}\p{Script=Common}]/u.test(plain) ? undefined : plain.replace(/[^A-Z]/g, '')
}

const split = (letters: string) => [letters.replace(/[AEIOU]/g, ''), letters.replace(/[^AEIOU]/g, '')] as const

const threeOf = ([consonants, vowels]: readonly [string, string]) => `${consonants}${vowels}XXX`.slice(0, 3)

/** The three letters of a first name: of four or more consonants, the second is left out. */
function firstNamePart([consonants, vowels]: readonly [string, string]): string {
  const chosen = consonants.length > 3 ? `${consonants.charAt(0)}${consonants.slice(2)}` : consonants
  return threeOf([chosen, vowels])
}

/** The Belfiore code of a municipality: H501 for 8501. */
const belfioreOf = (city: number) =>
  `${String.fromCharCode('A'.charCodeAt(0) - 1 + Math.floor(city / 1000))}${String(city % 1000).padStart(3, '0')}`

interface CodedPerson {
  readonly lastName: string
  readonly firstName: string
  readonly birthDate: PlainDate
  readonly isFemale: boolean
  /** The Belfiore code of the municipality or nation of birth. */
  readonly birthPlace: string
}

/** The tax code of a person whose names are in Latin letters. */
export function taxCodeOf({ lastName, firstName, birthDate, isFemale, birthPlace }: CodedPerson): string {
  const [year = '', month, day] = birthDate.split('-')
  const stem = [
    threeOf(split(lettersOf(lastName) ?? '')),
    firstNamePart(split(lettersOf(firstName) ?? '')),
    ...[year.slice(2), monthLetters.charAt(Number(month) - 1)],
    String(Number(day) + (isFemale ? womenFrom : 0)).padStart(2, '0'),
    birthPlace,
  ].join('')
  return `${stem}${controlLetterOf(stem)}`
}

/** The values of a person that a tax code also tells. */
export type TaxCodeFact = 'lastName' | 'firstName' | 'birthDate' | 'birthPlace'

/** The values of a person that are compared with the code. */
interface ComparedPerson {
  readonly taxCode?: string | undefined
  readonly lastName?: string | undefined
  readonly firstName?: string | undefined
  readonly birthDate?: PlainDate | undefined
  readonly birthNation?: number | undefined
  readonly birthCity?: number | undefined
}

/** Whether a part of the code tells something else than the record; what is not known disagrees with nothing. */
const disagreements: Readonly<Record<TaxCodeFact, (code: string, person: ComparedPerson) => boolean>> = {
  lastName: (code, { lastName }) => {
    const letters = lettersOf(lastName ?? '')
    return Boolean(letters) && threeOf(split(letters ?? '')) !== code.slice(0, 3)
  },
  firstName: (code, { firstName }) => {
    const letters = lettersOf(firstName ?? '')
    return Boolean(letters) && firstNamePart(split(letters ?? '')) !== code.slice(3, 6)
  },
  birthDate: (code, { birthDate }) => {
    if (!birthDate) return false
    const [year = '', month, day] = birthDate.split('-')
    const written = Number(code.slice(9, 11))
    const isSame =
      year.slice(2) === code.slice(6, 8) &&
      monthLetters.charAt(Number(month) - 1) === code.charAt(8) &&
      Number(day) === (written > womenFrom ? written - womenFrom : written)
    return !isSame
  },
  birthPlace: (code, { birthNation, birthCity }) => {
    const place = code.slice(11, 15)
    if (birthCity !== undefined) return belfioreOf(birthCity) !== place
    if (birthNation === undefined) return false
    return (birthNation !== defaults.nationId) !== place.startsWith('Z')
  },
}

/**
 * What a valid tax code and a record disagree about: a warning, since offices have issued codes with errors and a municipality may
 * have changed. Names in another script than Latin are not compared, since a code follows one of their transliterations.
 */
export function disagreementsOf(person: ComparedPerson): TaxCodeFact[] {
  const { taxCode } = person
  const read = readTaxCode(taxCode ?? '')
  if (!('value' in read) || /^\d/.test(read.value)) return []
  const code = withDigits(read.value)
  return (Object.keys(disagreements) as TaxCodeFact[]).filter((fact) => disagreements[fact](code, person))
}

/** What a tax code says about the birth of its person. */
export interface BornAs {
  readonly birthDate: PlainDate
  /** The Belfiore code of the municipality or nation. */
  readonly placeCode: string
}

const century = 100

/**
 * The birth that a valid tax code of a person names; undefined for a provisional code or none. A code has two digits of the year: of
 * the two possible years, the later one that is not after `today`.
 */
export function bornAs(taxCode: string | undefined, today: PlainDate): BornAs | undefined {
  const read = readTaxCode(taxCode ?? '')
  if (!('value' in read) || /^\d/.test(read.value)) return undefined
  const code = withDigits(read.value)
  const written = Number(code.slice(9, 11))
  const monthAndDay = [
    monthLetters.indexOf(code.charAt(8)) + 1,
    written > womenFrom ? written - womenFrom : written,
  ].map((part) => String(part).padStart(2, '0'))
  const thisCentury = Math.floor(Number(today.slice(0, 4)) / century) * century + Number(code.slice(6, 8))
  const dates = [thisCentury, thisCentury - century].map((year) => parseWireDate([year, ...monthAndDay].join('-')))
  const birthDate = dates.find((date) => date !== undefined && date <= today)
  return birthDate && { birthDate, placeCode: code.slice(11, 15) }
}
