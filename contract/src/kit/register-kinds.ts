import type { Field } from './field.ts'
import type { FieldResult, Kinds } from './kinds.ts'
import type { MessageKey } from './messages.ts'
import { readTyped } from './read-field.ts'
import { numberIn } from './values/read-number.ts'
import { readOrganisationNumber, readTaxCode } from './values/tax-code.ts'

/** Kinds of field that the register of associations brings to the forms. */
export const registerKinds: Kinds = {
  organisationNumber: { read: (raw) => readTyped(raw, readOrganisationNumber) },
  taxCode: { read: (raw) => readTyped(raw, readTaxCode) },
  amount: { read: readAmount },
  choices: {
    read: readChoices,
    write: (ids, field) => choicesOnWire(ids as readonly number[], field),
    // A draft holds the ids themselves, although drafts of lines hold objects.
    fromDraft: (ids, field) => choicesOnWire(ids as unknown as readonly number[], field),
  },
}

const error = (message: MessageKey, params?: Record<string, number>): FieldResult => ({
  error: { message, params },
})

const highestAmount = 1_000_000_000

function readAmount(raw: unknown, { max = highestAmount }: Field): FieldResult {
  const amount = numberIn(raw)
  if (amount === undefined) return { value: undefined }
  if (amount === 'unreadable') return error(typeof raw === 'string' ? 'numero_non_valido' : 'tipo_non_valido')
  if (amount <= 0) return error('importo_non_positivo')
  if (amount > max) return error('importo_troppo_alto')
  return Number(amount.toFixed(2)) === amount ? { value: amount } : error('importo_decimali')
}

const choicesOnWire = (ids: readonly number[], { idWire = 'id' }: Field) => ids.map((id) => ({ [idWire]: id }))

const isId = (id: unknown): id is number =>
  typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= 2_147_483_647

/** Reads a list of objects with an id, each id once. */
function readChoices(raw: unknown, { idWire = 'id', max = 50 }: Field): FieldResult {
  if (!Array.isArray(raw)) return error('tipo_non_valido')
  const ids = raw.map((item: unknown) =>
    typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[idWire] : item,
  )
  if (!ids.every(isId)) return error('scelta_non_valida')
  const different = [...new Set(ids)]
  if (different.length > max) return error('troppe_righe_elenco', { max })
  return { value: different.length > 0 ? different : undefined }
}
