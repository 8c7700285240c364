import type { AuditEntry, AuditFilters, AuditVerification, Page, PlainDate } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { type AnchorFile, anchorsFrom } from '#platform/audit/anchor.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { verifyAudit } from '#platform/audit/verify.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { scopeOf } from './audit.rules.ts'
import { listEntries } from './audit.store.ts'

export interface AuditSources {
  readonly db: Db
  readonly vault: Vault
  readonly anchor: AnchorFile
}

type StoredEntry = Awaited<ReturnType<typeof listEntries>>['rows'][number]

const present = (row: StoredEntry): AuditEntry => ({
  id: row.id,
  at: row.at,
  userId: row.userId ?? undefined,
  userName: row.userName,
  role: row.role ?? undefined,
  action: row.action,
  outcome: row.outcome,
  recordKind: row.recordKind ?? undefined,
  recordIds: row.recordIds.map(Number),
  network: row.network ?? undefined,
  requestId: row.requestId ?? undefined,
  changedFields: row.changedFields,
  isChained: row.isChained,
})

/** Lists and verifies the audit log for the back office. */
export function createAuditLog({ db, vault, anchor }: AuditSources) {
  return {
    async list(request: PageQuery<AuditFilters>, user: SessionUser): Promise<Page<AuditEntry>> {
      const scope = scopeOf(user.selectedRole)
      if (!scope) throw new AppError('not_allowed')
      const page = await listEntries(db, request, { scope, filters: request.filters ?? {}, vault })
      return { ...page, rows: page.rows.map(present) }
    },

    /** Verifies the chain, whole or of one day, against the keys in the database and the anchor file outside it. */
    async verify(day: PlainDate | undefined, audit: AuditRecorder): Promise<AuditVerification> {
      audit.record('audit', [])
      return verifyAudit(db, { day, ...anchorsFrom(anchor) })
    },
  }
}
