import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { goldenFiles, readGolden } from '../../test/read-golden.ts'
import { api } from '../api.ts'
import { enumOnWire, flag, instant, onWire } from './wire.ts'
import { wireWriter } from './wire-writer.ts'

const endpoints = Object.values(api).flat()

describe('what a server answers', () => {
  test.each(goldenFiles().map(readGolden))('to $call is written as zod encodes it', ({ call, result }) => {
    const reply = endpoints.find(({ method, path }) => `${method} ${path}` === call)?.reply
    if (!reply) throw new Error(`There is no call ${call}.`)
    const value = z.decode(reply, result as never)
    expect(JSON.parse(JSON.stringify(wireWriter(reply)(value) ?? null))).toEqual(
      JSON.parse(JSON.stringify(z.encode(reply, value) ?? null)),
    )
  })

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
      ...{ data: '1970-01-01T00:00:00.000Z', stato: null, righe: [{ nome: 'a' }], conti: { a: 1 } },
    })
    expect(JSON.stringify(wireWriter(schema)(more))).not.toContain('secret')
  })

  test('leaves to zod what it does not compile', () => {
    expect(wireWriter(schema)({ ...value, other: [true, false] })).toMatchObject({ altro: [1, 0] })
    expect(wireWriter(schema)({ ...value, other: 'b', status: 'open', isOpen: true })).toMatchObject({
      ...{ altro: 'b', stato: 'aperto', aperta: 1 },
    })
  })
})
