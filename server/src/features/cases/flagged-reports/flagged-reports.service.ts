import type { FlaggedReportRow, Office, Page } from '@portal/contract'
import { excerptOf, sealedReports } from '#features/reports/index.ts'
import { AppError } from '#platform/app-error.ts'
import { idsOf } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { type CaseScope, readScope } from '../cases.rules.ts'
import { hasCase } from '../cases.store.ts'
import { codeOf } from '../record/case-present.ts'
import { listFlaggedReports, lockFlaggedReport, setReviewed } from './flagged-reports.store.ts'

export interface FlaggedReportSources {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
}

/** The reports that look like spam, for the office to review (decisions §3). */
export function createFlaggedReports({ db, inTransaction, vault, clock, office }: FlaggedReportSources) {
  const scopeFor = (user: SessionUser) => {
    const scope = readScope(user.selectedRole, user.id)
    if (!scope) throw new AppError('not_allowed')
    return scope
  }

  type Row = Awaited<ReturnType<typeof listFlaggedReports>>['rows'][number]
  /** A damaged narrative is left out, so that the list does not fail. */
  async function present({ id, status, createdAt, message, ...row }: Row): Promise<FlaggedReportRow> {
    const narrative = await unlessDamaged(vault.open(sealedReports, id, { message }))
    return {
      id,
      code: codeOf(office.productTag, row),
      status,
      createdAt,
      reasons: row.suspectReasons,
      excerpt: excerptOf(narrative?.message ?? null),
    }
  }

  return {
    async list(request: PageQuery<unknown>, { user, audit }: Caller): Promise<Page<FlaggedReportRow>> {
      const page = await listFlaggedReports(db, request, scopeFor(user))
      const rows = await Promise.all(page.rows.map(present))
      audit.record('case', idsOf(rows), rows.length > 0 ? ['message'] : [])
      return { ...page, rows }
    },

    /** Marks a case as reviewed, once; 404 where it was never flagged, 403 where the user may not see it. */
    clear: (id: number, { user, audit }: Caller): Promise<{ id: number; reviewedAt: Date }> =>
      inTransaction(audit, async (tx) => {
        const scope = scopeFor(user)
        const flagged = await lockFlaggedReport(tx, scope, id)
        if (!flagged) throw await absenceError(tx, scope, id)
        audit.record('case', [id], flagged.reviewedAt ? [] : ['reviewedAt'])
        if (flagged.reviewedAt) return { id, reviewedAt: flagged.reviewedAt }
        const reviewedAt = clock.now()
        await setReviewed(tx, id, user.id, reviewedAt)
        return { id, reviewedAt }
      }),
  }
}

/** 403 for a case outside the scope, 404 for a case that does not exist or was never flagged. */
async function absenceError(tx: Db, scope: CaseScope, id: number): Promise<AppError> {
  const isOutOfScope = !(await hasCase(tx, id, scope)) && (await hasCase(tx, id))
  return new AppError(isOutOfScope ? 'not_allowed' : 'not_found')
}
