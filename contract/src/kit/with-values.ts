import * as z from 'zod/mini'
import { wireWriter } from './wire-writer.ts'

/**
 * A record whose form values are members of the same object as its own facts, the `head`. An error without a record must not be
 * read as a record with missing members.
 */
export const withValues = <H extends z.ZodMiniType<object>, V extends object>(
  head: H,
  form: { readonly read: (wire: object) => V; readonly write: (values: V) => object },
) =>
  z.codec(z.record(z.string(), z.unknown()), z.custom<z.output<H> & { values: V }>(), {
    decode: (wire, context) => {
      const read = z.safeDecode(head, wire as never)
      if (read.success) return { ...(read.data as z.output<H>), values: form.read(wire) }
      context.issues.push({ code: 'custom', input: wire, message: 'valore_non_valido' })
      return z.NEVER
    },
    encode: ({ values, ...facts }) => ({ ...form.write(values as V), ...(wireWriter(head)(facts) as object) }),
  })
