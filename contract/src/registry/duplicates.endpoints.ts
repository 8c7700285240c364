import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { extendForm } from '../kit/extend-form.ts'
import { filtersOnWire } from '../kit/filter-schemas.ts'
import type { Fields, Form, ValuesOf } from '../kit/form.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, flag, instant, onWire, plainDate, recordId, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { matchFact, matchOutcome } from './match-weights.ts'
import { type Organisation, organisationForm, type Person, personForm, registryKinds } from './registry.form.ts'
import { registryWriters } from './registry-access.ts'

/** Only the head of the office merges records (decisions §7). */
const mergers = rolesOf('administration')

const kind = enumOnWire(registryKinds)

const facts = z.array(
  onWire('confronto_anagrafica', {
    fact: [matchFact, 'dato'],
    outcome: [matchOutcome, 'esito'],
    weight: [z.number(), 'peso'],
  }),
)

/** By what a record is recognised in a list. */
const partFields = {
  id: [recordId, 'id_scheda'],
  name: [z.string(), 'denominazione'],
  code: [z.optional(z.string()), 'codice'],
  birthDate: [z.optional(plainDate), 'data_nascita'],
} as const

const matchRow = onWire('possibile_doppione', {
  ...partFields,
  weight: [z.number(), 'peso'],
  facts: [facts, 'confronti'],
})
export type PossibleDuplicate = z.output<typeof matchRow>
const matches = onWire('possibili_doppioni', { rows: [z.array(matchRow), 'listaDoppioni'] })

/** A record that is about to be saved; its id where it exists already. */
const ownId = { recordId: { kind: 'choice', wire: 'id_scheda' } } as const satisfies Fields
const compared = [{ id: 'version', fields: [{ key: 'recordId' }] }] as const
export const comparePersonForm = extendForm(personForm, ownId)(compared)
export const compareOrganisationForm = extendForm(organisationForm, ownId)(compared)

const compareBase = { method: 'POST', allow: registryWriters, silent: true, reply: matches } as const

export const findDuplicatePeople = defineEndpoint({
  ...compareBase,
  audit: 'registry_list_read',
  path: '/v1/anagrafica/doppioni-persona-fisica',
  summary: 'The people of the registry who may be the one that is about to be saved, the likeliest first.',
  form: comparePersonForm as Form<Person & ValuesOf<typeof ownId>>,
})

export const findDuplicateOrganisations = defineEndpoint({
  ...compareBase,
  audit: 'organisation_list_read',
  path: '/v1/anagrafica/doppioni-persona-giuridica',
  summary: 'The legal persons of the registry that may be the one that is about to be saved, the likeliest first.',
  form: compareOrganisationForm as Form<Organisation & ValuesOf<typeof ownId>>,
})

const partOfPair = onWire('scheda_di_coppia', partFields)

const pairFields = {
  id: [recordId, 'id_coppia'],
  kind: [kind, 'tipo'],
  weight: [z.number(), 'peso'],
  foundAt: [instant, 'data'],
} as const

const pairRow = onWire('coppia_in_lista', {
  ...pairFields,
  first: [partOfPair, 'scheda_uno'],
  second: [partOfPair, 'scheda_due'],
})
export type PairRow = z.output<typeof pairRow>

export const listPairs = defineEndpoint({
  method: 'GET',
  allow: registryWriters,
  silent: true,
  audit: 'registry_list_read',
  path: '/v1/anagrafica/doppioni',
  summary: 'The pairs of records that may be of one person and that nobody has decided about, the likeliest first.',
  query: pageQuery(filtersOnWire('filtri_doppioni', { kind: [z.optional(kind), 'tipo'] })),
  reply: pageOf(pairRow),
})

/** A record of a pair: its values as its form writes them. */
const comparedRecord = onWire('scheda_a_confronto', {
  id: [recordId, 'id_scheda'],
  version: [z.int(), 'versione'],
  changedAt: [instant, 'data_modifica'],
  cases: [z.int(), 'numero_casi'],
  values: [z.record(z.string(), z.unknown()), 'valori'],
})
export type ComparedRecord = z.output<typeof comparedRecord>

const pairDetail = onWire('coppia', {
  ...pairFields,
  facts: [facts, 'confronti'],
  first: [comparedRecord, 'scheda_uno'],
  second: [comparedRecord, 'scheda_due'],
})
export type PairDetail = z.output<typeof pairDetail>

