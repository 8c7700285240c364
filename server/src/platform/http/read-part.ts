import { cleanTexts, type FieldError, isAbsent, type MessageKey } from '@portal/contract'
import it from '@portal/contract/texts/it.json' with { type: 'json' }
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import register from '@portal/contract/texts/register/it.json' with { type: 'json' }
import * as z from 'zod/mini'

/** A value as it was read, and its errors. */
export interface Reading {
  readonly value: unknown
  readonly fieldErrors: readonly FieldError[]
}

/** Decodes a part of a request, or of a file; its errors have their paths on the wire. */
export function readPart(schema: z.ZodMiniType | undefined, raw: unknown): Reading {
  if (!schema) return { value: undefined, fieldErrors: [] }
  const parsed = z.safeParse(schema, cleanTexts(raw ?? {}), { reportInput: true })
  return parsed.success
    ? { value: parsed.data, fieldErrors: [] }
    : { value: undefined, fieldErrors: parsed.error.issues.map(fieldErrorOf) }
}

const messages = { ...it.messages, ...office.messages, ...register.messages }
const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(messages, text)

function fieldErrorOf({ path: names, message, code, input }: z.core.$ZodIssue): FieldError {
  const path = names.join('.')
  if (isMessageKey(message)) return { path, message }
  if (isAbsent('', input)) return { path, message: 'campo_obbligatorio' }
  return { path, message: code === 'invalid_type' ? 'tipo_non_valido' : 'valore_non_valido' }
}
