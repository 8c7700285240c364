import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deskKinds } from '../desk-kinds.ts'
import type { Field } from '../field.ts'
import { parseWireDate } from '../plain-date.ts'
import { readField } from '../read-field.ts'
import { readNumber, typedNumber } from './read-number.ts'

const read = (kind: Field['kind'], raw: unknown) =>
  readField({ kind, wire: 'x' }, raw, { today: '2026-11-20', parseDate: parseWireDate, kinds: deskKinds })
const refused = (message: string) => ({ error: { message, params: undefined } })

describe('a number as people write it', () => {
  test.each([
    ['1500,50', 1500.5],
    ['1.500,50', 1500.5],
    ['1500.50', 1500.5],
    ['1.500', 1500],
    ['1,500.50', 1500.5],
    ['1.234.567,8', 1_234_567.8],
    ['1 500,50', 1500.5],
    ['1\u00a0500', 1500],
    ["1'500.50", 1500.5],
    ['€ 1.500,50', 1500.5],
    ['1500 euro', 1500],
    ['\u202a1500\u202c', 1500],
    ['١٥٠٠٫٥٠', 1500.5],
    ['۱۵۰۰', 1500],
    ['𝟙𝟚', 12],
    ['-1', -1],
    ['−1,5', -1.5],
    ['0', 0],
    ['007', 7],
  ])('%s is %d', (text, value) => expect(readNumber(text)).toBe(value))

  test.each([
    '',
    'tanti',
    '1,500',
    '1.50.00',
    '15.00.000',
    '1500,505',
    '1,2,3',
    '1e3',
    '0x10',
    '12 34',
    '5%',
    'Infinity',
    '1500,',
  ])('%j is refused, never changed', (text) => expect(readNumber(text)).toBeUndefined())

  const amount = fc.integer({ min: 0, max: 99_999_999_999 }).map((cents) => cents / 100)
  const inItalian = new Intl.NumberFormat('it', { minimumFractionDigits: 2 })
  const inEnglish = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })

  test('has one value in every way of writing it', () => {
    fc.assert(
      fc.property(amount, (value) => {
        for (const text of [typedNumber(value), String(value), inItalian.format(value), inEnglish.format(value)])
          expect([text, readNumber(text)]).toEqual([text, value])
      }),
    )
  })

  test('keeps every digit that was typed, or is refused', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.,]{1,9}$/), (text) => {
        const value = readNumber(text)
        if (value === undefined) return
        const digits = (written: string) => written.replace(/\D/g, '').replace(/^0+/, '')
        const decimals = /[.,](\d{1,2})$/.exec(text)?.[1]?.length ?? 0
        expect(digits(value.toFixed(decimals))).toBe(digits(text))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('an amount', () => {
  test.each([
    ['1500,50', { value: 1500.5 }],
    ['1.500', { value: 1500 }],
    [1500.5, { value: 1500.5 }],
    [150050, { value: 150_050 }],
    [1500.505, refused('importo_decimali')],
    ['-1', refused('importo_non_positivo')],
    ['0', refused('importo_non_positivo')],
    ['circa mille', refused('numero_non_valido')],
    ['  ', { value: undefined }],
    [true, refused('tipo_non_valido')],
  ])('of %j is %j', (raw, result) => expect(read('amount', raw)).toEqual(result))
})

describe('a count', () => {
  test.each([
    ['12,5', refused('numero_intero')],
    ['1.200', { value: 1200 }],
    ['-1', refused('numero_negativo')],
    ['125', { value: 125 }],
    [12.5, refused('numero_intero')],
    [125, { value: 125 }],
    [-1, refused('numero_negativo')],
    ['molti', refused('numero_non_valido')],
    ['', { value: undefined }],
    [[125], refused('tipo_non_valido')],
  ])('of %j is %j', (raw, result) => expect(read('count', raw)).toEqual(result))
})
