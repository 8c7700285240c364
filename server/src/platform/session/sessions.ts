import { createHash, randomBytes } from 'node:crypto'
import { limits, type Role } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import type { Vault } from '../protection/vault.ts'
import { deleteSession, findSessionUser, insertSession, prolongSession, type SessionUser } from './session.store.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly slug: string
  /** The portal is reached by https whatever the last hop speaks. */
  readonly isAlwaysHttps: boolean
  /** Sessions of the demonstration's people hold only while it is on. */
  readonly acceptsDemoPeople: boolean
}

export type Sessions = ReturnType<typeof createSessions>

// A session is written back at most this often: the countdown on screen runs a few seconds ahead of the row.
const writeEveryMs = 5000

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')

/** Sessions: rows in the database, an opaque id in a cookie, sliding by 1800 seconds (decisions §2). */
export function createSessions(options: Options) {
  const { db, inTransaction, vault, clock, slug, isAlwaysHttps, acceptsDemoPeople } = options
  const isHttps = (request: FastifyRequest) => isAlwaysHttps || request.protocol === 'https'
  const cookieOf = (request: FastifyRequest) => (isHttps(request) ? `__Host-${slug}` : slug)
  const idHashOf = (request: FastifyRequest) => {
    const id = request.cookies[cookieOf(request)]
    return id && hashOf(id)
  }
  const endOf = (now: Date) => new Date(now.getTime() + limits.session.seconds * 1000)

  return {
    /** The person of the request's session; a call that a person caused moves its end away. */
    async find(request: FastifyRequest, prolongs: boolean): Promise<SessionUser | undefined> {
      const idHash = idHashOf(request)
      if (!idHash) return undefined
      const now = clock.now()
      const user = await findSessionUser(db, vault, idHash, now, acceptsDemoPeople)
      if (!user || !prolongs) return user
      const expiresAt = endOf(now)
      if (expiresAt.getTime() - user.expiresAt.getTime() > writeEveryMs) await prolongSession(db, idHash, expiresAt)
      return { ...user, expiresAt }
    },

    /** Starts a session with a new id; whatever session the browser had ends. */
    async start(request: FastifyRequest, reply: FastifyReply, userId: number, selectedRole: Role): Promise<Date> {
      const old = idHashOf(request)
      const id = randomBytes(32).toString('base64url')
      const createdAt = clock.now()
      const expiresAt = endOf(createdAt)
      await inTransaction(async (tx) => {
        if (old) await deleteSession(tx, old)
        await insertSession(tx, { idHash: hashOf(id), userId, selectedRole, createdAt, expiresAt })
      })
      reply.setCookie(cookieOf(request), id, { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(request) })
      return expiresAt
    },

    async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const idHash = idHashOf(request)
      if (idHash) await inTransaction((tx) => deleteSession(tx, idHash))
      reply.clearCookie(cookieOf(request), { path: '/', secure: isHttps(request) })
    },
  }
}
