import * as z from 'zod/mini'
import { backgroundRead, defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { flag, instant, onWire, plainDate, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

/** A run of the encryption batch and its progress in rows. */
export const encryptionRun = onWire('esecuzione_cifratura', {
  id: [recordId, 'numero_univoco'],
  startedAt: [instant, 'data_avvio'],
  finishedAt: [z.optional(instant), 'data_fine'],
  total: [z.int(), 'totale'],
  done: [z.int(), 'cifrati'],
  /** Rows that cannot be decrypted; the server log lists each. */
  damaged: [z.int(), 'danneggiati'],
})
export type EncryptionRun = z.output<typeof encryptionRun>

const dataKey = onWire('chiave', {
  id: [recordId, 'id_chiave'],
  createdAt: [instant, 'data_creazione'],
  rows: [z.int(), 'righe'],
  isInUse: [flag, 'flag_in_uso'],
})

/** A version of Node that reached its end of life: it gets no more fixes of security. */
export const outdatedNode = onWire('node_non_supportato', {
  version: [z.string(), 'versione'],
  since: [plainDate, 'data_fine_supporto'],
})
export type OutdatedNode = z.output<typeof outdatedNode>

/** How the data is protected: the key ring, the newest run of the batch, the antivirus, the version of Node. */
export const encryptionState = onWire('stato_cifratura', {
  keys: [z.array(dataKey), 'chiavi'],
  plainRows: [z.int(), 'righe_in_chiaro'],
  run: [z.optional(encryptionRun), 'esecuzione'],
  /** Whether an antivirus scans uploaded files. */
  hasAntivirus: [flag, 'flag_antivirus'],
  /** The version of Node that the server runs on, if it is outdated. */
  outdatedNode: [z.optional(outdatedNode), 'node_non_supportato'],
})
export type EncryptionState = z.output<typeof encryptionState>

export const getEncryptionState = defineEndpoint({
  ...unauditedRead,
  path: '/v1/migrazione/dati-sensibili',
  summary:
    'The data keys and how many rows each seals, how many rows are still plain, the newest run of the batch, the antivirus, and a version of Node past its end of life.',
  allow: rolesOf('administration'),
  reply: encryptionState,
})

export const startEncryption = defineEndpoint({
  method: 'POST',
  path: '/v1/migrazione/dati-sensibili',
  summary:
    'Encrypts plain rows and encrypts the others again under the newest key; returns the current run if there is one.',
  allow: rolesOf('administration'),
  audit: 'encryption_started',
  body: onWire('avvio_cifratura', { withNewKey: [z.optional(flag), 'flag_nuova_chiave'] }),
  reply: encryptionRun,
})

export const getEncryptionRun = defineEndpoint({
  ...backgroundRead,
  path: '/v1/migrazione/dati-sensibili/stato',
  summary: 'Progress of the newest run of the encryption batch. The poll does not prolong the session.',
  allow: rolesOf('administration'),
  reply: onWire('avanzamento_cifratura', { run: [z.optional(encryptionRun), 'esecuzione'] }),
})

export const retireKey = defineEndpoint({
  method: 'POST',
  path: '/v1/migrazione/chiavi/ritira',
  summary: 'Removes an older data key from the ring for good; 409 while it seals a row.',
  allow: rolesOf('administration'),
  audit: 'key_retired',
  body: onWire('ritiro_chiave', { id: [recordId, 'id_chiave'] }),
  reply: encryptionState,
})
