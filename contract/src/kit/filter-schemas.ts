import * as z from 'zod/mini'

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
