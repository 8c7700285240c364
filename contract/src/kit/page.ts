import * as z from 'zod/mini'
import { withoutAbsent } from './absent.ts'
import { limits } from './limits.ts'
import { cleanTexts } from './values/characters.ts'
import { flag, flagText, knownOnWire, onWire } from './wire.ts'

/** JSON text in a query parameter, as `filtri` and `ordinamenti` travel on GET. */
const jsonText = <T extends z.ZodMiniType>(schema: T) =>
  z.codec(z.string(), schema, {
    decode: (text, context) => {
      const parsed = parseJson(text)
      // The text itself has control characters only as escapes.
      if (parsed) return withoutAbsent(cleanTexts(parsed.value)) as z.input<T>
      context.issues.push({ code: 'custom', input: text, message: 'json_non_valido' })
      return z.NEVER
    },
    encode: (value) => JSON.stringify(value),
  })

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** A row number, counted from 1, as text. */
const rowNumber = z.codec(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/)), z.int(), {
  decode: Number,
  encode: String,
})

const direction = z.enum(['asc', 'desc'])
const ordering = onWire('ordinamento', { column: [z.string(), 'campo'], direction: [direction, 'verso'] })
export type Ordering = z.output<typeof ordering>
export const orderings = z.array(ordering).check(z.maxLength(3))

const pageKey = z.string().check(z.maxLength(200))

const wholeRow = z.int().check(z.gte(1), z.lte(999_999_999))

/** Refuses a page of fewer than one row or more than `limits.page.maxRows` rows. */
const isReasonable = (context: {
  value: { from?: number | undefined; to?: number | undefined }
  issues: z.core.$ZodRawIssue[]
}) => {
  const { from = 1, to = from + limits.page.rows - 1 } = context.value
  const rows = to - from + 1
  const message = rows < 1 ? 'pagina_non_valida' : rows > limits.page.maxRows ? 'pagina_troppo_grande' : undefined
  if (message) context.issues.push({ code: 'custom', path: ['a'], input: context.value.to, message })
}

/** What every call may carry, and members of the answer that callers send back: none of them is a filter. */
const ignored = ['v', 'lang', 'count', 'listaView'] as const

/**
 * A page query for GET: the rows `from` to `to` (both included, ten by default), or as many `after` or `before` the key
 * of a row. With `isExact` the count goes beyond 10,000. `filters` is the schema of `filtri`.
 */
export const pageQuery = <F extends z.ZodMiniType>(filters: F) =>
  knownOnWire(
    'richiesta_pagina',
    {
      from: [z.optional(rowNumber), 'da'],
      to: [z.optional(rowNumber), 'a'],
      after: [z.optional(pageKey), 'dopo'],
      before: [z.optional(pageKey), 'prima'],
      filters: [z.optional(jsonText(filters)), 'filtri'],
      orderings: [z.optional(jsonText(orderings)), 'ordinamenti'],
      isExact: [z.optional(flagText), 'conta_esatta'],
    },
    ignored,
  ).check(isReasonable)

/** The same page query as a JSON body, for POST: names and other personal filters must not appear in an address. */
export const pageBody = <F extends z.ZodMiniType>(filters: F) =>
  knownOnWire(
    'richiesta_pagina_json',
    {
      from: [z.optional(wholeRow), 'da'],
      to: [z.optional(wholeRow), 'a'],
      after: [z.optional(pageKey), 'dopo'],
      before: [z.optional(pageKey), 'prima'],
      filters: [z.optional(filters), 'filtri'],
      orderings: [z.optional(orderings), 'ordinamenti'],
      isExact: [z.optional(flag), 'conta_esatta'],
    },
    ignored,
  ).check(isReasonable)

/** Rows `from` to `to`, both included, counted from 1. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/** The row range of a page query; ten rows where it has no end. */
export const rangeOf = ({ from = 1, to }: { from?: number | undefined; to?: number | undefined }): RowRange => ({
  from,
  to: to ?? from + limits.page.rows - 1,
})

/** The row range of page `page`, counted from 1: da = page·10−9, a = page·10 for ten rows (specification §9). */
export const rowsOfPage = (page: number, size: number = limits.page.rows): RowRange => ({
  from: (page - 1) * size + 1,
  to: page * size,
})

/** Reply with one page: the rows, how many match, and the keys of the first and last row for the next query. */
export const pageOf = <T extends z.ZodMiniType>(row: T) =>
  onWire('pagina', {
    rows: [z.array(row), 'listaView'],
    /** Exact up to 10,000 or on request; otherwise 10,000 with `countIsMore`. */
    count: [z.int(), 'count'],
    countIsMore: [z.optional(z.boolean()), 'countOltre'],
    from: [z.int(), 'da'],
    to: [z.int(), 'a'],
    firstKey: [z.optional(z.string()), 'chiave_prima'],
    lastKey: [z.optional(z.string()), 'chiave_ultima'],
  })
/** One page of rows, as code reads it. */
export type Page<T> = z.output<ReturnType<typeof pageOf<z.ZodMiniType<T>>>>
