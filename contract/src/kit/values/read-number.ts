// Without zod, which the first page of the wizard does not load.
import { withPlainDigits } from './digits.ts'

/** What a number is written with: ASCII digits and signs, without marks that nobody sees and without the sign of the euro. */
const normalize = (text: string) =>
  withPlainDigits(text.replace(/\p{Cf}/gu, ''))
    .replace(/\u066b/g, ',')
    .replace(/\u066c/g, '.')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\s'’]+/g, ' ')
    .trim()
    .replace(/^(?:€|euro?(?= ?\d)) ?| ?(?:€|euro?)$/gi, '')

/** How people group thousands, each with the sign before decimals that can go with it. */
const grouped = [
  { whole: /^[1-9]\d{0,2}(?:\.\d{3})+$/, decimals: ',' },
  { whole: /^[1-9]\d{0,2}(?:,\d{3})+$/, decimals: '.' },
  { whole: /^[1-9]\d{0,2}(?: \d{3})+$/, decimals: ',' },
  { whole: /^[1-9]\d{0,2}(?: \d{3})+$/, decimals: '.' },
  { whole: /^\d+$/, decimals: ',' },
  { whole: /^\d+$/, decimals: '.' },
] as const

/** The digits of a whole number, grouped or not, before one or two decimals; undefined for what could mean two numbers. */
function plainOf(text: string): string | undefined {
  // Three digits after the only comma are thousands in English and decimals in Italian.
  if (/^\d{1,3},\d{3}$/.test(text)) return undefined
  if (grouped.some(({ whole }) => whole.test(text))) return text.replace(/\D/g, '')
  const [, whole = '', sign = '', decimals = ''] = /^(.+)([.,])(\d{1,2})$/.exec(text) ?? []
  const isNumber = grouped.some((one) => one.decimals === sign && one.whole.test(whole))
  return isNumber ? `${whole.replace(/\D/g, '')}.${decimals}` : undefined
}

/**
 * Reads a number as people write it: `1500,50`, `1.500,50` and `1500.50` are 1500.5, `1.500` is 1500. Returns undefined for a text
 * that is no number, could mean two, or has more than two decimals: no text is changed into another number.
 */
export function readNumber(text: string): number | undefined {
  const [, sign, unsigned = ''] = /^([+-]?) ?(.*)$/.exec(normalize(text)) ?? []
  const plain = plainOf(unsigned)
  if (plain === undefined) return undefined
  const value = Number(sign === '-' ? `-${plain}` : plain)
  return Number.isSafeInteger(Math.round(value * 100)) ? value + 0 : undefined
}

/** The number in a raw value: a number is what it is, a text is read, an empty one is absent; `unreadable` for all else. */
export function numberIn(raw: unknown): number | undefined | 'unreadable' {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : 'unreadable'
  if (typeof raw !== 'string') return 'unreadable'
  return raw.trim() === '' ? undefined : (readNumber(raw) ?? 'unreadable')
}

/** A number as people type it in Italian: without groups, with a comma before decimals. */
export const typedNumber = (value: number): string => String(value).replace('.', ',')
