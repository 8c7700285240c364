import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { enumOnWire, flag, instant, onWire } from './wire.ts'
import { wireWriter } from './wire-writer.ts'

describe('what a server answers', () => {
  const schema = onWire('prova', {
    at: [instant, 'data'],
    isOpen: [z.optional(flag), 'aperta'],
    status: [z.nullable(enumOnWire({ open: 'aperto' })), 'stato'],
    lines: [z.array(onWire('riga', { name: [z.string(), 'nome'] })), 'righe'],
    counts: [z.record(z.string(), z.number()), 'conti'],
    other: [z.optional(z.union([z.string(), z.array(flag)])), 'altro'],
  })
  const value = { at: new Date(0), isOpen: undefined, status: null, lines: [{ name: 'a' }], counts: { a: 1 } }

  test('has the names of the wire, and neither absent nor unknown members', () => {
    const more = { ...value, secret: 'x', lines: [{ name: 'a', secret: 'x' }] }
    expect(wireWriter(schema)(more)).toEqual({
      data: '1970-01-01T00:00:00.000Z',
      stato: null,
      righe: [{ nome: 'a' }],
      conti: { a: 1 },
    })
    expect(JSON.stringify(wireWriter(schema)(more))).not.toContain('secret')
  })

  test('leaves to zod what it does not compile', () => {
    expect(wireWriter(schema)({ ...value, other: [true, false] })).toMatchObject({ altro: [1, 0] })
    expect(wireWriter(schema)({ ...value, other: 'b', status: 'open', isOpen: true })).toMatchObject({
      altro: 'b',
      stato: 'aperto',
      aperta: 1,
    })
  })
})
