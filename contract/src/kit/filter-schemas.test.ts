import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { oneOrMore, refuseReversed } from './filter-schemas.ts'
import { namesOf, onWire, plainDate, recordId } from './wire.ts'

const fields = {
  ids: [oneOrMore(recordId, 2), 'ids'],
  from: [z.optional(plainDate), 'data_da'],
  to: [z.optional(plainDate), 'data_a'],
} as const
const filters = onWire('filtri_di_prova', fields).check(refuseReversed(namesOf(fields), [['from', 'to']]))
const issuesOf = (wire: object) =>
  z.safeDecode(filters, wire as never).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a filter takes one value or several, and is sent as a list', () => {
  expect(z.decode(filters, { ids: 3 })).toEqual({ ids: [3] })
  expect(z.decode(filters, { ids: [3, 4] })).toEqual({ ids: [3, 4] })
  expect(z.decode(filters, {})).toEqual({})
  expect(z.encode(filters, { ids: [3] })).toEqual({ ids: [3] })
})

test('a filter refuses more values than it allows, and values of another type', () => {
  expect(issuesOf({ ids: [1, 2, 3] })).toHaveLength(1)
  expect(issuesOf({ ids: 'x' })).toHaveLength(1)
})

test('a range of days is refused at its last day where the first is later', () => {
  expect(issuesOf({ data_da: '2026-11-20', data_a: '2026-11-20' })).toBeUndefined()
  expect(issuesOf({ data_da: '2026-11-20' })).toBeUndefined()
  expect(issuesOf({ data_da: '2026-11-21', data_a: '2026-11-20' })).toEqual([['data_a', 'intervallo_date_non_valido']])
})
