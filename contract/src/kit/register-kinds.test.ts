import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deskKinds } from './desk-kinds.ts'
import type { Field } from './field.ts'
import { parseWireDate } from './plain-date.ts'
import { readField } from './read-field.ts'

const read = (field: Omit<Field, 'wire'>, raw: unknown) =>
  readField({ ...field, wire: 'x' }, raw, { today: '2026-11-20', parseDate: parseWireDate, kinds: deskKinds })
const error = (message: string, params?: object) => ({ error: { message, params } })

/** The check digit of ten digits, computed by the table of the decree: each second digit is doubled, less 9 above 9. */
const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
const withCheckDigit = (digits: readonly number[]) => {
  const sum = digits.reduce((total, digit, index) => total + (index % 2 === 0 ? digit : (doubled[digit] ?? 0)), 0)
  return [...digits, (10 - (sum % 10)) % 10].join('')
}
const vatNumber = fc
  .array(fc.nat(9), { minLength: 10, maxLength: 10 })
  .map(withCheckDigit)
  .filter((text) => !text.startsWith('0000000'))

describe('the number of an organisation', () => {
  const number = (raw: unknown) => read({ kind: 'organisationNumber' }, raw)
  const hasWrongCheckDigit = error('piva_cifra_di_controllo')

  test.each(['12345678903', '00743110157', '00905811006', '15376371009', '97103880585', '80188230587'])(
    'may be %s',
    (text) => expect(number(text)).toEqual({ value: text }),
  )

  test('may be any eleven digits with their check digit', () => {
    fc.assert(
      fc.property(vatNumber, (text) => {
        expect(number(text)).toEqual({ value: text })
      }),
    )
  })

  test('is refused after a change of any one digit', () => {
    fc.assert(
      fc.property(vatNumber, fc.nat(10), fc.integer({ min: 1, max: 9 }), (text, place, step) => {
        const wrong = [...text].map((digit, index) => (index === place ? (Number(digit) + step) % 10 : digit)).join('')
        expect(number(wrong)).toEqual(hasWrongCheckDigit)
      }),
    )
  })

  test('may be the tax code of a person, and is stored without spaces and in capitals', () => {
    expect(number(' rss mra 80a01 h501u ')).toEqual({ value: 'RSSMRA80A01H501U' })
    expect(number('123 456 789 03')).toEqual({ value: '12345678903' })
    expect(number('\t12345678903\n')).toEqual({ value: '12345678903' })
    expect(number('IT12345678903')).toEqual({ value: '12345678903' })
    expect(number('１２３４５６７８９０３')).toEqual({ value: '12345678903' })
  })

  test.each(['1234567890', '123456789030', 'RSSMRA80A01H501', 'x'])('is not %s', (text) =>
    expect(number(text)).toEqual(error('piva_o_cf_non_validi')),
  )

  test('is not the one of no taxpayer', () => expect(number('00000000000')).toEqual(hasWrongCheckDigit))

  test('is absent where only spaces were typed, and no number of JSON', () => {
    expect(number('  ')).toEqual({ value: undefined })
    expect(number(12_345_678_903)).toEqual(error('tipo_non_valido'))
  })
})

describe('a tax code', () => {
  const taxCode = (raw: unknown) => read({ kind: 'taxCode' }, raw)

  test('has 6 letters, 2 digits, a letter, 2 digits, a letter, 3 digits and a letter', () => {
    expect(taxCode('rssmra80a01h501u')).toEqual({ value: 'RSSMRA80A01H501U' })
    const code = [...'RSSMRA80A01H501U']
    code.forEach((character, place) => {
      const other = /\d/.test(character) ? 'A' : '1'
      expect(taxCode(code.map((one, index) => (index === place ? other : one)).join(''))).toEqual(
        error('codice_fiscale_non_valido'),
      )
    })
  })

  test.each(['RSSMRA80A01H501', 'RSSMRA80A01H501UX'])('is not %s', (text) =>
    expect(taxCode(text)).toEqual(error('codice_fiscale_non_valido')),
  )
})

describe('an amount', () => {
  const amount = (raw: unknown) => read({ kind: 'amount', max: 1000 }, raw)

  test.each([1, 1000])('may be %d', (euros) => expect(amount(euros)).toEqual({ value: euros }))
  test.each([0, -1])('of %d is refused', (euros) => expect(amount(euros)).toEqual(error('importo_non_positivo')))
  test('above the highest is refused', () => expect(amount(1001)).toEqual(error('importo_troppo_alto')))
  test.each([0.5, 999.99])('may have cents, as %d', (euros) => expect(amount(euros)).toEqual({ value: euros }))
  test.each([true, null, Number.NaN])('is a number, not %s', (raw) =>
    expect(amount(raw)).toEqual(error('tipo_non_valido')),
  )
})

describe('several choices', () => {
  const choices = (raw: unknown) => read({ kind: 'choices', idWire: 'id_ambito', max: 3 }, raw)

  test('are read from objects, or from the bare ids of a draft, each once', () => {
    expect(choices([{ id_ambito: 4, etichetta: 'x' }, { id_ambito: 1 }, { id_ambito: 4 }])).toEqual({ value: [4, 1] })
    expect(choices([4, 1])).toEqual({ value: [4, 1] })
    expect(choices([])).toEqual({ value: undefined })
  })

  test('are at most as many as the field allows', () => {
    expect(choices([1, 2, 3, 3])).toEqual({ value: [1, 2, 3] })
    expect(choices([1, 2, 3, 4])).toEqual(error('troppe_righe_elenco', { max: 3 }))
  })

  test.each([[[{}]], [[{ id_ambito: 0 }]], [['1']], [[1.5]], [[2_147_483_648]]])('are ids, not %j', (raw) =>
    expect(choices(raw)).toEqual(error('scelta_non_valida')),
  )
  test('are a list', () => expect(choices({ id_ambito: 1 })).toEqual(error('tipo_non_valido')))
})
