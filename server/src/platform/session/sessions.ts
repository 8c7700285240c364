import { limits, type Role } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import { type OpaqueCookie, opaqueCookie } from '../http/opaque-cookie.ts'
import { networkOf } from '../network.ts'
import type { Vault } from '../protection/vault.ts'
import { browserName } from './browser-name.ts'
import {
  type Began,
  deleteSession,
  deleteSessionsOf,
  findSessionUser,
  insertSession,
  listSessionsOf,
  prolongSession,
  type SessionUser,
  takeSession,
} from './session.store.ts'

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

/** Whose session begins, in which role, and how. */
export interface Start {
  readonly userId: number
  readonly selectedRole: Role
  readonly began: Began
  /** Digest of a session that ends by it, where the request itself cannot tell: one that comes from another site. */
  readonly replaces?: string | undefined
}

export type Sessions = ReturnType<typeof createSessions>

// A session is written back at most this often: the countdown on screen runs a few seconds ahead of the row.
const writeEveryMs = 5000

const endOf = (now: Date) => new Date(now.getTime() + limits.session.seconds * 1000)

/** Sessions: rows in the database, an opaque id in a cookie, sliding by 1800 seconds (decisions §2). */
export function createSessions(options: Options) {
  const { db, vault, clock, acceptsDemoPeople } = options
  const cookie = opaqueCookie(options, { sameSite: 'lax' })
  const { start, changeRole, end } = changes(options, cookie)
  return {
    /** The person of the request's session; a call that a person caused moves its end away. */
    async find(request: FastifyRequest, prolongs: boolean): Promise<SessionUser | undefined> {
      const idHash = cookie.readHash(request)
      if (!idHash) return undefined
      const now = clock.now()
      const user = await findSessionUser(db, vault, idHash, now, acceptsDemoPeople)
      if (!user || !prolongs) return user
      const expiresAt = endOf(now)
      if (expiresAt.getTime() - user.expiresAt.getTime() > writeEveryMs)
        await prolongSession(db, vault, idHash, { userId: user.id, selectedRole: user.selectedRole, expiresAt })
      return { ...user, expiresAt }
    },

    /** Digest of the id that the request carries, whoever it is. */
    hashOf: cookie.readHash,
    start,
    changeRole,
    end,

    /** The newest sessions of a person; `isCurrent` is the request's own. */
    async listOf(request: FastifyRequest, userId: number) {
      const idHash = cookie.readHash(request)
      const rows = await listSessionsOf(db, userId, clock.now(), 100)
      return rows.map(({ idHash: hash, ...session }) => ({ ...session, isCurrent: hash === idHash }))
    },

    /** Ends sessions of a person, within the caller's transaction; gives how many. */
    endOf: (tx: Db, userId: number, id?: number) => deleteSessionsOf(tx, userId, { id }),

    /** Ends every session of the request's person but the request's own. */
    endOthers: (tx: Db, request: FastifyRequest, userId: number) =>
      deleteSessionsOf(tx, userId, { exceptHash: cookie.readHash(request) }),
  }
}

/** How the session of a browser begins, goes on under a new id, and ends. */
function changes({ inTransaction, vault, clock }: Options, cookie: OpaqueCookie) {
  /** A row with a new id; the cookie follows once the row is there for good. */
  async function open(
    tx: Db,
    request: FastifyRequest,
    session: { userId: number; selectedRole: Role } & Began,
    createdAt = clock.now(),
  ): Promise<{ id: string; expiresAt: Date }> {
    const expiresAt = endOf(clock.now())
    const { id, hash } = cookie.make()
    await insertSession(tx, vault, {
      ...session,
      idHash: hash,
      browser: browserName(request.headers['user-agent']),
      network: networkOf(request.ip),
      createdAt,
      expiresAt,
    })
    return { id, expiresAt }
  }

  return {
    /** Starts a session with a new id; whatever session the browser had ends. */
    async start(request: FastifyRequest, reply: FastifyReply, start: Start): Promise<Date> {
      const { userId, selectedRole, began, replaces } = start
      const old = [cookie.readHash(request), replaces].filter((hash) => hash !== undefined)
      const { id, expiresAt } = await inTransaction(async (tx) => {
        for (const hash of old) await deleteSession(tx, hash)
        return open(tx, request, { userId, selectedRole, ...began })
      })
      cookie.set(request, reply, id)
      return expiresAt
    },

    /** Goes on in another role, under a new id: whoever knew the old one has nothing. `tell` is part of the change. */
    async changeRole(
      request: FastifyRequest,
      reply: FastifyReply,
      { userId, selectedRole }: { userId: number; selectedRole: Role },
      tell: () => void,
    ) {
      const idHash = cookie.readHash(request)
      const opened = await inTransaction(async (tx) => {
        const session = idHash && (await takeSession(tx, vault, idHash))
        if (!session) return undefined
        const { signIn, spidSubject, spidIndex, createdAt } = session
        await deleteSession(tx, session.idHash)
        tell()
        const began: Began = signIn === 'spid' ? { signIn, spidSubject, spidIndex } : { signIn }
        return open(tx, request, { userId, selectedRole, ...began }, createdAt)
      })
      if (!opened) return undefined
      cookie.set(request, reply, opened.id)
      return opened.expiresAt
    },

    /** Ends the request's session; gives what it was, for whoever must be told. */
    async end(request: FastifyRequest, reply: FastifyReply) {
      const idHash = cookie.readHash(request)
      cookie.clear(request, reply)
      if (!idHash) return undefined
      return inTransaction(async (tx) => {
        const session = await takeSession(tx, vault, idHash)
        if (session) await deleteSession(tx, idHash)
        return session
      })
    },
  }
}
