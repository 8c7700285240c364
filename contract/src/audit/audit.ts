import * as z from 'zod/mini'
import { enumOnWire, flag, instant, onWire, plainDate, recordId } from '../kit/wire.ts'
import { role } from '../session/roles.ts'
import { recordKind } from './record-kinds.ts'

/** Actions of jobs and commands in the audit log; those of API calls are `auditWords`. */
export const auditJobWords = [
  ...['retention_applied', 'rights_exported', 'rights_erased', 'rights_failed'],
  ...['key_made', 'master_key_changed', 'rights_signed'],
  ...['export_made', 'export_failed'],
  'audit_archived',
  ...['transfer_checked', 'transfer_imported', 'transfer_failed', 'transfer_exported'],
] as const

export const auditOutcomes = { done: 'eseguita', refused: 'rifiutata' } as const
export const auditOutcome = enumOnWire(auditOutcomes)

/** Ids of the log, which exceed PostgreSQL's `integer`. */
const longId = z.int().check(z.gte(1))

/** An entry of the audit log: user, role, time, action, records, network. It never holds a value of a record. */
export const auditEntry = onWire('voce_audit', {
  id: [longId, 'id_voce'],
  at: [instant, 'data'],
  userId: [z.optional(recordId), 'id_utente'],
  userName: [z.optional(z.string()), 'utente'],
  role: [z.optional(role), 'ruolo'],
  action: [z.string(), 'azione'],
  outcome: [auditOutcome, 'esito'],
  recordKind: [z.optional(recordKind), 'tipo_record'],
  recordIds: [z.array(longId), 'id_record'],
  network: [z.optional(z.string()), 'rete'],
  requestId: [z.optional(z.string()), 'id_richiesta'],
  changedFields: [z.array(z.string()), 'campi_modificati'],
  isChained: [flag, 'in_catena'],
})
export type AuditEntry = z.output<typeof auditEntry>

/** What can be wrong with the chain, reported for its first broken link. */
export const chainBreaks = {
  entryMissing: 'voce_mancante',
  entryChanged: 'voce_modificata',
  entryUnchained: 'voce_fuori_catena',
  linkMissing: 'anello_mancante',
  linksReordered: 'anelli_riordinati',
  digestWrong: 'impronta_errata',
  sealMissing: 'sigillo_mancante',
  sealForged: 'firma_non_valida',
  chainCut: 'catena_tagliata',
  anchorDamaged: 'posizione_esterna_danneggiata',
  archiveForged: 'archivio_non_registrato',
  archiveIncomplete: 'archivio_incompleto',
} as const
export type ChainBreakKind = keyof typeof chainBreaks

const breakFound = onWire('guasto_audit', {
  kind: [enumOnWire(chainBreaks), 'guasto'],
  position: [z.optional(z.int()), 'posizione'],
  entryId: [z.optional(longId), 'id_voce'],
  seal: [z.optional(longId), 'sigillo'],
})

const chainHead = onWire('testa_catena', {
  position: [longId, 'posizione'],
  digest: [z.string(), 'impronta'],
  sealedAt: [instant, 'data_sigillo'],
})

/** What of the log is in files outside of the database. */
const archivedPart = onWire('archivio_audit', {
  months: [z.int(), 'mesi'],
  entries: [z.int(), 'voci'],
  /** Last day of the last archived month. */
  until: [plainDate, 'fino_a'],
})

/** Result of a verification of the chain; without `found` the log is unchanged. */
export const auditVerification = onWire('verifica_audit', {
  isWhole: [flag, 'integro'],
  links: [z.int(), 'anelli'],
  seals: [z.int(), 'sigilli'],
  waiting: [z.int(), 'in_attesa'],
  head: [z.optional(chainHead), 'testa'],
  publicKeys: [z.array(z.string()), 'chiavi_pubbliche'],
  archived: [z.optional(archivedPart), 'archivio'],
  found: [z.optional(breakFound), 'primo_guasto'],
})
export type AuditVerification = z.output<typeof auditVerification>
