import { limits } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { touched } from '#platform/audit/audit-act.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { opaqueCookie } from '#platform/http/opaque-cookie.ts'
import type { Vault } from '#platform/protection/vault.ts'
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

/** Sessions of people who came by code and pin: of one report each, sliding by 1800 seconds, without an account. */
export function createFollowUpSessions(options: Options) {
  const { db, inTransaction, vault, clock } = options
  // It goes with the browser.
  const cookie = opaqueCookie(options, { suffix: '-pratica', sameSite: 'strict' })
  return {
    /** The case that the request's session is of, prolonged: whoever reads goes on. */
    async caseOf(request: FastifyRequest): Promise<number | undefined> {
      const idHash = cookie.readHash(request)
      const found = idHash && (await findSession(db, vault, idHash, clock.now()))
      if (!found) return undefined
      await prolongSession(db, vault, idHash, { caseId: found.caseId, expiresAt: endOf(clock.now()) })
      return found.caseId
    },

    /** Starts a session with a new id; one that the browser had ends. */
    async start(request: FastifyRequest, reply: FastifyReply, caseId: number): Promise<void> {
      const { id, hash } = cookie.make()
      const earlier = cookie.readHash(request)
      await inTransaction(async (tx) => {
        if (earlier) await deleteSession(tx, earlier)
        const now = clock.now()
        await insertSession(tx, vault, { idHash: hash, caseId, createdAt: now, expiresAt: endOf(now) })
        touched('case', [caseId])
      })
      cookie.set(request, reply, id)
    },

    /** Ends the session; one that has ended is no fault. */
    async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const idHash = cookie.readHash(request)
      cookie.clear(request, reply)
      if (idHash) await deleteSession(db, idHash)
    },
  }
}
