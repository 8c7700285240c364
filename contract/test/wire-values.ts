import fc from 'fast-check'
import * as z from 'zod/mini'
import { isBlank } from '../src/kit/absent.ts'
import type { Endpoint } from '../src/kit/endpoint.ts'
import { type Form, writeWire } from '../src/kit/form.ts'
import { recordPartsOf } from '../src/kit/record-on-wire.ts'
import { definitionOf, type SchemaDefinition } from '../src/kit/schema-definition.ts'
import { plainDate, wireNames } from '../src/kit/wire.ts'
import { day, line, valuesOfFields } from './field-values.ts'

/** What the checks of a schema ask for, by the name of the check: `{ max_length: 200 }`. */
function boundsOf({ checks = [] }: SchemaDefinition): Readonly<Record<string, unknown>> {
  const bounds = checks.map(({ _zod: { def } }) => [def.check, def.maximum ?? def.minimum ?? def.value ?? def.pattern])
  return Object.fromEntries(bounds)
}

const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  datetime: fc
    .date({ min: new Date('1950-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  email: fc.constantFrom('sportello@example.org', 'ufficio.legale@example.it'),
  url: fc.constantFrom('https://example.org/', 'https://example.it/statuto'),
  uuid: fc.uuid({ version: 4 }),
}

function textOf(definition: SchemaDefinition): fc.Arbitrary<string> {
  const bounds = boundsOf(definition)
  const format = definition.format ?? bounds.string_format
  const pattern = bounds.string_format
  if (pattern instanceof RegExp) return fc.stringMatching(pattern)
  const known = typeof format === 'string' ? texts[format] : undefined
  return known ?? line(Number(bounds.max_length ?? 60))
}

function numberOf(definition: SchemaDefinition): fc.Arbitrary<number> {
  const { greater_than: min = 0, less_than: max = 1_000_000 } = boundsOf(definition)
  const isWhole = definition.format !== undefined || boundsOf(definition).number_format !== undefined
  const bounds = { min: Math.ceil(Number(min)), max: Math.floor(Number(max)) }
  return isWhole ? fc.integer(bounds) : fc.integer(bounds).map((whole) => whole + 0.5)
}

function listOf(definition: SchemaDefinition): fc.Arbitrary<unknown[]> {
  const { min_length: min = 1, max_length: max = 3 } = boundsOf(definition)
  return fc.array(wireOf(definition.element), {
    minLength: Math.max(Number(min), 1),
    maxLength: Math.min(Number(max), 3),
  })
}

const objectOf = (shape: SchemaDefinition['shape'], names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, wireOf(shape[name] ?? z.unknown())])))

/** What a codec takes: by its own registration, else by its side of the wire, where that says what it takes. */
function codecOf(schema: z.ZodMiniType, { in: wire, out: code }: SchemaDefinition): fc.Arbitrary<unknown> {
  if (schema === plainDate) return day.map((date) => `${date}T00:00:00.000Z`)
  const names = wireNames.get(schema)?.names
  if (names) return objectOf(definitionOf(wire).shape, Object.values(names))
  const { type } = definitionOf(wire)
  const isStructure = ['pipe', 'array', 'object'].includes(definitionOf(code).type)
  // Of filters, a member that says nothing is as good as absent.
  if (type === 'custom') return wireOf(code).map(withoutBlank)
  if (type === 'string' && isStructure) return wireOf(code).map((value) => JSON.stringify(value))
  return judged(schema, wireOf(wire))
}

const withoutBlank = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => !isBlank(member)))
    : value

const kinds: Readonly<Record<string, (schema: z.ZodMiniType, definition: SchemaDefinition) => fc.Arbitrary<unknown>>> =
  {
    string: (_schema, definition) => textOf(definition),
    number: (_schema, definition) => numberOf(definition),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    enum: (_schema, { entries }) => fc.constantFrom(...Object.values(entries)),
    literal: (_schema, { values }) => fc.constantFrom(...values),
    unknown: () => line(),
    array: (_schema, definition) => listOf(definition),
    object: (_schema, { shape }) => objectOf(shape, Object.keys(shape)),
    record: (_schema, { keyType, valueType }) =>
      fc.dictionary(wireOf(keyType) as fc.Arbitrary<string>, wireOf(valueType), { minKeys: 1, maxKeys: 2 }),
    optional: (_schema, { innerType }) => wireOf(innerType),
    nullable: (_schema, { innerType }) => wireOf(innerType),
    union: (_schema, { options }) => fc.oneof(...options.map(wireOf)),
    pipe: codecOf,
  }

/** The members that follow from the values are there as well. */
const recordOf = (schema: z.ZodMiniType, head: z.ZodMiniType, form: Form): fc.Arbitrary<unknown> =>
  fc
    .tuple(wireOf(head), valuesOfFields(form.fields))
    .map(([facts, values]) => ({ ...writeWire(form, values), ...(facts as object) }))
    .map((wire) => z.encode(schema, readBy(schema, wire).data))

/** What a schema reads from a value of the wire that no type knows. */
// zod types the input of a decode by the schema; here it is whatever was drawn.
const readBy = (schema: z.ZodMiniType, wire: unknown) => z.safeDecode(schema, wire as never)

/** Values that a schema takes, with every member that it declares. A refinement that none of them meets needs `examples`. */
export function wireOf(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const examples = z.globalRegistry.get(schema)?.examples
  if (examples) return fc.constantFrom(...(examples as readonly unknown[]))
  const parts = recordPartsOf(schema)
  const definition = definitionOf(schema)
  const values = parts ? recordOf(schema, parts.head, parts.form) : kinds[definition.type]?.(schema, definition)
  if (!values) throw new Error(`There is no value of the kind ${definition.type}: give the schema examples.`)
  return definition.checks?.length ? judged(schema, values) : values
}

const patience = 1000

/** Those of the values that meet the checks of a schema. */
function judged(schema: z.ZodMiniType, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  let misses = 0
  return values.filter((value) => {
    const read = readBy(schema, value)
    misses = read.success ? 0 : misses + 1
    if (misses > patience)
      throw new Error(`Give the schema examples: ${JSON.stringify(value)} is ${JSON.stringify(read.error?.issues)}.`)
    return read.success
  })
}

/** What callers send to an endpoint, and what it answers. */
export interface Exchange {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly result: unknown
}

const partOf = (schema: z.ZodMiniType | undefined) => (schema ? wireOf(schema) : fc.constant(undefined))

/** Exchanges with an endpoint, with every member. */
export const exchangesOf = ({ params, query, body, form, reply }: Endpoint): fc.Arbitrary<Exchange> =>
  fc.record({
    params: partOf(params),
    query: partOf(query),
    body: form ? valuesOfFields(form.fields).map((values) => writeWire(form, values)) : partOf(body),
    result: wireOf(reply),
  })

/** One such exchange, always the same. */
export function exampleOf(endpoint: Endpoint): Exchange {
  const [example] = fc.sample(exchangesOf(endpoint), { seed: 40, numRuns: 1 })
  if (!example) throw new Error(`There is no example of ${endpoint.path}.`)
  return example
}
