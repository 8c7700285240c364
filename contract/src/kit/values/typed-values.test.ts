import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEmail } from './email.ts'
import { readPhone } from './phone.ts'
import { readPin, readReportCode } from './report-code.ts'
import { shownEmail } from './shown-email.ts'
import { controlLetterOf, readOrganisationNumber, readTaxCode } from './tax-code.ts'
import type { TypedValue } from './typed-value.ts'
import { readVatNumber } from './vat-number.ts'

const refused = (message: string) => ({ error: { message } })

describe('a telephone number', () => {
  const phone = readPhone(15)
  test.each([
    ['06/12345678', '0612345678'],
    ['333–1234567', '3331234567'],
    ['tel. 333 1234567', '3331234567'],
    ['cell: 333.12.34.567.', '3331234567'],
    ['Cellulare 333-1234567', '3331234567'],
    ['٠٦١٢٣٤٥٦٧٨', '0612345678'],
    ['+۳۹ ۳۳۳ ۱۲۳ ۴۵ ۶۷', '+393331234567'],
    ['\u202a(06) 1234.567-8\u202c', '0612345678'],
    ['+39\u00a0(0)6 1234567', '+39061234567'],
    ['800 90 10 10', '800901010'],
    ['+49 170123 456789', '+49170123456789'],
    ['333123 4567', '3331234567'],
  ])('%j is %s', (typed, value) => expect(phone(typed)).toEqual({ value }))

  test.each([
    ['333 1234567 (ore pasti)', 'telefono_solo_numero'],
    ['3331234567 / 3337654321', 'telefono_solo_numero'],
    ['061234567, 067654321', 'telefono_solo_numero'],
    ['061234 065678', 'telefono_solo_numero'],
    ['chiamare Maria', 'telefono_non_valido'],
    ['1234567890123456', 'telefono_non_valido'],
    ['+', 'telefono_non_valido'],
    ['333 12345#7', 'telefono_non_valido'],
    ['3+33', 'telefono_non_valido'],
    ['1'.repeat(1_000_000), 'telefono_non_valido'],
  ])('%.40j is refused: %s', (typed, message) => expect(phone(typed)).toEqual(refused(message)))

  test('has every digit that was typed, in every script', () => {
    const zero = fc.constantFrom(0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10)
    const separator = fc.constantFrom('', ' ', '.', '-', '–', '\u00a0', '\u200e')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), separator), { minLength: 1, maxLength: 11 }), zero, (digits, first) => {
        const typed = digits.map(([digit, sign]) => String.fromCodePoint(first + digit) + sign).join('')
        const read = phone(typed)
        if ('value' in read) expect(read.value).toBe(digits.map(([digit]) => digit).join(''))
        else expect(read.error.message).toBe('telefono_solo_numero')
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a mail address', () => {
  test.each([
    ['\u202amario@example.org\u202c', 'mario@example.org'],
    ['mailto:mario@example.org', 'mario@example.org'],
    ['Mario Rossi <mario@example.org>', 'mario@example.org'],
    ['"Rossi, Mario" <mailto:mario@example.org>;', 'mario@example.org'],
    ['mario@example.org,', 'mario@example.org'],
    ['mario@example.org.', 'mario@example.org'],
    ['info@caffè.it', 'info@xn--caff-8oa.it'],
    ['nome@例え.テスト', 'nome@xn--r8jz45g.xn--zckzah'],
  ])('%j is %s', (typed, value) => expect(readEmail(typed)).toEqual({ value }))

  test.each([
    ['info@caffè.it', 'info@caffè.it'],
    ['nome@例え.テスト', 'nome@例え.テスト'],
    ['xn--mario@example.org', 'xn--mario@example.org'],
  ])('%j is shown as %s', (typed, shown) => {
    const read = readEmail(typed)
    expect('value' in read && shownEmail(String(read.value))).toBe(shown)
  })

  test.each([
    'mario@example',
    'mario',
    'mario@',
    '@example.org',
    'mario rossi@example.org',
    'a@b@example.org',
    'a@b.c d.it',
  ])('%j is refused', (typed) => expect(readEmail(typed)).toEqual(refused('email_non_valida')))
})

