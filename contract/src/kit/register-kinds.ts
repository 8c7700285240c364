import type { Field } from './field.ts'
import type { FieldResult, Kinds } from './kinds.ts'
import type { MessageKey } from './messages.ts'
import { numberIn } from './numbers/read-number.ts'
import { isNoTaxCode } from './tax-code.ts'

/** Kinds of field that the register of associations brings to the forms. */
export const registerKinds: Kinds = {
  organisationNumber: { read: readCode(organisationNumberError) },
  taxCode: { read: readCode((text) => (isNoTaxCode(text) ? 'codice_fiscale_non_valido' : undefined)) },
  amount: { read: readAmount },
  choices: {
    read: readChoices,
    write: (ids, field) => choicesOnWire(ids as readonly number[], field),
    fromDraft: (ids, field) => choicesOnWire(ids as unknown as readonly number[], field),
  },
}

const error = (message: MessageKey, params?: Record<string, number>): FieldResult => ({
  error: { message, params },
})

/** Normalizes a VAT number or tax code: no spaces, capitals. */
export const normalizeNumber = (text: string) => text.replace(/\s/g, '').toUpperCase()

function readCode(errorOf: (text: string) => MessageKey | undefined) {
  return (raw: unknown): FieldResult => {
    if (typeof raw !== 'string') return error('tipo_non_valido')
    const text = normalizeNumber(raw)
    if (text === '') return { value: undefined }
    const message = errorOf(text)
    return message ? error(message) : { value: text }
  }
}

/**
 * Whether eleven digits have the check digit of a VAT number (DPR 633/1972, decree of 23 December 1976): every second digit
 * doubled, the digits of the products added, the sum a multiple of ten.
 */
function hasCheckDigit(text: string): boolean {
  const sum = [...text].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The first seven digits number the taxpayer, from 1. */
const hasTaxpayer = (text: string) => !text.startsWith('0000000')

/** What is wrong with a text, normalized, that is no VAT number with its check digit and has not the form of a tax code. */
export function organisationNumberError(text: string): MessageKey | undefined {
  if (!/^[0-9]{11}$/.test(text)) return isNoTaxCode(text) ? 'piva_o_cf_non_validi' : undefined
  return hasTaxpayer(text) && hasCheckDigit(text) ? undefined : 'piva_cifra_di_controllo'
}

export const isOrganisationNumber = (text: string) => organisationNumberError(text) === undefined

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
