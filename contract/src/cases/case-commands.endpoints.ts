import * as z from 'zod/mini'
import { deskKinds } from '../kit/desk-kinds.ts'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { extendForm } from '../kit/extend-form.ts'
import { filtersOnWire, searchWords } from '../kit/filter-schemas.ts'
import { defineForm, type Fields, type Form, type ValuesOf } from '../kit/form.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, onWire, plainDate, recordId, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { type CaseValues, caseFields, caseForm, officeFields, protocolNumberLength } from './case.form.ts'
import { caseDetail, caseRow, possibleDuplicateCase } from './case.ts'
import { caseActions, caseStatus } from './case.workflow.ts'
import { type CaseActionInput, caseActionForm } from './case-actions.ts'
import { caseVersion } from './case-bulk.endpoints.ts'
import { caseEvent } from './case-history.ts'

const params = onWire('parametri_lavoro_caso', { id: [recordIdText, 'id'] })

// biome-ignore format: a table
const saveFields = {
  caseId:     { kind: 'choice', wire: 'id_segnalazione' },
  // The version that the client read.
  version:    { kind: 'count',  wire: 'versione', max: 2_147_483_647 },
  submitType: { kind: 'text',   wire: 'submitType', max: 20 },
} as const satisfies Fields
export type CaseSave = CaseValues & ValuesOf<typeof saveFields>

/** The form that saves a whole case. */
export const saveCaseForm = extendForm(
  caseForm,
  saveFields,
)([
  {
    id: 'version',
    fields: [{ key: 'caseId', required: true }, { key: 'version', required: true }, { key: 'submitType' }],
  },
])

// biome-ignore format: a table
const entryFields = {
  // The user who enters the case also takes it.
  isTaken:    { kind: 'flag', wire: 'flag_presa_in_carico' },
  // The day on which the case reached the office; today by default.
  receivedOn: { kind: 'date', wire: 'data_ricezione', past: true },
  // The received mail from which the case is made.
  mailId:     { kind: 'choice', wire: 'id_posta' },
  submitType: { kind: 'text', wire: 'submitType', max: 20 },
} as const satisfies Fields
export type CaseEntry = CaseValues & ValuesOf<typeof entryFields>

/** The form by which an operator enters a case that came by telephone, by mail, or on the office's own initiative. */
export const newCaseForm = extendForm(caseForm, entryFields)(
  [{ id: 'entry', fields: [{ key: 'isTaken' }, { key: 'receivedOn' }, { key: 'mailId' }, { key: 'submitType' }] }],
  {
    uses: { profile: { required: true }, channelId: { required: true }, message: { required: true } },
  },
)

export const enterCase = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/nuova-segnalazione',
  summary:
    'Enters a case that reached the office by telephone or mail, or that the office opened itself. A repeat with the same Idempotency-Key returns the same case.',
  allow: rolesOf('newCase'),
  audit: 'case_entered',
  headers: { 'Idempotency-Key': 'Chosen by the sender, unique to the case, at most 200 visible characters.' },
  form: newCaseForm,
  reply: onWire('segnalazione_inserita', { id: [recordId, 'id_segnalazione'], code: [z.string(), 'codice'] }),
})

export const saveCase = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/integrazione-segnalazione',
  summary: 'Saves a case; 409 with the current case where it has changed since the version that the client read.',
  allow: rolesOf('editCase'),
  audit: 'case_changed',
  form: saveCaseForm,
  reply: caseDetail,
  conflictReply: true,
})

const actionBase = {
  method: 'POST',
  allow: rolesOf('editCase'),
  audit: 'case_status_changed',
  form: caseActionForm as Form<CaseActionInput>,
  reply: caseDetail,
  conflictReply: true,
} as const

export const changeCaseStatus = defineEndpoint({
  ...actionBase,
  path: '/v1/segnalazioni/cambia-stato-segnalazione',
  summary: 'Performs an action of the table of transitions on a case; `azione` names it.',
})
export const setCaseStatus = defineEndpoint({
  ...actionBase,
  path: '/v1/segnalazioni/nuovo-stato-segnalazione',
  summary: 'Performs the action that leads a case to the status `id_stato`.',
})
export const cancelCase = defineEndpoint({
  ...actionBase,
  path: '/v1/segnalazioni/annulla',
  summary: 'Cancels a case irreversibly.',
})
export const reopenCase = defineEndpoint({
  ...actionBase,
  path: '/v1/segnalazioni/riapri',
  summary: 'Opens a closed case again; its outcome stays in the history.',
})
export const takeCaseBack = defineEndpoint({
  ...actionBase,
  path: '/v1/segnalazioni/riapri-esterno',
  summary: 'Takes a case back from the external body that it was assigned to.',
})
export const assignCaseExternally = defineEndpoint({
  ...actionBase,
  path: '/v1/segnalazioni/assegna-esterno',
  summary: 'Assigns a case to another body.',
})

