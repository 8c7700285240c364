import * as z from 'zod/mini'
import { isBlank } from './absent.ts'
import { limits } from './limits.ts'
import { knownOnWire, type WireFields } from './wire.ts'

/** One of two answers, of which 0 is the second; -1 means neither (specification 2 §3). */
export const alternative = z.optional(
  z.codec(z.union([z.literal([0, 1]), z.boolean()]), z.boolean(), {
    decode: (wire) => Boolean(wire),
    encode: (answer): 0 | 1 => (answer ? 1 : 0),
  }),
)

/** The filters without those that are not set: empty, zero or -1 (decisions §1); 0 is an answer of an `alternative`. */
function withoutUnset(given: unknown, alternatives: ReadonlySet<string>): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const entries = Object.entries(given).flatMap(([wire, value]) => {
    if (alternatives.has(wire) && (value === 0 || value === false)) return [[wire, value]]
    if (Array.isArray(value)) {
      const items = value.filter((item) => !isBlank(item))
      return items.length > 0 ? [[wire, items]] : []
    }
    return isBlank(value) ? [] : [[wire, value]]
  })
  return Object.fromEntries(entries)
}

/** The filters of a list. One that it does not know is refused by name; one that is empty, zero or -1 counts as absent. */
export function filtersOnWire<const F extends WireFields>(name: string, fields: F) {
  const known = knownOnWire(name, fields)
  const alternatives = new Set(Object.values(fields).flatMap(([schema, wire]) => (schema === alternative ? wire : [])))
  return z.codec(z.custom<z.input<typeof known>>(), known, {
    decode: (given) => withoutUnset(given, alternatives) as z.input<typeof known>,
    encode: (wire) => wire,
  })
}

/** The filters of a list that has none. */
export const noFilters = filtersOnWire('senza_filtri', {})

/** One or more values of a filter; a record matches with any of them. */
export const oneOrMore = <T extends z.ZodMiniType>(item: T, most: number) =>
  z.optional(
    z.codec(z.custom<z.input<T> | z.input<T>[]>(), z.array(item).check(z.maxLength(most)), {
      decode: (given) => (Array.isArray(given) ? given : [given]),
      encode: (several) => several,
    }),
  )

/** A check that refuses ranges of days whose first day is after the last; `names` are the wire names of the filters. */
export const refuseReversed =
  <K extends string>(names: Readonly<Record<K, string>>, ranges: readonly (readonly [from: K, to: K])[]) =>
  (context: { value: object; issues: z.core.$ZodRawIssue[] }) => {
    const filters = context.value as Readonly<Record<string, unknown>>
    for (const [from, to] of ranges) {
      const [first, last] = [filters[from], filters[to]]
      if (typeof first === 'string' && typeof last === 'string' && first > last)
        context.issues.push({ code: 'custom', path: [names[to]], input: last, message: 'intervallo_date_non_valido' })
    }
  }

/** Words to search sealed values by; the number of words is limited because each costs dozens of keyed tokens. */
export const searchWords = z.string().check(
  z.maxLength(200),
  z.refine((text) => text.split(/\s+/).filter(Boolean).length <= limits.searchWords, 'troppe_parole'),
)
