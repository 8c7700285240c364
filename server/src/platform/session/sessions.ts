import { limits, type Role } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import type { NetworkGate } from '../http/network-gate.ts'
import { type OpaqueCookie, opaqueCookie } from '../http/opaque-cookie.ts'
import { networkOf } from '../network.ts'
import type { Vault } from '../protection/vault.ts'
import type { BrowserCall } from './caller.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findSessionUser,
  insertSession,
  listSessionsOf,
  prolongSession,
  type SessionUser,
  type SignInMethod,
  takeSession,
} from './session.store.ts'
import type { SessionCache } from './session-cache.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly slug: string
  /** The public address of the portal uses https, whatever the protocol of the last hop. */
  readonly isAlwaysHttps: boolean
  /** Sessions of demo users are valid only while the demonstration is on. */
  readonly acceptsDemoPeople: boolean
  readonly sessionCache: SessionCache
}

type Gate = Pick<NetworkGate, 'run'>

/** User, role and kind of a new session. */
export interface Start {
  readonly userId: number
  readonly selectedRole: Role
  readonly began: SignInMethod
  /** Digest of a session to end, for a request from another site, which does not carry the cookie. */
  readonly replaces?: string | undefined
}

export type Sessions = ReturnType<typeof createSessions>

// A session is written at most this often; the countdown on the screen may be a few seconds ahead of the row.
const writeEveryMs = 5000

const endOf = (now: Date) => new Date(now.getTime() + limits.session.seconds * 1000)

/** Sessions: rows in the database and an opaque id in a cookie, extended by 1800 seconds at each use (decisions §2). */
export function createSessions(options: Options) {
  const { db, vault, clock, acceptsDemoPeople, sessionCache } = options
  const cookie = opaqueCookie(options, { sameSite: 'lax' })
  const { start, changeRole, end } = changes({ ...options, cookie })
  return {
    /**
     * Returns the user of the request's session; with `prolongs` the session is extended. A session that this process does not know
     * may be none: the gate of the network stands before the database.
     */
    async find(request: FastifyRequest, prolongs: boolean, gate: Gate): Promise<SessionUser | undefined> {
      const idHash = cookie.readHash(request)
      if (!idHash) return undefined
      const now = clock.now()
      const user = await sessionCache.find(idHash, now, () =>
        gate.run(request, () => findSessionUser(db, vault, idHash, now, acceptsDemoPeople)),
      )
      if (!user || !prolongs) return user
      const expiresAt = endOf(now)
      if (expiresAt.getTime() - user.expiresAt.getTime() > writeEveryMs) {
        await prolongSession(db, vault, idHash, { userId: user.id, selectedRole: user.selectedRole, expiresAt })
        sessionCache.prolong(idHash, expiresAt)
      }
      return { ...user, expiresAt }
    },

    /** Digest of the session id in the request, valid or not. */
    hashOf: cookie.readHash,
    start,
    changeRole,
    end,

    /** The newest sessions of a user; `isCurrent` marks that of the request. */
    async listOf(request: FastifyRequest, userId: number) {
      const idHash = cookie.readHash(request)
      const rows = await listSessionsOf(db, userId, clock.now(), 100)
      return rows.map(({ idHash: hash, ...session }) => ({ ...session, isCurrent: hash === idHash }))
    },

    /** Ends sessions of a user in the caller's transaction; returns how many. */
    endOf: (tx: Db, userId: number, id?: number) => deleteSessionsOf(tx, userId, { id }),

    /** Ends every session of the user except that of the request. */
    endOthers: (tx: Db, request: FastifyRequest, userId: number) =>
      deleteSessionsOf(tx, userId, { exceptHash: cookie.readHash(request) }),
  }
}

interface ChangeOptions extends Options {
  readonly cookie: OpaqueCookie
}

/** Writes a session with a new id. The caller sets the cookie after the commit. */
async function openSession(
  tx: Db,
  { vault, clock, cookie }: ChangeOptions,
  request: FastifyRequest,
  session: { userId: number; selectedRole: Role } & SignInMethod,
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

/** Starts a session, continues it under a new id, and ends it. */
function changes(options: ChangeOptions) {
  const { inTransaction, vault, cookie, sessionCache } = options
  return {
    /** Starts a session with a new id and ends the former session of the browser. */
    async start({ request, reply, audit }: BrowserCall, start: Start): Promise<Date> {
      const { userId, selectedRole, began, replaces } = start
      const old = [cookie.readHash(request), replaces].filter((hash) => hash !== undefined)
      const { id, expiresAt } = await inTransaction(audit, async (tx) => {
        for (const hash of old) await deleteSession(tx, hash)
        return openSession(tx, options, request, { userId, selectedRole, ...began })
      })
      for (const hash of old) sessionCache.forgetSession(hash)
      cookie.set(request, reply, id)
      return expiresAt
    },

    /** Continues in another role under a new id, so that the old id is worthless. */
    async changeRole(
      { request, reply, audit }: BrowserCall,
      { userId, selectedRole }: { userId: number; selectedRole: Role },
    ) {
      const idHash = cookie.readHash(request)
      const session = await inTransaction(audit, async (tx) => {
        const session = idHash && (await takeSession(tx, vault, idHash))
        if (!session) return undefined
        const { signIn, spidSubject, spidIndex, createdAt } = session
        await deleteSession(tx, session.idHash)
        audit.record('user', [userId], ['selectedRole'])
        const began: SignInMethod = signIn === 'demo' ? { signIn } : { signIn, spidSubject, spidIndex }
        return openSession(tx, options, request, { userId, selectedRole, ...began }, createdAt)
      })
      if (!session) return undefined
      sessionCache.forgetUser(userId)
      cookie.set(request, reply, session.id)
      return session.expiresAt
    },

    /** Ends the session of the request; returns it, for the sign-out at the provider. */
    async end({ request, reply, audit }: BrowserCall) {
      const idHash = cookie.readHash(request)
      cookie.clear(request, reply)
      if (!idHash) return undefined
      const session = await inTransaction(audit, async (tx) => {
        const session = await takeSession(tx, vault, idHash)
        if (session) await deleteSession(tx, idHash)
        return session
      })
      sessionCache.forgetSession(idHash)
      return session
    },
  }
}

const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (list: readonly [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** Browser and system in words, enough to recognise one's own sessions and nobody else: no versions, no text of the header. */
function browserName(userAgent: string | undefined): string {
  const browser = nameIn(browsers, userAgent ?? '') ?? 'Altro browser'
  const system = nameIn(systems, userAgent ?? '')
  return system ? `${browser} su ${system}` : browser
}
