import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { valueOfField } from '../test/field-values.ts'
import { exampleOf, exchangesOf, wireOf } from '../test/wire-values.ts'
import { api } from './api.ts'
import { isAbsent } from './kit/absent.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { readWire, writeWire } from './kit/form.ts'
import { wireWriter } from './kit/wire-writer.ts'

const endpoints: readonly Endpoint[] = Object.values(api).flat()
const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const runs = { numRuns: 5, endOnFailure: true }

/** Dotted paths of the members of a value of JSON, at any depth; the items of a list share theirs. */
function pathsIn(json: unknown, path = ''): string[] {
  if (Array.isArray(json)) return json.flatMap((item) => pathsIn(item, `${path}[]`))
  if (typeof json !== 'object' || json === null) return [path]
  const members = Object.entries(json).filter(([key, member]) => !isAbsent(key, member))
  return members.flatMap(([name, member]) => pathsIn(member, path ? `${path}.${name}` : name))
}
const membersOf = (json: unknown) => [...new Set(pathsIn(json))].sort()

/** A text of JSON as what it says. */
const opened = (json: unknown): unknown =>
  typeof json === 'object' && json !== null
    ? Object.fromEntries(Object.entries(json).map(([name, member]) => [name, openedText(member)]))
    : json
const openedText = (member: unknown) =>
  typeof member === 'string' && /^[[{]/.test(member) ? JSON.parse(member) : member

/** Values of the wire are made from the schema; no type knows that they are what it takes. */
// zod types the input of a decode by the schema; here it is whatever a caller may send.
const decoded = (schema: z.ZodMiniType, wire: unknown) => z.decode(schema, wire as never)

function expectRoundTrip(schema: z.ZodMiniType, wire: unknown) {
  const value = decoded(schema, wire)
  const written = z.encode(schema, value)
  expect(membersOf(opened(written))).toEqual(membersOf(opened(wire)))
  expect(decoded(schema, written)).toEqual(value)
  expect(z.encode(schema, decoded(schema, written))).toEqual(written)
}

describe.each(named)('%s', (_name, endpoint) => {
  const { params, query, body, form, reply } = endpoint
  const parts = Object.entries({ params, query, body, reply }).flatMap(([part, schema]) =>
    schema ? [[part, schema] as const] : [],
  )
  test.each(parts)('keeps every member of its %s, read and written', (_part, schema) => {
    fc.assert(
      fc.property(wireOf(schema), (wire) => expectRoundTrip(schema, wire)),
      runs,
    )
  })

  test('writes its answer as zod does', () => {
    const { result } = exampleOf(endpoint)
    const value = decoded(reply, result)
    const written = wireWriter(reply)(value) ?? null
    expect(JSON.parse(JSON.stringify(written))).toEqual(JSON.parse(JSON.stringify(z.encode(reply, value) ?? null)))
  })

  test.each(Object.entries(form?.fields ?? {}))('reads the field %s as it is written', (key, field) => {
    if (!form) return
    fc.assert(
      fc.property(valueOfField(field), (value) => {
        const { values } = readWire(form, writeWire(form, { [key]: value }), 'accepted')
        expect((values as Record<string, unknown>)[key]).toEqual(value)
      }),
      runs,
    )
  })

  if (form)
    test('keeps every field of its form beside the others', () => {
      fc.assert(
        fc.property(exchangesOf(endpoint), ({ body: wire }) => {
          const { values } = readWire(form, wire, 'accepted')
          expect(writeWire(form, values as object)).toEqual(wire)
        }),
        runs,
      )
    })
})
