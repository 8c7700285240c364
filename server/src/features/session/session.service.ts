import type { DemoPerson, Role, User } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actsAs, touched } from '#platform/audit/audit-act.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { Problem } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Began, SessionUser } from '#platform/session/session.store.ts'
import type { Sessions } from '#platform/session/sessions.ts'
import { findAllowed, listAssociationsOf, listDemoUsers } from './users.store.ts'

export type SignIn = ReturnType<typeof createSignIn>

interface Options {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly sessions: Sessions
  /** Whether people of the demonstration may enter. */
  readonly acceptsDemoPeople: boolean
}

/** The browser that a session is started in, ended in, or goes on in. */
export interface Browser {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Sign-in, the person signed in, and their sessions (decisions §2). */
export function createSignIn({ db, vault, clock, sessions, acceptsDemoPeople }: Options) {
  const present = async (user: SessionUser): Promise<User> => ({
    id: user.id,
    taxCode: user.taxCode,
    firstName: user.firstName,
    lastName: user.lastName,
    mail: user.mail ?? undefined,
    phone: user.phone ?? undefined,
    isEnabled: true,
    enabledAt: user.enabledAt,
    roles: user.roles,
    selectedRole: user.selectedRole,
    associations: user.roles.includes('associationMember') ? await listAssociationsOf(db, user.id) : [],
    secondsLeft: Math.max(0, Math.round((user.expiresAt.getTime() - clock.now().getTime()) / 1000)),
  })

  const allowed = (taxCode: string) =>
    findAllowed(db, vault, { taxCode: taxCode.toUpperCase(), now: clock.now(), acceptsDemoPeople })

  /** Starts the session of somebody found, as part of the act of the audit log that is under way. */
  async function enter(
    user: { id: number; selectedRole: Role },
    began: Began,
    { request, reply }: Browser,
    replaces?: string,
  ) {
    actsAs(user)
    touched('user', [user.id])
    return sessions.start(request, reply, { userId: user.id, selectedRole: user.selectedRole, began, replaces })
  }

  return {
    present,

    async demoPeople(): Promise<DemoPerson[]> {
      return listDemoUsers(db, vault)
    },

    /** Signs in a person of the demonstration; the disabled and the unknown are refused alike. */
    async asDemoPerson(taxCode: string, browser: Browser): Promise<User> {
      const user = await allowed(taxCode)
      if (!user?.isDemo) throw new Problem('not_allowed')
      const expiresAt = await enter(user, { signIn: 'demo' }, browser)
      return present({ ...user, expiresAt })
    },

    /**
     * Signs in whom an identity provider vouches for: the tax code decides. Gives the role that was selected, or undefined
     * where the person has no access here. `replaces` is the session that the browser had when it left for the provider.
     */
    async asIdentity(taxCode: string, began: Began, browser: Browser, replaces?: string): Promise<Role | undefined> {
      const user = await allowed(taxCode)
      if (!user) return undefined
      await enter(user, began, browser, replaces)
      return user.selectedRole
    },

    /** Selects another role of the person's own. */
    async switchRole(user: SessionUser, role: Role, { request, reply }: Browser): Promise<User> {
      if (!user.roles.includes(role)) throw new Problem('not_allowed')
      const expiresAt = await sessions.changeRole(request, reply, { userId: user.id, selectedRole: role }, () =>
        touched('user', [user.id], ['selectedRole']),
      )
      if (!expiresAt) throw new Problem('not_signed_in')
      return present({ ...user, selectedRole: role, expiresAt })
    },
  }
}
