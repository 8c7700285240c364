import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { parseStrictJson } from './strict-json.ts'

const fieldErrorsOf = (text: string) => {
  try {
    parseStrictJson(text)
  } catch (error) {
    return error instanceof AppError ? error.details.fieldErrors : error
  }
  return undefined
}

describe('strict JSON', () => {
  test('reads what JSON.parse reads, when no name is repeated', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value)
        expect(parseStrictJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test.each([
    ['at the top', '{"a":1,"b":2,"a":3}', 'a'],
    ['deep inside', '{"a":{"b":[{"c":1,"c":2}]}}', 'a.b.c'],
    ['written with an escape', '{"nome":1,"\\u006eome":2}', 'nome'],
    ['with signs of JSON in it', '{"a{:[\\"":1,"a{:[\\"":2}', 'a{:["'],
  ])('a name repeated %s is refused with its path', (_where, text, path) => {
    expect(fieldErrorsOf(text)).toEqual([{ path, message: 'campo_ripetuto' }])
  })

  test('many repeated and long names make a short answer', () => {
    const long = 'x'.repeat(100_000)
    const fieldErrors = fieldErrorsOf(`{"${long}":{${'"a":1,'.repeat(20_000)}"a":1}}`) as { path: string }[]
    expect(fieldErrors.length).toBeLessThanOrEqual(20)
    expect(Math.max(...fieldErrors.map(({ path }) => path.length))).toBeLessThanOrEqual(200)
  })

  test('the same name in two objects is accepted', () => {
    expect(fieldErrorsOf('[{"a":1},{"a":2}]')).toBeUndefined()
    expect(fieldErrorsOf('{"a":{"x":1},"b":{"x":1}}')).toBeUndefined()
  })

  test.each(['{"a":1', '{"a":}', '[1,]', '', 'nulla', '{"a":1}}'])('%s is no JSON', (text) => {
    expect(fieldErrorsOf(text)).toEqual([{ path: '', message: 'json_non_valido' }])
  })

  test.each([
    ['lists', '['.repeat(21) + ']'.repeat(21)],
    ['objects', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`],
    ['a hundred thousand lists', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('%s nested deeper than any form are refused', (_what, text) => {
    expect(fieldErrorsOf(text)).toEqual([expect.objectContaining({ message: expect.stringMatching(/json_/) })])
  })
})
