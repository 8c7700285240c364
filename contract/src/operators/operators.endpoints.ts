import * as z from 'zod/mini'
import { backgroundRead, defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { pageBody, pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, flag, instant, onWire, recordId, recordIdText } from '../kit/wire.ts'
import { role, rolesOf } from '../session/roles.ts'
import { endedSessions } from '../session/session.endpoints.ts'
import { changedOperator, colleague, newOperator, operatorDetail, operatorFilters, operatorRow } from './operators.ts'

const manager = rolesOf('administration')
const params = onWire('parametri_operatore', { id: [recordIdText, 'id'] })

const sorts = { enabledAt: 'data_abilitazione', lastName: 'cognome' } as const

export const listOperators = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/operatori',
  summary:
    'The operator accounts, most recently enabled first; sorted by data_abilitazione, or by cognome up to 500 hits.',
  allow: manager,
  audit: 'operator_list_read',
  silent: true,
  sorts,
  query: pageQuery(operatorFilters),
  reply: pageOf(operatorRow),
})

export const searchOperators = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/operatori',
  summary: 'The same list by name, tax code or mail address; by POST, so that no name appears in an address.',
  allow: manager,
  audit: 'operator_list_read',
  silent: true,
  sorts,
  body: pageBody(operatorFilters),
  reply: pageOf(operatorRow),
})

export const getOperator = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/operatori/:id',
  summary: 'An account with its history; a deleted one is returned with 409 and the whole record.',
  allow: manager,
  audit: 'operator_read',
  silent: true,
  params,
  reply: operatorDetail,
  conflictReply: true,
})

const saved = onWire('operatore_salvato', { id: [recordId, 'id_utente'] })

export const addOperator = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/add-operatore',
  summary:
    'Adds an account; 409 with a sentence in result.response where the tax code or the mail address exists already.',
  allow: manager,
  audit: 'operator_inserted',
  body: newOperator,
  reply: saved,
})

export const changeOperator = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/mod-operatore',
  summary:
    'Changes, enables or disables an account; 409 where another user changed it, where it has open cases, or where it is the last enabled RUP.',
  allow: manager,
  audit: 'operator_modified',
  body: changedOperator,
  reply: saved,
})

export const deleteOperator = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/del-operatore',
  summary: 'Closes an account for good and ends its sessions; 409 while it has open cases, or for the last RUP.',
  allow: manager,
  audit: 'operator_deleted',
  body: onWire('eliminazione_operatore', { id: [recordId, 'id_utente'] }),
  reply: onWire('operatore_eliminato', { firstName: [z.string(), 'nome'], lastName: [z.string(), 'cognome'] }),
})

export const reassignCases = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/riassegna-casi',
  summary:
    'Shares the open cases of an operator among others who may work on them: each case goes to the one with the fewest open cases.',
  allow: manager,
  audit: 'cases_reassigned',
  body: onWire('riassegnazione_casi', {
    fromId: [recordId, 'id_utente'],
    toIds: [z.array(recordId).check(z.minLength(1), z.maxLength(20)), 'id_destinatari'],
  }),
  reply: onWire('casi_riassegnati', { count: [z.int(), 'spostati'] }),
})

export const endSessionsOf = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/chiudi-sessioni',
  summary: 'Ends every session of a user.',
  allow: manager,
  audit: 'sessions_ended',
  body: onWire('chiusura_sessioni_operatore', { userId: [recordId, 'id_utente'] }),
  reply: endedSessions,
})

export const listRoles = defineEndpoint({
  ...unauditedRead,
  path: '/v1/admin/ruoli',
  summary: 'The roles that an account can have.',
  allow: manager,
  reply: z.array(onWire('ruolo', { role: [role, 'codice'], label: [z.string(), 'descrizione'] })),
})

export const listColleagues = defineEndpoint({
  ...unauditedRead,
  path: '/v1/admin/user',
  summary: 'The enabled operators for a choice list, by surname: names and roles, at most 1,000.',
  allow: [...new Set([...rolesOf('cases'), ...rolesOf('auditLog')])],
  reply: z.array(colleague),
})

/** One error of an uploaded file, without the contents of the file. */
export const rowError = onWire('errore_riga', {
  /** The sheet of a workbook. */
  sheet: [z.optional(z.string()), 'foglio'],
  row: [z.int(), 'riga'],
  field: [z.string(), 'campo'],
  code: [z.string(), 'codice'],
  message: [z.string(), 'messaggio'],
})
/** The same error in code and in the database; its message is added on output. Rows count from 1, the heading included. */
export interface RowError {
  readonly sheet?: string | undefined
  readonly row: number
  readonly field: string
  readonly code: string
}

/** A current or finished upload of accounts. The accounts open together at the end; with an error none opens. */
export const uploadRun = onWire('caricamento_utenze', {
  id: [recordId, 'numero_univoco'],
  startedAt: [instant, 'data_avvio'],
  finishedAt: [z.optional(instant), 'data_fine'],
  total: [z.int(), 'totale'],
  done: [z.int(), 'caricate'],
  errors: [z.array(rowError), 'errori'],
})
export type UploadRun = z.output<typeof uploadRun>

export const uploadUsers = defineEndpoint({
  method: 'POST',
  path: '/v1/admin/batch-utenze',
  summary:
    'Reads a file of accounts (CSV or XLSX, at most 5,000 rows): a dry run reports every fault by row; otherwise all accounts are added or none.',
  allow: manager,
  audit: 'users_uploaded',
  bodyBytes: 2_900_000,
  body: onWire('batch_utenze', {
    fileName: [z.string().check(z.minLength(1), z.maxLength(100)), 'nome_file'],
    /** Base64. */
    content: [z.string().check(z.minLength(1), z.maxLength(2_800_000)), 'contenuto'],
    isDryRun: [z.optional(flag), 'flag_prova'],
  }),
  reply: onWire('esito_batch_utenze', {
    rows: [z.int(), 'righe'],
    valid: [z.int(), 'valide'],
    errors: [z.array(rowError), 'errori'],
    errorCount: [z.int(), 'errori_totali'],
    run: [z.optional(uploadRun), 'esecuzione'],
  }),
})

export const getUploadRun = defineEndpoint({
  ...backgroundRead,
  path: '/v1/admin/batch-utenze/stato',
  summary: 'Progress of the newest upload of accounts. The poll does not prolong the session.',
  allow: manager,
  reply: onWire('avanzamento_utenze', { run: [z.optional(uploadRun), 'esecuzione'] }),
})

export const getUploadTemplate = defineEndpoint({
  method: 'GET',
  path: '/v1/admin/batch-utenze/modello',
  summary: 'An empty file to fill in, with one example row, as CSV or XLSX.',
  allow: manager,
  audit: 'none',
  query: onWire('modello_utenze', { format: [enumOnWire({ csv: 'csv', xlsx: 'xlsx' }), 'formato'] }),
  file: 'application/octet-stream',
  reply: z.object({}),
})
