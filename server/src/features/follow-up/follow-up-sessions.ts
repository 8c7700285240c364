import { limits } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { opaqueCookie } from '#platform/http/opaque-cookie.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { BrowserCall } from '#platform/session/caller.ts'
import { deleteSession, findSession, insertSession, prolongSession } from './follow-up.store.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly slug: string
  readonly isAlwaysHttps: boolean
}

const endOf = (now: Date) => new Date(now.getTime() + limits.session.seconds * 1000)

/** Sessions opened with code and PIN: each gives access to one report, has no account, and expires after 1800 idle seconds. */
export function createFollowUpSessions(options: Options) {
  const { db, inTransaction, vault, clock } = options
  // A session cookie: the browser deletes it when it closes.
  const cookie = opaqueCookie(options, { suffix: '-pratica', sameSite: 'strict' })
  return {
    /** The case id of the request's session; prolongs the session. Undefined without a valid session. */
    async caseOf(request: FastifyRequest): Promise<number | undefined> {
      const idHash = cookie.readHash(request)
      const session = idHash && (await findSession(db, vault, idHash, clock.now()))
      if (!session) return undefined
      await prolongSession(db, vault, idHash, { caseId: session.caseId, expiresAt: endOf(clock.now()) })
      return session.caseId
    },

    /** Starts a session with a new id and deletes the browser's earlier one. */
    async start({ request, reply, audit }: BrowserCall, caseId: number): Promise<void> {
      const { id, hash } = cookie.make()
      const earlier = cookie.readHash(request)
      await inTransaction(async (tx) => {
        if (earlier) await deleteSession(tx, earlier)
        const now = clock.now()
        await insertSession(tx, vault, { idHash: hash, caseId, createdAt: now, expiresAt: endOf(now) })
        audit.record('case', [caseId])
      })
      cookie.set(request, reply, id)
    },

    /** Ends the session; does nothing if it has ended already. */
    async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const idHash = cookie.readHash(request)
      cookie.clear(request, reply)
      if (idHash) await deleteSession(db, idHash)
    },
  }
}
