import { randomInt } from 'node:crypto'
import { controlLetterOf, hasCheckDigit } from '@portal/contract'

/** A person with random values that occur nowhere else, so that a test can search for leaks of them. */
export interface PlantedPerson {
  readonly name: string
  readonly taxCode: string
  readonly vat: string
  readonly mail: string
  readonly phone: string
  readonly phrase: string
}

const latin = 'bcdfglmnprstvz'
const vowels = 'aeiou'
const scripts = [
  { consonants: latin, vowels },
  { consonants: 'bcdfglmnprstvz', vowels: 'àèìòù' },
  { consonants: 'بتجدرسفقكلمن', vowels: 'اوي' },
  { consonants: 'бвгдклмнпрст', vowels: 'аеиоу' },
]

const pick = (letters: string) => [...letters][randomInt([...letters].length)] ?? ''
const times = (count: number, make: () => string) => Array.from({ length: count }, make).join('')
const digits = (count: number) => times(count, () => pick('0123456789'))
const word = (syllables: number, script = scripts[0] as (typeof scripts)[number]) =>
  times(syllables, () => pick(script.consonants) + pick(script.vowels))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function newTaxCode(): string {
  const stem = `${times(6, () => pick(latin)).toUpperCase()}${digits(2)}A${digits(2)}H${digits(3)}`
  return `${stem}${controlLetterOf(stem)}`
}

function newVatNumber(): string {
  const stem = `9${digits(9)}`
  return [...'0123456789'].map((digit) => `${stem}${digit}`).find(hasCheckDigit) ?? stem
}

export const plantPeople = (count: number): PlantedPerson[] =>
  Array.from({ length: count }, (_, index) => ({
    name: capital(word(5, scripts[index % scripts.length])),
    taxCode: newTaxCode(),
    vat: newVatNumber(),
    mail: `${word(3)}.${word(4)}@${word(3)}.example`,
    phone: `+39${digits(10)}`,
    phrase: `${word(4)} ${word(5)} ${word(4)}`,
  }))

/** The encodings in which a value may leak, as bytes. The search ignores case, so each needs one spelling. */
function spellings(text: string): Buffer[] {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '')
  const plain = new Set([text, text.toLowerCase(), text.toUpperCase(), folded.toLowerCase()])
  return [...plain].flatMap((one) => {
    const bytes = Buffer.from(one)
    const wide = Buffer.from(one, 'utf16le')
    const escaped = [...one].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    return [
      bytes,
      wide,
      Buffer.from(wide).swap16(),
      Buffer.from(bytes.toString('hex')),
      Buffer.from(wide.toString('hex')),
      Buffer.from(encodeURIComponent(one)),
      Buffer.from(escaped),
      ...base64Cores(bytes),
      ...base64Cores(wide),
    ]
  })
}

/** The base64 texts of the bytes at each of the three offsets, without the ends that depend on neighbouring bytes. */
const base64Cores = (bytes: Buffer) =>
  [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    return Buffer.from(text.slice(offset === 0 ? 0 : 4, text.length - 2))
  })

const lower = (bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  for (let index = 0; index < copy.length; index++) {
    const byte = copy[index] ?? 0
    if (byte >= 65 && byte <= 90) copy[index] = byte + 32
  }
  return copy
}

/** Searches bytes for every encoding of the values, in one pass; `find` returns the values found. */
export function leakFinder(values: readonly string[]) {
  const needles = new Map<number, { value: string; bytes: Buffer }[]>()
  const none: string[] = []
  // A lookup of three bytes rules out nearly every position of a file.
  const isStart = new Uint8Array(2 ** 24)
  const startAt = (bytes: Buffer, index: number) =>
    (bytes[index] ?? 0) | ((bytes[index + 1] ?? 0) << 8) | ((bytes[index + 2] ?? 0) << 16)
  for (const value of values)
    for (const spelled of spellings(value)) {
      const bytes = lower(spelled)
      if (bytes.length < 6) throw new Error(`${value} is too short to be found.`)
      const start = startAt(bytes, 0)
      isStart[start] = 1
      const sameStart = needles.get(start)
      if (sameStart) sameStart.push({ value, bytes })
      else needles.set(start, [{ value, bytes }])
    }
  const valuesAt = (bytes: Buffer, index: number): string[] => {
    const start = startAt(bytes, index)
    if (isStart[start] === 0) return none
    const isHere = (needle: Buffer) => bytes.subarray(index, index + needle.length).equals(needle)
    return (needles.get(start) ?? []).filter((needle) => isHere(needle.bytes)).map(({ value }) => value)
  }
  return {
    find(haystack: Buffer): string[] {
      const bytes = lower(haystack)
      const found = new Set<string>()
      for (let index = 0; index + 6 <= bytes.length; index++)
        for (const value of valuesAt(bytes, index)) found.add(value)
      return [...found]
    },
  }
}
