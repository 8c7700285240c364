import type { DemoPerson, User } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actsAs, touched } from '#platform/audit/audit-act.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { Problem } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { Sessions } from '#platform/session/sessions.ts'
import { findUser, listDemoUsers } from './users.store.ts'

export type SignIn = ReturnType<typeof createSignIn>

interface Options {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly sessions: Sessions
}

/** Sign-in and the person signed in. */
export function createSignIn({ db, vault, clock, sessions }: Options) {
  const present = (user: SessionUser): User => ({
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
    secondsLeft: Math.max(0, Math.round((user.expiresAt.getTime() - clock.now().getTime()) / 1000)),
  })

  return {
    present,

    async demoPeople(): Promise<DemoPerson[]> {
      return listDemoUsers(db, vault)
    },

    /** Signs in a person of the demonstration; the disabled and the unknown are refused alike. */
    async asDemoPerson(taxCode: string, request: FastifyRequest, reply: FastifyReply): Promise<User> {
      const user = await findUser(db, vault, taxCode.toUpperCase())
      const [selectedRole] = user?.roles ?? []
      if (!user?.isEnabled || !user.isDemo || !selectedRole) throw new Problem('not_allowed')
      actsAs({ id: user.id, selectedRole })
      touched('user', [user.id])
      const expiresAt = await sessions.start(request, reply, user.id, selectedRole)
      return present({ ...user, selectedRole, expiresAt })
    },
  }
}
