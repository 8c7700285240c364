import * as z from 'zod/mini'
import { backgroundRead, defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { flag, onWire, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { listedRun } from './runs.endpoints.ts'

const path = '/v1/migrazione/migrazione-allegati'
const allow = rolesOf('administration')

/** A store of files and what it has. */
const fileStore = onWire('archivio_file', {
  /** `folder`, or the address of a bucket without its keys; absent for files from before stores had names. */
  name: [z.optional(z.string()), 'nome'],
  files: [z.int(), 'file'],
  bytes: [z.int(), 'byte'],
  /** New files are stored here, and the migration moves the others here. */
  isTarget: [flag, 'flag_destinazione'],
  /** Whether the settings of the server name the store. */
  isConfigured: [flag, 'flag_configurato'],
})

export const fileStoresState = onWire('stato_archivi_file', {
  stores: [z.array(fileStore), 'archivi'],
  run: [z.optional(listedRun), 'esecuzione'],
})
export type FileStoresState = z.output<typeof fileStoresState>

export const getFileStores = defineEndpoint({
  ...unauditedRead,
  path,
  allow,
  summary: 'The stores of files, how many files each has, and the newest attachment migration.',
  reply: fileStoresState,
})

export const startAttachmentMigration = defineEndpoint({
  method: 'POST',
  path,
  allow,
  summary:
    'Moves every file to the configured store: copied, read back and compared, noted, then deleted from the old store. Returns the current run if there is one.',
  audit: 'attachment_migration_started',
  reply: listedRun,
})

export const getAttachmentMigration = defineEndpoint({
  ...backgroundRead,
  path: `${path}/stato`,
  allow,
  summary: 'Progress of the newest attachment migration. The poll does not prolong the session.',
  reply: onWire('avanzamento_migrazione_allegati', { run: [z.optional(listedRun), 'esecuzione'] }),
})

export const cancelAttachmentMigration = defineEndpoint({
  method: 'POST',
  path: `${path}/annulla`,
  allow,
  summary: 'Ends an attachment migration early: moved files stay moved. 409 where it has ended.',
  audit: 'attachment_migration_cancelled',
  body: onWire('annullamento_migrazione_allegati', { id: [recordId, 'numero_univoco'] }),
  reply: listedRun,
})
