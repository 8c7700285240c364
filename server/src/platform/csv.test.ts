import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteCsv, readCsv } from './csv.ts'

const quote = (value: string) => `"${value.replaceAll('"', '""')}"`
const quoteIfNeeded = (value: string) => (/[";\r\n]/.test(value) ? quote(value) : value)
const anyField = fc.string({ unit: fc.constantFrom('a', 'è', ';', '"', '\n', '\r', ' ', '0') })
const anyTable = fc.array(fc.array(anyField, { minLength: 2, maxLength: 5 }), { maxLength: 6 })

test.each([
  ['every field quoted', quote],
  ['only the fields quoted that need it', quoteIfNeeded],
])('written records are read back unchanged, %s', (_, write) => {
  fc.assert(
    fc.property(anyTable, fc.constantFrom('\n', '\r\n'), fc.boolean(), (table, lineBreak, endsWithBreak) => {
      const text = table.map((fields) => fields.map(write).join(';')).join(lineBreak)
      const records = readCsv(endsWithBreak && text ? text + lineBreak : text)
      expect(records.map(({ fields }) => fields)).toEqual(table)
    }),
  )
})

test('any text is either read or refused, without an endless loop', () => {
  fc.assert(
    fc.property(anyField, (text) => {
      try {
        expect(readCsv(text).length).toBeLessThanOrEqual(text.length)
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError)
      }
    }),
  )
})

test('a record has the number of its first line, also after a field of two lines', () => {
  expect(readCsv('a;"b\nc"\r\n\r\nd;e\n')).toEqual([
    { line: 1, fields: ['a', 'b\nc'] },
    { line: 4, fields: ['d', 'e'] },
  ])
})

test.each([
  ['a;b\nc;"d', 2],
  ['a;"b"c\n', 1],
])('a misplaced quotation mark is refused with its line: %j', (text, line) => {
  expect(() => readCsv(text)).toThrow(`line ${line}: misplaced quotation mark`)
})

test('a field of a million characters is read', () => {
  const long = 'x'.repeat(1_000_000)
  expect(readCsv(`"${long}";b`)).toEqual([{ line: 1, fields: [long, 'b'] }])
})

test.each([
  ['+390612345678', `"+390612345678"`],
  ['+39 06 12345678', `"'+39 06 12345678"`],
  ['+1+1', `"'+1+1"`],
  ['+', `"'+"`],
  ['+39061234567a', `"'+39061234567a"`],
  ['+390612345678\n=1', `"'+390612345678\n=1"`],
  ['+390612345678\n', `"'+390612345678\n"`],
  ['=1+1', `"'=1+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  [' =1', `"' =1"`],
  ['\ta', `"'\ta"`],
  ['\ra', `"'\ra"`],
  ['di "ieri"', `"di ""ieri"""`],
])('a field that begins like a formula is guarded, but not + and digits alone: %j', (value, quoted) => {
  expect(quoteCsv(value)).toBe(quoted)
})
