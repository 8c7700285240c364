import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { oneOrMore, refuseReversed, searchWords } from './filter-schemas.ts'
import { namesOf, onWire, plainDate, recordId } from './wire.ts'

const fields = {
  ids: [oneOrMore(recordId, 2), 'ids'],
  from: [z.optional(plainDate), 'data_da'],
  to: [z.optional(plainDate), 'data_a'],
} as const
const filters = onWire('filtri_di_prova', fields).check(refuseReversed(namesOf(fields), [['from', 'to']]))
const decode = (wire: object) => z.decode(filters, wire as never)

test('a filter takes one value or several, and is sent as a list', () => {
  expect(z.decode(filters, { ids: 3 })).toEqual({ ids: [3] })
  expect(z.decode(filters, { ids: [3, 4] })).toEqual({ ids: [3, 4] })
  expect(z.decode(filters, {})).toEqual({})
  expect(z.encode(filters, { ids: [3] })).toEqual({ ids: [3] })
})

test('a filter refuses more values than it allows, and values of another type', () => {
  expect(() => decode({ ids: [1, 2, 3] })).toThrow('too_big')
  expect(() => decode({ ids: 'x' })).toThrow('invalid_type')
})

test('a range of days is refused at its last day where the first is later', () => {
  const [early, late] = ['2026-11-20', '2026-11-21']
  expect(decode({ data_da: early, data_a: early })).toEqual({ from: early, to: early })
  expect(decode({ data_da: late })).toEqual({ from: late })
  expect(() => decode({ data_da: late, data_a: early })).toThrow(/"data_a"[\s\S]*intervallo_date_non_valido/)
})

test('words to search by are twelve at most', () => {
  expect(z.decode(searchWords, 'a '.repeat(12))).toBe('a '.repeat(12))
  expect(() => z.decode(searchWords, 'a '.repeat(13))).toThrow('troppe_parole')
  expect(() => z.decode(searchWords, 'a'.repeat(201))).toThrow('too_big')
})
