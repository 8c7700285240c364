import * as z from 'zod/mini'
import { limits } from './limits.ts'

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
