import { limits, type OwnSession } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { BrowserCall, Caller } from '#platform/session/caller.ts'
import type { Sessions } from '#platform/session/sessions.ts'

export type OwnSessions = ReturnType<typeof createOwnSessions>

interface Options {
  readonly inTransaction: InTransaction
  readonly sessions: Sessions
}

/** Selects one session, all but the current one, or all. */
export interface SessionSelection {
  readonly id?: number | undefined
  readonly keepsCurrent?: boolean | undefined
}

/** Lists and ends a user's sessions. */
export function createOwnSessions({ inTransaction, sessions }: Options) {
  async function endOne(tx: Db, userId: number, id: number): Promise<number> {
    const count = await sessions.endOf(tx, userId, id)
    if (count === 0) throw new AppError('not_found')
    return count
  }
  return {
    async list({ user, request, audit }: Caller & BrowserCall): Promise<OwnSession[]> {
      audit.record('user', [user.id])
      const rows = await sessions.listOf(request, user.id)
      return rows.map(({ createdAt, ...session }) => ({
        ...session,
        startedAt: createdAt,
        lastSeenAt: new Date(session.expiresAt.getTime() - limits.session.seconds * 1000),
      }))
    },

    /** Ends the user's own sessions: one, all but the current one, or all. */
    end: ({ user, request, audit }: Caller & BrowserCall, { id, keepsCurrent }: SessionSelection) =>
      inTransaction(audit, async (tx) => {
        audit.record('user', [user.id])
        if (id !== undefined) return endOne(tx, user.id, id)
        return keepsCurrent ? sessions.endOthers(tx, request, user.id) : sessions.endOf(tx, user.id)
      }),

    /** Ends every session of another user. */
    endOf: (userId: number, audit: AuditRecorder) =>
      inTransaction(audit, async (tx) => {
        audit.record('user', [userId])
        return sessions.endOf(tx, userId)
      }),
  }
}
