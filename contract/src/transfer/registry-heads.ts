import * as z from 'zod/mini'
import { enumOnWire, flag, instant, onWire } from '../kit/wire.ts'
import { registryEventKinds, registryFieldChange } from '../registry/registry-record.ts'
import { role } from '../session/roles.ts'
import { key, moment, reference, references } from './head-members.ts'

const mostCases = 10_000
const values = z.optional(z.record(z.string(), z.unknown()))

/** A merge of two people or two bodies, with what its undo needs; the merged record is among the people or the bodies. */
export const mergeHead = onWire('trasferimento_unione', {
  key: [key, 'chiave'],
  keptPerson: [reference, 'chiave_persona'],
  mergedPerson: [reference, 'chiave_persona_unita'],
  keptOrganisation: [reference, 'chiave_ente'],
  mergedOrganisation: [reference, 'chiave_ente_unito'],
  at: [instant, 'data'],
  by: [key, 'chiave_operatore'],
  undoneAt: [moment, 'data_annullamento'],
  /** The values of the kept record before the merge and after it, as in the file of its kind. */
  before: [values, 'prima'],
  after: [values, 'dopo'],
  /** The members that the kept record took from the other one. */
  taken: [z.optional(z.array(z.string()).check(z.maxLength(100))), 'campi'],
  givesCode: [z.optional(flag), 'flag_codice'],
  /** The cases whose links the merge moved. */
  reporterCases: [references(mostCases), 'chiavi_casi_segnalante'],
  victimCases: [references(mostCases), 'chiavi_casi_vittima'],
  organisationCases: [references(mostCases), 'chiavi_casi_ente'],
})

export const registryEventHead = onWire('trasferimento_voce_storico_anagrafica', {
  key: [key, 'chiave'],
  person: [reference, 'chiave_persona'],
  organisation: [reference, 'chiave_ente'],
  kind: [enumOnWire(registryEventKinds), 'tipo'],
  at: [instant, 'data'],
  by: [reference, 'chiave_operatore'],
  role: [z.optional(role), 'ruolo'],
  merge: [reference, 'chiave_unione'],
  changes: [z.optional(z.array(registryFieldChange).check(z.maxLength(200))), 'campi_modificati'],
})
