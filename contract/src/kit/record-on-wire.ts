import * as z from 'zod/mini'
import { type Form, readWire, writeWire } from './form.ts'
import { wireWriter } from './wire-writer.ts'

export interface RecordParts {
  readonly head: z.ZodMiniType
  readonly form: Form
}
const parts = new WeakMap<z.core.$ZodType, RecordParts>()

/** What the members of a `recordOnWire` come from: the documentation of the API and the tests of the wire ask. */
export const recordPartsOf = (schema: z.core.$ZodType): RecordParts | undefined => parts.get(schema)

/**
 * A record whose form values are members of the same object as its own facts, the `head` (specification 2 §3). `write` may add
 * members that follow from the values and from what stands beside the record, `B`, such as labels. An error without a record must not
 * be read as a record with missing members.
 */
export function recordOnWire<H extends z.ZodMiniType<object>, V extends object, B extends object = object>(
  head: H,
  form: Form<V>,
  write: (values: V, beside: B) => object = (values) => writeWire(form, values),
) {
  const writeHead = wireWriter(head)
  const codec = z.codec(z.record(z.string(), z.unknown()), z.custom<z.output<H> & B & { values: V }>(), {
    decode: (wire, context) => {
      const read = z.safeDecode<z.ZodMiniType>(head, wire)
      if (read.success) return { ...(read.data as z.output<H> & B), values: readWire(form, wire, 'accepted').values }
      context.issues.push({ code: 'custom', input: wire, message: 'valore_non_valido' })
      return z.NEVER
    },
    encode: ({ values, ...facts }) => ({
      ...write(values as V, facts as B),
      ...(writeHead(facts) as object),
    }),
  })
  parts.set(codec, { head, form })
  return codec
}
