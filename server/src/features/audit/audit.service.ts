import {
  type AuditEntry,
  type AuditFilters,
  type AuditVerification,
  auditVerification,
  type Page,
  type PlainDate,
} from '@portal/contract'
import * as z from 'zod/mini'
import { AppError } from '#platform/app-error.ts'
import { type AnchorFile, anchorsFrom } from '#platform/audit/anchor.ts'
import { verifyAudit } from '#platform/audit/verify.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Runs } from '#platform/runs/runs.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { scopeOf } from './audit.rules.ts'
import { listEntries } from './audit.store.ts'

export interface AuditSources {
  readonly db: Db
  readonly vault: Vault
  readonly anchor: AnchorFile
  readonly runs: Runs
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
export function createAuditLog({ db, vault, anchor, runs }: AuditSources) {
  /** The subject of a run is the day that it verifies; empty for the whole log. Its outcome is the verification on the wire. */
  const verifications = runs.defineRun<never, z.input<typeof auditVerification>>({
    kind: 'audit_verification',
    audit: 'audit_verification_run',
    async work(run) {
      const day = run.subject === '' ? undefined : (run.subject as PlainDate)
      const found = await verifyAudit(db, { day, ...anchorsFrom(anchor) })
      await run.step(async (_tx, { done }) => ({ done: found.links - done }))
      await run.finish(async () => z.encode(auditVerification, found))
    },
    fails: { after: 1, audit: 'audit_verification_run' },
  })

  return {
    async list(request: PageQuery<AuditFilters>, user: SessionUser): Promise<Page<AuditEntry>> {
      const scope = scopeOf(user.selectedRole)
      if (!scope) throw new AppError('not_allowed')
      const page = await listEntries(db, request, { scope, filters: request.filters ?? {}, vault })
      return { ...page, rows: page.rows.map(present) }
    },

    /** Verifies the chain, whole or of one day, against the keys in the database and the anchor file outside it. */
    async verify(day: PlainDate | undefined, { user, audit }: Caller): Promise<AuditVerification> {
      audit.record('audit', [])
      const { outcome } = await verifications.runNow({ subject: day ?? '', startedBy: user.id })
      if (!outcome) throw new Error('The verification of the audit log failed; the log of the server has the reason.')
      return z.decode(auditVerification, outcome)
    },
  }
}