export const getPair = defineEndpoint({
  method: 'GET',
  allow: registryWriters,
  silent: true,
  audit: 'registry_read',
  path: '/v1/anagrafica/doppioni/:id',
  summary: 'Two records side by side, with the weight that each fact contributes.',
  params: onWire('parametri_coppia', { id: [recordIdText, 'id'] }),
  reply: pairDetail,
})

export const keepApart = defineEndpoint({
  method: 'POST',
  allow: registryWriters,
  audit: 'registry_changed',
  path: '/v1/anagrafica/doppioni-diversi',
  summary: 'Notes that a record and others are not of one person; the pairs are not shown again.',
  body: onWire('schede_diverse', {
    kind: [kind, 'tipo'],
    id: [recordId, 'id_scheda'],
    others: [z.array(recordId).check(z.minLength(1), z.maxLength(20)), 'altre'],
  }),
  reply: onWire('schede_diverse_annotate', { count: [z.int(), 'numero'] }),
})

/** Who may have a record: the reporter or the victim of a case, or an association of the register. */
export const suggestionSources = { reporter: 'segnalante', victim: 'vittima', association: 'associazione' } as const
export type SuggestionSource = keyof typeof suggestionSources
const source = enumOnWire(suggestionSources)

const suggestionRow = onWire('proposta_in_lista', {
  id: [recordId, 'id_proposta'],
  source: [source, 'origine'],
  /** Of the case or of the association. */
  sourceId: [recordId, 'id_origine'],
  /** The code of the case, or the name of the association. */
  sourceName: [z.string(), 'nome_origine'],
  kind: [kind, 'tipo'],
  record: [partOfPair, 'scheda'],
  weight: [z.number(), 'peso'],
  foundAt: [instant, 'data'],
})
export type SuggestionRow = z.output<typeof suggestionRow>

export const listSuggestions = defineEndpoint({
  method: 'GET',
  allow: registryWriters,
  silent: true,
  audit: 'registry_list_read',
  path: '/v1/anagrafica/proposte',
  summary:
    'The records that may be those of reporters, victims and associations without a record, the likeliest first; only of cases and associations that the caller may read.',
  query: pageQuery(
    filtersOnWire('filtri_proposte', {
      source: [z.optional(source), 'origine'],
      caseId: [z.optional(recordId), 'id_segnalazione'],
    }),
  ),
  reply: pageOf(suggestionRow),
})

export const rejectSuggestion = defineEndpoint({
  method: 'POST',
  allow: registryWriters,
  audit: 'registry_changed',
  path: '/v1/anagrafica/proposta-diversa',
  summary: 'Notes that a record is not that of a reporter, a victim or an association; it is not suggested again.',
  body: onWire('proposta_diversa', { id: [recordId, 'id_proposta'] }),
  reply: onWire('proposta_diversa_annotata', { id: [recordId, 'id_proposta'] }),
})

const wirePath = z.string().check(z.maxLength(100))

export const mergeRecords = defineEndpoint({
  method: 'POST',
  allow: mergers,
  audit: 'registry_merged',
  path: '/v1/anagrafica/unisci',
  summary:
    'Merges a record into another one, which takes the named fields from it; cases are linked to the kept one. 409 where one of them has changed or is held by another user.',
  body: onWire('unione', {
    kind: [kind, 'tipo'],
    keptId: [recordId, 'id_scheda'],
    keptVersion: [z.int(), 'versione'],
    mergedId: [recordId, 'id_scheda_unita'],
    mergedVersion: [z.int(), 'versione_unita'],
    taken: [z.optional(z.array(wirePath).check(z.maxLength(60))), 'campi'],
  }),
  reply: onWire('unione_eseguita', { id: [recordId, 'id_unione'] }),
})

export const undoMerge = defineEndpoint({
  method: 'POST',
  allow: mergers,
  audit: 'registry_unmerged',
  path: '/v1/anagrafica/annulla-unione',
  summary:
    'Undoes a merge within 30 days. Fields that the merge set and somebody has edited since are named, and nothing is done, until `flag_deciso` comes with those of them that get their old value.',
  body: onWire('annullamento_unione', {
    id: [recordId, 'id_unione'],
    /** Whether the user has decided about edited fields: they keep their value but for those of `restored`. */
    isDecided: [z.optional(flag), 'flag_deciso'],
    restored: [z.optional(z.array(wirePath).check(z.maxLength(60))), 'campi_da_ripristinare'],
  }),
  reply: onWire('unione_annullata', {
    isDone: [flag, 'flag_annullata'],
    edited: [z.array(z.string()), 'campi_modificati'],
  }),
})
