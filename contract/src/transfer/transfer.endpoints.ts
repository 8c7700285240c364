import * as z from 'zod/mini'
import { listedRun } from '../batch/runs.endpoints.ts'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { enumOnWire, flag, instant, lineText, onWire, recordId } from '../kit/wire.ts'
import { rowError } from '../operators/operators.endpoints.ts'
import { rolesOf } from '../session/roles.ts'

const path = '/v1/migrazione/importazione-ufficio'
const allow = rolesOf('administration')

/** A folder of an office that moves in. */
const transferFolder = onWire('cartella_importazione', {
  name: [z.string(), 'cartella'],
  /** The newest check of its rows. */
  check: [z.optional(listedRun), 'controllo'],
  /** What that check found. */
  errors: [z.optional(z.int()), 'errori'],
  /** Whether values of the old system have none of ours yet. */
  hasOpenCorrespondences: [flag, 'flag_corrispondenze_aperte'],
  /** When its table of correspondences was uploaded. */
  tableAt: [z.optional(instant), 'data_tabella'],
  /** Whether the folder is the one that was checked, without errors. */
  mayImport: [flag, 'flag_importabile'],
  /** The newest import of it. */
  run: [z.optional(listedRun), 'importazione'],
  /** Files that were not accepted, by their rows; at most a hundred. */
  refusedRows: [z.optional(z.array(z.int())), 'righe_non_accettate'],
})

export const transferState = onWire('stato_importazione_ufficio', {
  /** Whether the settings of the server name a folder of folders. */
  isConfigured: [flag, 'flag_configurata'],
  folders: [z.array(transferFolder), 'cartelle'],
})
export type TransferState = z.output<typeof transferState>
export type ListedFolder = TransferState['folders'][number]

const folderName = lineText.check(z.minLength(1, 'campo_obbligatorio'), z.maxLength(255, 'valore_non_valido'))
const chosenFolder = onWire('scelta_cartella_importazione', { name: [folderName, 'cartella'] })

export const getTransferFolders = defineEndpoint({
  ...unauditedRead,
  path,
  allow,
  summary: 'The folders of offices that can move in, each with its newest check and its newest import.',
  reply: transferState,
})

export const startTransferCheck = defineEndpoint({
  method: 'POST',
  path: `${path}/controllo`,
  allow,
  summary: 'Judges every row of a folder and writes nothing to the office. Returns the current check if there is one.',
  audit: 'transfer_check_started',
  body: chosenFolder,
  reply: listedRun,
})

export const startTransfer = defineEndpoint({
  method: 'POST',
  path,
  allow,
  summary:
    'Imports a folder that was checked without errors, and leaves what is there already. A failed import goes on where it stopped. 409 for a folder that was not checked as it is.',
  audit: 'transfer_import_started',
  body: chosenFolder,
  reply: listedRun,
})

export const cancelTransfer = defineEndpoint({
  method: 'POST',
  path: `${path}/annulla`,
  allow,
  summary: 'Ends a check or an import early: what was imported stays. 409 where it has ended.',
  audit: 'transfer_cancelled',
  body: onWire('annullamento_importazione_ufficio', { id: [recordId, 'numero_univoco'] }),
  reply: listedRun,
})

/** What a check leaves for the office: its errors by row, and the values of the old system that have none of ours. */
export const transferFileKinds = { errors: 'errori', correspondences: 'corrispondenze' } as const

export const getTransferFile = defineEndpoint({
  method: 'GET',
  path: `${path}/file`,
  allow,
  summary: 'The workbook of the errors of the newest check of a folder, or its table of correspondences to fill in.',
  audit: 'transfer_file_read',
  query: onWire('file_importazione_ufficio', {
    name: [folderName, 'cartella'],
    kind: [enumOnWire(transferFileKinds), 'tipo'],
  }),
  file: 'application/octet-stream',
  reply: z.object({}),
})

export const uploadTransferTable = defineEndpoint({
  method: 'POST',
  path: `${path}/corrispondenze`,
  allow,
  summary:
    'Uploads the filled-in table of correspondences of a folder that was checked (CSV or XLSX, at most 20,000 rows). One with errors is not stored. It replaces the one uploaded before; the next check reads it. 409 during a check or an import.',
  audit: 'transfer_table_uploaded',
  query: chosenFolder,
  upload: true,
  reply: onWire('esito_tabella_corrispondenze', {
    /** Rows of values. */
    rows: [z.int(), 'righe'],
    /** Those that have a value of ours. */
    filled: [z.int(), 'compilate'],
    errors: [z.array(rowError), 'errori'],
    errorCount: [z.int(), 'errori_totali'],
  }),
})
