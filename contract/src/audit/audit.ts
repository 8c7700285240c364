import * as z from 'zod/mini'
import { enumOnWire, flag, instant, onWire, recordId } from '../kit/wire.ts'
import { role } from '../session/roles.ts'
import { recordKind } from './record-kinds.ts'

/** Actions of jobs and commands in the audit log; those of API calls are `auditWords`. */
export const auditJobWords = [
  ...['retention_applied', 'rights_exported', 'rights_erased', 'rights_failed'],
  ...['key_made', 'master_key_changed'],
] as const

export const auditOutcomes = { done: 'eseguita', refused: 'rifiutata' } as const
export const auditOutcome = enumOnWire(auditOutcomes)

/** Ids of the log, which exceed PostgreSQL's `integer`. */
const longId = z.int().check(z.gte(1))

/** An entry of the audit log: user, role, time, action, records, network. It never holds a value of a record. */
export const auditEntry = onWire(
  'voce_audit',
  {
    id: longId,
    at: instant,
    userId: z.optional(recordId),
    userName: z.optional(z.string()),
    role: z.optional(role),
    action: z.string(),
    outcome: auditOutcome,
    recordKind: z.optional(recordKind),
    recordIds: z.array(longId),
    network: z.optional(z.string()),
    requestId: z.optional(z.string()),
    changedFields: z.array(z.string()),
    isChained: flag,
  },
  {
    id: 'id_voce',
    at: 'data',
    userId: 'id_utente',
    userName: 'utente',
    role: 'ruolo',
    action: 'azione',
    outcome: 'esito',
    recordKind: 'tipo_record',
    recordIds: 'id_record',
    network: 'rete',
    requestId: 'id_richiesta',
    changedFields: 'campi_modificati',
    isChained: 'in_catena',
  },
)
export type AuditEntry = z.output<typeof auditEntry>

/** What can be wrong with the chain, reported for its first broken link. */
export const auditFaults = {
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
} as const
export type AuditFault = keyof typeof auditFaults

const faultFound = onWire(
  'guasto_audit',
  {
    fault: enumOnWire(auditFaults),
    position: z.optional(z.int()),
    entryId: z.optional(longId),
    seal: z.optional(longId),
  },
  { fault: 'guasto', position: 'posizione', entryId: 'id_voce', seal: 'sigillo' },
)

const chainHead = onWire(
  'testa_catena',
  { position: longId, digest: z.string(), sealedAt: instant },
  { position: 'posizione', digest: 'impronta', sealedAt: 'data_sigillo' },
)

/** Result of a verification of the chain; without `found` the log is unchanged. */
export const auditVerification = onWire(
  'verifica_audit',
  {
    isWhole: flag,
    links: z.int(),
    seals: z.int(),
    waiting: z.int(),
    head: z.optional(chainHead),
    publicKeys: z.array(z.string()),
    found: z.optional(faultFound),
  },
  {
    isWhole: 'integro',
    links: 'anelli',
    seals: 'sigilli',
    waiting: 'in_attesa',
    head: 'testa',
    publicKeys: 'chiavi_pubbliche',
    found: 'primo_guasto',
  },
)
export type AuditVerification = z.output<typeof auditVerification>
