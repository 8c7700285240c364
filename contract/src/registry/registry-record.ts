import * as z from 'zod/mini'
import { readWire } from '../kit/form.ts'
import { recordOnWire } from '../kit/record-on-wire.ts'
import { enumOnWire, flag, instant, onWire, recordId } from '../kit/wire.ts'
import { role } from '../session/roles.ts'
import { type Organisation, organisationForm, type Person, personForm } from './registry.form.ts'

/** Why a user may not edit a record. */
export const registryDenials = { wrong_role: 'ruolo_non_ammesso', locked: 'bloccata' } as const
export type RegistryDenial = keyof typeof registryDenials

/** What the detail of a record says beside its values. */
const headFields = {
  version: [z.int(), 'versione'],
  changedAt: [instant, 'data_modifica'],
  /** For each action, null where the user may take it, else the reason. */
  actions: [onWire('azioni_anagrafica', { edit: [z.nullable(enumOnWire(registryDenials)), 'modifica'] }), 'azioni'],
  isConflict: [flag, 'isConflict'],
  lockedBy: [z.optional(z.string()), 'bloccato_da'],
  lockedSince: [z.optional(instant), 'bloccato_dal'],
  lockedUntil: [z.optional(instant), 'bloccato_fino_al'],
} as const

/** Decodes the values of a record from the wire, by its kind. */
export const registryValuesOf = {
  person: (wire: object): Person => readWire(personForm, wire, 'accepted').values,
  organisation: (wire: object): Organisation => readWire(organisationForm, wire, 'accepted').values,
} as const

/** A body that names a person as contact or legal representative. */
const organisationOfContact = onWire('persona_giuridica_referente', {
  id: [recordId, 'id_persona_giuridica'],
  name: [z.string(), 'ragione_sociale'],
})
export type OrganisationOfContact = z.output<typeof organisationOfContact>

const personHead = onWire('persona_fisica', {
  id: [recordId, 'id_persona_fisica'],
  ...headFields,
  contactOf: [z.optional(z.array(organisationOfContact)), 'listaPersonaGiuridicaReferente'],
})
export const personDetail = recordOnWire(personHead, personForm)
export type PersonDetail = z.output<typeof personDetail>

const organisationHead = onWire('persona_giuridica', { id: [recordId, 'id_persona_giuridica'], ...headFields })
export const organisationDetail = recordOnWire(organisationHead, organisationForm)
export type OrganisationDetail = z.output<typeof organisationDetail>

/** What happens to a record of the registry. */
export const registryEventKinds = {
  insert: 'inserimento',
  change: 'modifica',
  merge: 'unione',
  undoMerge: 'unione_annullata',
} as const
export type RegistryEventKind = keyof typeof registryEventKinds

/** A field that changed, by its wire path, with its values before and after in wire format. */
export const registryFieldChange = onWire('campo_modificato_anagrafica', {
  field: [z.string(), 'campo'],
  before: [z.optional(z.unknown()), 'prima'],
  after: [z.optional(z.unknown()), 'dopo'],
})

/** An entry of the history of a record: who, when, and the changed fields. */
export const registryEvent = onWire('voce_storia_anagrafica', {
  id: [recordId, 'id_storico'],
  kind: [enumOnWire(registryEventKinds), 'tipo'],
  at: [instant, 'data_modifica'],
  by: [z.optional(z.string()), 'operatore'],
  byTaxCode: [z.optional(z.string()), 'cf_operatore'],
  role: [z.optional(role), 'ruolo'],
  /** Of a merge: its id and the end of its undo, while it can be undone. */
  mergeId: [z.optional(recordId), 'id_unione'],
  undoUntil: [z.optional(instant), 'annullabile_fino_al'],
  changes: [z.array(registryFieldChange), 'campi_modificati'],
})
export type RegistryEvent = z.output<typeof registryEvent>
