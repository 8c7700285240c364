import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { filtersOnWire } from '../kit/filter-schemas.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { onWire, plainDate, recordId } from '../kit/wire.ts'
import { role, rolesOf } from '../session/roles.ts'
import { auditEntry, auditOutcome, auditVerification } from './audit.ts'
import { recordKind } from './record-kinds.ts'

/** Filters of the audit log; `from` and `to` are days in the office's time zone, both included. */
export const auditFilters = filtersOnWire('filtri_audit', {
  from: [z.optional(plainDate), 'dal'],
  to: [z.optional(plainDate), 'al'],
  userId: [z.optional(recordId), 'id_utente'],
  role: [z.optional(role), 'ruolo'],
  action: [z.optional(z.string().check(z.maxLength(60))), 'azione'],
  outcome: [z.optional(auditOutcome), 'esito'],
  recordKind: [z.optional(recordKind), 'tipo_record'],
  recordId: [z.optional(z.int().check(z.gte(1))), 'id_record'],
})
export type AuditFilters = z.output<typeof auditFilters>

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/v1/audit',
  summary: 'The audit log, newest first; with the kind and id of a record its timeline. Reading the log adds an entry.',
  allow: rolesOf('auditLog'),
  audit: 'audit_read',
  silent: true,
  query: pageQuery(auditFilters),
  reply: pageOf(auditEntry),
})

export const verifyAuditLog = defineEndpoint({
  method: 'GET',
  path: '/v1/audit/verifica',
  summary: 'Verifies the chain and the seals of the audit log, of one day or all, and names the first broken link.',
  allow: ['manager'],
  audit: 'audit_verified',
  query: onWire('richiesta_verifica', { day: [z.optional(plainDate), 'giorno'] }),
  reply: auditVerification,
})
