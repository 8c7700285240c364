import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { limits } from '../kit/limits.ts'
import { lineText, onWire, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

const macroFields = {
  name: [lineText.check(z.minLength(1), z.maxLength(limits.closingMacros.nameLength)), 'nome'],
  outcomeId: [recordId, 'id_esito_finale'],
  performedActionId: [recordId, 'id_azioni_svolte'],
  /** Fills the reason too. */
  reason: [z.optional(z.string().check(z.maxLength(limits.closingMacros.reasonLength))), 'motivo'],
} as const

const newClosingMacro = onWire('modello_chiusura_da_salvare', macroFields)
export type NewClosingMacro = z.output<typeof newClosingMacro>

const closingMacro = onWire('modello_chiusura', { id: [recordId, 'id_modello'], ...macroFields })
export type ClosingMacro = z.output<typeof closingMacro>

const reply = onWire('modelli_chiusura', { rows: [z.array(closingMacro), 'listaView'] })
const path = '/v1/segnalazioni/modelli-chiusura'

export const listClosingMacros = defineEndpoint({
  method: 'GET',
  path,
  audit: 'none',
  silent: true,
  reply,
  allow: rolesOf('cases'),
  summary: 'The named choices that fill the form which closes a case, by name.',
})

export const saveClosingMacro = defineEndpoint({
  method: 'POST',
  path,
  audit: 'closing_macro_changed',
  silent: true,
  reply,
  allow: ['manager'],
  summary: 'Saves a named choice for all operators; it replaces one of the same name. Returns all of them.',
  body: newClosingMacro,
})

export const deleteClosingMacro = defineEndpoint({
  method: 'POST',
  path: `${path}/elimina`,
  audit: 'closing_macro_deleted',
  silent: true,
  reply,
  allow: ['manager'],
  summary: 'Deletes a named choice. Returns the remaining ones.',
  body: onWire('modello_chiusura_da_eliminare', { id: [recordId, 'id_modello'] }),
})