// biome-ignore format: a table
const performedFields = {
  caseId:           { kind: 'choice', wire: 'id_segnalazione' },
  performedActions: caseFields.performedActions,
} as const satisfies Fields

export const addPerformedActions = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/azioni-svolte',
  summary: 'Adds performed actions to a case; needs no version, since it removes nothing.',
  allow: rolesOf('editCase'),
  audit: 'case_changed',
  form: defineForm(performedFields)(
    [
      {
        id: 'actions',
        fields: [
          { key: 'caseId', required: true },
          { key: 'performedActions', required: true },
        ],
      },
    ],
    [],
    deskKinds,
  ),
  reply: caseDetail,
})

/** Narrows the history of a case to the entries that led to a status from another one. */
const eventFilters = filtersOnWire('filtri_iter', { reached: [z.optional(caseStatus), 'id_stato_raggiunto'] })

export const listCaseEvents = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/iter/:id',
  summary: 'The history of a case, newest first, with the fields before and after.',
  allow: rolesOf('cases'),
  audit: 'case_history_read',
  silent: true,
  params,
  query: pageQuery(eventFilters),
  reply: pageOf(caseEvent),
})

export const getCaseAt = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/dettaglio-storico/:id',
  summary: 'A case as it was after an entry of its history (view 8).',
  allow: rolesOf('cases'),
  audit: 'case_history_read',
  silent: true,
  params,
  query: onWire('richiesta_storico', { eventId: [recordIdText, 'id_voce'] }),
  reply: caseDetail,
})

export const listCasesOfOperator = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/lista-segnalazioni-operatore',
  summary: 'The open cases of an operator, by tax code: those that the caller may read.',
  allow: rolesOf('cases'),
  audit: 'case_list_read',
  silent: true,
  body: onWire('richiesta_casi_operatore', {
    taxCode: [z.string().check(z.minLength(1), z.maxLength(16)), 'cf'],
    from: [z.optional(z.int()), 'da'],
    to: [z.optional(z.int()), 'a'],
  }),
  reply: pageOf(caseRow),
})

const possibleDuplicates = onWire('possibili_duplicati', { rows: [z.array(possibleDuplicateCase), 'listaView'] })

/** Maximum number of names to search for: reporter and victim. */
const maxPersons = 2
/** Maximum number of contacts to search for: two telephone numbers and a mail address. */
const maxContacts = 3

export const findPossibleDuplicates = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/possibili-duplicati',
  summary:
    'Possible duplicates of a case before it is entered, with the reasons: cases with the same protocol number, person, contact, or place and day.',
  allow: rolesOf('newCase'),
  audit: 'case_list_read',
  silent: true,
  prolongs: false,
  body: onWire('ricerca_duplicati', {
    protocolNumbers: [
      z.optional(
        z
          .array(z.string().check(z.maxLength(protocolNumberLength)))
          .check(z.maxLength(officeFields.protocolNumbers.max)),
      ),
      'listaNumeroProtocollo',
    ],
    persons: [z.optional(z.array(searchWords).check(z.maxLength(maxPersons))), 'listaNominativo'],
    contacts: [z.optional(z.array(searchWords).check(z.maxLength(maxContacts))), 'listaContatto'],
    placeCity: [z.optional(recordId), 'id_citta_luogo'],
    eventDate: [z.optional(plainDate), 'data_evento'],
  }),
  reply: possibleDuplicates,
})

const operatorLoad = onWire('carico_operatore', {
  id: [recordId, 'id_utente'],
  name: [z.string(), 'nominativo'],
  level: [enumOnWire({ inWorkOne: 'op1', inWorkTwo: 'op2' }), 'livello'],
  open: [z.int(), 'casi_aperti'],
  late: [z.int(), 'casi_in_ritardo'],
})
export type OperatorLoad = z.output<typeof operatorLoad>

export const listOperatorLoads = defineEndpoint({
  ...unauditedRead,
  path: '/v1/segnalazioni/carico-operatori',
  summary: 'The operators who can be assigned cases, by level, each with the number of open and late cases.',
  allow: caseActions.assignTwo.by,
  reply: z.array(operatorLoad),
})

export const undoAction = defineEndpoint({
  method: 'POST',
  allow: caseActions.undo.by,
  audit: 'case_status_changed',
  path: '/v1/segnalazioni/annulla-azione',
  summary:
    'Takes back the last action on a case, of the same user and within ten seconds; 409 with the current case where it has changed since, or later.',
  body: caseVersion,
  reply: caseDetail,
  conflictReply: true,
})