describe('the tax code of a person', () => {
  test.each([
    ['RSSMRA80A01H501U', 'RSSMRA80A01H501U'],
    ['DNGMRA80A01H50MJ', 'DNGMRA80A01H50MJ'],
    ['dng mra 80a03 h501y', 'DNGMRA80A03H501Y'],
    ['RSSMRA-80A01-H501U', 'RSSMRA80A01H501U'],
    ['RSSMRA٨٠A٠١H٥٠١U', 'RSSMRA80A01H501U'],
    ['12345678903', '12345678903'],
  ])('%j is %s', (typed, value) => expect(readTaxCode(typed)).toEqual({ value }))

  test.each([
    ['DNGMRA80A01H501A', 'codice_fiscale_controllo'],
    ['12345678901', 'codice_fiscale_controllo'],
    ['RSSMRA80F01H501U', 'codice_fiscale_non_valido'],
    ['RSSMRA80A01H501', 'codice_fiscale_non_valido'],
    ['RSSMRA80A01H501UX', 'codice_fiscale_non_valido'],
    ['IT12345678903', 'codice_fiscale_non_valido'],
  ])('%j is refused: %s', (typed, message) => expect(readTaxCode(typed)).toEqual(refused(message)))

  const letters = (count: number) =>
    fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: count, maxLength: count })
  const digits = (count: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789LMNPQRSTUV'), minLength: count, maxLength: count })
  const code = fc
    .tuple(letters(6), digits(2), fc.constantFrom(...'ABCDEHLMPRST'), digits(2), letters(1), digits(3))
    .map((parts) => parts.join(''))
    .map((stem) => stem + controlLetterOf(stem))

  test('has a control letter that shows each change of one character', () => {
    fc.assert(
      fc.property(code, fc.nat(15), letters(1), (one, place, other) => {
        expect(readTaxCode(one)).toEqual({ value: one })
        const changed = one.slice(0, place) + other + one.slice(place + 1)
        // Some letters and digits have the same value at the odd places.
        if (controlLetterOf(changed.slice(0, 15)) !== changed.slice(15))
          expect('error' in readTaxCode(changed)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a VAT number, and the number of an organisation', () => {
  test.each(['IT01234567897', '0123 4567 897', 'it 0123.4567.897', '٠١٢٣٤٥٦٧٨٩٧'])('%j is 01234567897', (typed) => {
    expect(readVatNumber(typed)).toEqual({ value: '01234567897' })
    expect(readOrganisationNumber(typed)).toEqual({ value: '01234567897' })
  })

  test.each([
    [readVatNumber, '01234567890', 'piva_errore_di_battitura'],
    [readVatNumber, 'RSSMRA80A01H501U', 'piva_non_valida'],
    [readVatNumber, '00000000000', 'piva_errore_di_battitura'],
    [readOrganisationNumber, '01234567890', 'piva_cifra_di_controllo'],
    [readOrganisationNumber, 'RSSMRA80A01H501A', 'codice_fiscale_controllo'],
    [readOrganisationNumber, '1234567890', 'piva_o_cf_non_validi'],
  ])('is refused: %#', (read, typed, message) => expect(read(typed)).toEqual(refused(message)))
})

describe('the code of a report', () => {
  test.each([
    'UNAR 2026 000043',
    'UNAR2026000043',
    'unar-2026-43',
    'Codice: UNAR-2026-000043.',
    'UNAR-٢٠٢٦-٠٠٠٠٤٣',
    'UNAR-2O26-OOOO43',
    'UNAR‑2026—000043',
    'il codice è unar_2026_000043',
    'ＵＮＡＲ－２０２６－００００４３',
  ])('%j is UNAR-2026-000043', (typed) => expect(readReportCode(typed)).toEqual({ value: 'UNAR-2026-000043' }))
  test.each(['2026-000043', 'UNAR-2026', 'UNAR-26-000043', 'UNAR-2026-0000431234', 'Maria'])('%j is refused', (typed) =>
    expect(readReportCode(typed)).toEqual(refused('codice_non_valido')),
  )
})

describe('a PIN', () => {
  test.each(['K7RMP-2X9QD', 'k7rmp2x9qd', ' K7RMP – 2X9QD. ', 'K7RMP2X9QD\u200f', 'Ｋ７ＲＭＰ２Ｘ９ＱＤ'])(
    '%j is K7RMP-2X9QD',
    (typed) => expect(readPin(typed)).toEqual({ value: 'K7RMP-2X9QD' }),
  )
  test('has digits for the letters that people take for them', () =>
    expect(readPin('OI0l1-٢٣456')).toEqual({ value: '01011-23456' }))
  test.each(['', 'K7RMP-2X9Q', 'K7RMP-2X9QDA', 'K7RMP-2X9QU'])('%j is refused', (typed) =>
    expect(readPin(typed)).toEqual(refused('pin_non_valido')),
  )
})

test('every value that was read is read again as the same', () => {
  const readers: readonly ((typed: string) => TypedValue)[] = [
    readPhone(15),
    readEmail,
    readTaxCode,
    readVatNumber,
    readOrganisationNumber,
    readReportCode,
    readPin,
  ]
  const piece = fc.constantFrom(
    ...'0123456789',
    'UNAR',
    '2026',
    'RSSMRA80A01H501U',
    'IT',
    '01234567897',
    '@',
    '.it',
    'é',
    ' ',
    '-',
    '/',
    '\u200f',
    '٣',
    '<',
    '>',
  )
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 20 }), fc.constantFrom(...readers), (typed, read) => {
      const once = read(typed)
      if ('value' in once) expect(read(once.value)).toEqual(once)
    }),
    { numRuns: 5000 },
  )
})
