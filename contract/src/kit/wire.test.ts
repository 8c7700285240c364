import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '../api.ts'
import { withoutAbsent } from './absent.ts'
import { enumOnWire, flag, idOnWire, instant, onWire, recordId, wireNames } from './wire.ts'

const status = enumOnWire({ open: 'APERTO', closed: 'CHIUSO' })
const level = idOnWire({ low: 1, high: 5 })
const thing = onWire('cosa', {
  id: [recordId, 'id_cosa'],
  at: [instant, 'data'],
  status: [status, 'stato'],
  level: [z.optional(level), 'livello'],
  isUrgent: [flag, 'flag_urgente'],
  names: [z.array(z.string()), 'listaNomi'],
})
const onTheWire = {
  id_cosa: 7,
  data: '2026-11-20T10:00:00.000Z',
  stato: 'CHIUSO',
  livello: 5,
  flag_urgente: 1,
  listaNomi: ['à'],
} as const

describe('an object on the wire', () => {
  test('has Italian names on the wire and English names in code', () => {
    const inCode = z.decode(thing, onTheWire as never)
    expect(inCode).toEqual({
      id: 7,
      at: new Date('2026-11-20T10:00:00Z'),
      status: 'closed',
      level: 'high',
      isUrgent: true,
      names: ['à'],
    })
    expect(z.encode(thing, inCode)).toEqual(onTheWire)
  })

  test('leaves absent fields absent and drops unlisted ones', () => {
    const { livello: _, ...without } = onTheWire
    const inCode = z.decode(thing, { ...without, segreto: 1 } as never)
    expect(inCode).not.toHaveProperty('level')
    expect(z.encode(thing, { ...inCode, secret: 1 } as never)).toEqual(without)
  })

  test('reports faults by the Italian path', () => {
    const read = z.safeDecode(thing, { ...onTheWire, stato: 'BOH', listaNomi: [1] } as never)
    expect(read.error?.issues.map(({ path }) => path.join('.')).sort()).toEqual(['listaNomi.0', 'stato'])
  })

  test('gives every field a wire name of its own', () => {
    for (const endpoint of Object.values(api).flat())
      for (const schema of [endpoint.params, endpoint.query, endpoint.body, endpoint.reply]) {
        const names = schema && wireNames.get(schema)?.names
        if (names) expect(new Set(Object.values(names)).size, endpoint.path).toBe(Object.keys(names).length)
      }
  })
})

test.each([
  [0, false],
  [1, true],
  [false, false],
  [true, true],
] as const)('a flag of %s is %s, and is answered as a number', (wire, value) => {
  expect(z.decode(flag, wire)).toBe(value)
  expect(z.encode(flag, value)).toBe(value ? 1 : 0)
})

describe('an absent value', () => {
  test('is an empty text, an empty list, a zero id or null, at any depth', () => {
    expect(
      withoutAbsent({ a: '', b: [], id_c: 0, d: null, e: 0, f: false, g: { h: '', i: 1 }, l: [{ id_m: 0, n: 2 }] }),
    ).toEqual({
      e: 0,
      f: false,
      g: { i: 1 },
      l: [{ n: 2 }],
    })
  })

  test('is the only thing that `withoutAbsent` removes', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }).filter((key) => !key.startsWith('id_') && key !== '__proto__'),
          fc.oneof(fc.integer(), fc.boolean(), fc.string({ minLength: 1 })),
        ),
        (value) => {
          expect(withoutAbsent(value)).toEqual(value)
        },
      ),
    )
  })
})
