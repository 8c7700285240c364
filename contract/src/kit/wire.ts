import * as z from 'zod/mini'
import { formatWireDate, type PlainDate, parseWireDate } from './plain-date.ts'
import { cleanLine } from './values/characters.ts'
import type { TypedValue } from './values/typed-value.ts'

/** The fields of an object: for each its schema, its name on the wire, and what its declaration adds. */
export type WireFields = Readonly<Record<string, readonly [schema: z.ZodMiniType, wire: string, ...unknown[]]>>
type CodeShape<F extends WireFields> = { [K in keyof F]: F[K][0] }
type WireShape<F extends WireFields> = { [K in keyof F as F[K][1]]: F[K][0] }
type Pair = readonly [from: string, to: string]

/** The wire names of every `onWire` object: the writer of answers and the contract's tests read them. */
export const wireNames = z.registry<{ name: string; names: Readonly<Record<string, string>> }>()

/** The name of each field on the wire. */
export const namesOf = <const F extends WireFields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([code, [, wire]]) => [code, wire])) as { [K in keyof F]: F[K][1] }

const shapeOf = <F extends WireFields>(fields: F) =>
  Object.fromEntries(Object.values(fields).map(([schema, key]) => [key, schema])) as WireShape<F>

const objectOf = <const F extends WireFields>(fields: F) => z.object(shapeOf(fields))
type WireObject<F extends WireFields> = ReturnType<typeof objectOf<F>>

/** The fields of an object whose members all have one schema, by their names on the wire. */
export const sameFields = <S extends z.ZodMiniType, const W extends Readonly<Record<string, string>>>(
  schema: S,
  wires: W,
) =>
  Object.fromEntries(Object.entries(wires).map(([code, wire]) => [code, [schema, wire as W[keyof W]] as const])) as {
    [K in keyof W]: readonly [S, W[K]]
  }

/** An object that is Italian on the wire and English in code. Other members are ignored. */
export const onWire = <const F extends WireFields>(name: string, fields: F) => codecOf(name, fields, objectOf(fields))

/** Refuses every value, with the path of the member that has it. */
const unknownFilter = z.enum([], 'filtro_sconosciuto')

/** The same for what narrows a list: each other member is refused by name, but those that are `ignored`. */
export function knownOnWire<const F extends WireFields>(name: string, fields: F, ignored: readonly string[] = []) {
  const others = Object.fromEntries(ignored.map((key) => [key, z.optional(z.unknown())]))
  const wire = z.catchall(z.object({ ...shapeOf(fields), ...others }), unknownFilter)
  // No other member reaches the code: it is refused, or left out with those that are ignored.
  return codecOf(name, fields, wire as unknown as WireObject<F>)
}

function codecOf<const F extends WireFields>(name: string, fields: F, wire: WireObject<F>) {
  const names: Readonly<Record<string, string>> = namesOf(fields)
  const toWire: Pair[] = Object.entries(names)
  const toCode = toWire.map(([code, wire]): Pair => [wire, code])
  const code = z.custom<z.output<z.ZodMiniObject<CodeShape<F>>>>()
  const codec = z.codec(wire, code, {
    decode: (value) => rename(value, toCode) as z.output<typeof code>,
    encode: (value) => rename(value, toWire) as z.output<typeof wire>,
  })
  wireNames.add(codec, { name, names })
  return codec
}

/** A closed list that is Italian text on the wire and English in code. */
export function enumOnWire<const N extends Record<string, string>>(names: N) {
  type Code = keyof N & string
  const codeOf = Object.fromEntries(Object.entries(names).map(([code, wire]) => [wire, code]))
  return z.codec(z.enum(Object.values(names) as N[Code][]), z.enum(Object.keys(names) as Code[]), {
    decode: (wire) => codeOf[wire] as Code,
    encode: (code) => names[code as Code] as N[Code],
  })
}

/** A closed list whose members travel as their specified numbers. */
export function idOnWire<const N extends Record<string, number>>(ids: N) {
  type Code = keyof N & string
  const codeOf = new Map(Object.entries(ids).map(([code, id]) => [id, code as Code]))
  return z.codec(z.literal(Object.values(ids) as N[Code][]), z.enum(Object.keys(ids) as Code[]), {
    decode: (id) => codeOf.get(id) as Code,
    encode: (code) => ids[code as Code] as N[Code],
  })
}

/** A flag: accepted as 0/1 or true/false, sent as 0/1 (decisions §1). */
export const flag = z.codec(z.union([z.literal([0, 1]), z.boolean()]), z.boolean(), {
  decode: (wire) => Boolean(wire),
  encode: (value) => (value ? 1 : 0) as 0 | 1,
})

const flagTexts = { '0': false, '1': true, false: false, true: true } as const
/** A flag as text in an address. */
export const flagText = z.codec(z.enum(['0', '1', 'true', 'false']), z.boolean(), {
  decode: (text) => flagTexts[text],
  encode: (value) => (value ? '1' : '0'),
})

/** Text of one line, such as a name or a title. */
export const lineText = z.string().check(
  z.overwrite((text) => cleanLine(text).text),
  z.trim(),
)

/** Values that a schema takes, for the documentation of the API; the tests of the wire need them where no random value is one. */
export function withExamples<S extends z.ZodMiniType>(schema: S, ...examples: z.input<S>[]): S {
  z.globalRegistry.add(schema, { examples })
  return schema
}

/** A text that the reader of its kind of values reads, with an example. */
export function typedText(read: (typed: string) => TypedValue, example: string) {
  const readClean = (raw: string) => read(cleanLine(raw).text)
  const messageOf = (raw: string) => {
    const typed = readClean(raw)
    if ('value' in typed) return undefined
    return raw.trim() === '' ? 'campo_obbligatorio' : typed.error.message
  }
  const text = z.string().check(
    z.refine((raw) => messageOf(raw) === undefined, { error: ({ input }) => messageOf(String(input)) }),
    z.overwrite((raw) => {
      const typed = readClean(raw)
      return 'value' in typed ? typed.value : raw
    }),
  )
  return withExamples(text, example)
}

/** A record id: a positive whole number within PostgreSQL's `integer`. */
export const recordId = z.int().check(z.gte(1), z.lte(2_147_483_647))
/** A record id as text in an address. */
export const recordIdText = z.codec(z.string().check(z.regex(/^[1-9][0-9]{0,9}$/)), recordId, {
  decode: Number,
  encode: String,
})

/** An instant: ISO 8601 in UTC on the wire, a `Date` in code. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (iso) => new Date(iso),
  encode: (date) => date.toISOString(),
})

/** A calendar day, in the wire formats of `parseWireDate`. */
export const plainDate = z.codec(z.string(), z.custom<PlainDate>(), {
  decode: (text, context) => {
    const day = parseWireDate(text)
    if (day) return day
    context.issues.push({ code: 'custom', input: text, message: 'data_non_valida' })
    return z.NEVER
  },
  encode: formatWireDate,
})

/** Copies the listed keys of `source` under their new names and drops the others; an absent key stays absent. */
function rename(source: object, pairs: readonly Pair[]) {
  const renamed: Record<string, unknown> = {}
  for (const [from, to] of pairs)
    if (Object.hasOwn(source, from)) renamed[to] = (source as Readonly<Record<string, unknown>>)[from]
  return renamed
}
