import type { DemoPerson, Role, SignInAudience, SignInScheme, User } from '@portal/contract'
import type { AccountEmitter } from '#platform/account-events.ts'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { BrowserCall } from '#platform/session/caller.ts'
import type { SessionUser, SignInMethod } from '#platform/session/session.store.ts'
import type { Sessions } from '#platform/session/sessions.ts'
import { findAllowed, listAssociationsOf, listDemoUsers } from './users.store.ts'

export type SignIn = ReturnType<typeof createSignIn>

interface Options {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly sessions: Sessions
  readonly accountEvents: AccountEmitter
  /** Whether demonstration accounts may sign in. */
  readonly acceptsDemoPeople: boolean
  /** By which schemes each audience may sign in. */
  readonly offered: Readonly<Record<SignInAudience, readonly SignInScheme[]>>
}

const audienceOf = (role: Role): SignInAudience => (role === 'associationMember' ? 'associations' : 'staff')

/** The user as the site shows them. */
const presentUser = async ({ db, vault, clock }: Options, user: SessionUser): Promise<User> => ({
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
  associations: user.roles.includes('associationMember') ? await listAssociationsOf(db, vault, user.id) : [],
  secondsLeft: Math.max(0, Math.round((user.expiresAt.getTime() - clock.now().getTime()) / 1000)),
})

/** Sign-in, the current user, and the change of role (decisions §2). */
export function createSignIn(options: Options) {
  const { db, vault, clock, sessions, acceptsDemoPeople } = options
  const present = (user: SessionUser) => presentUser(options, user)

  const findUserAllowed = (taxCode: string) =>
    findAllowed(db, vault, { taxCode: taxCode.toUpperCase(), now: clock.now(), acceptsDemoPeople })

  /** Starts the user's session; the audit entry of the current call names the user. */
  async function enter(
    user: { id: number; selectedRole: Role },
    began: SignInMethod,
    call: BrowserCall,
    replaces?: string,
  ) {
    call.audit.setUser(user)
    call.audit.record('user', [user.id])
    return sessions.start(call, { userId: user.id, selectedRole: user.selectedRole, began, replaces })
  }

  return {
    present,

    async demoPeople(): Promise<DemoPerson[]> {
      return listDemoUsers(db, vault)
    },

    /** Signs in a demonstration account; refuses disabled and unknown ones alike. */
    async asDemoPerson(taxCode: string, call: BrowserCall): Promise<User> {
      const user = await findUserAllowed(taxCode)
      if (!user?.isDemo) throw new AppError('not_allowed')
      const expiresAt = await enter(user, { signIn: 'demo' }, call)
      return present({ ...user, expiresAt })
    },

    /**
     * Signs in the account with a tax code that an identity provider has verified. Returns the selected role, or undefined if
     * the person has no valid account; whom an association named gets one. `replaces` is the session that the browser had when it left for the provider.
     */
    async asIdentity(
      taxCode: string,
      began: SignInMethod,
      call: BrowserCall,
      replaces?: string,
    ): Promise<Role | undefined> {
      // The replay of the demonstration signs people in without a provider.
      const isOffered = (audience: SignInAudience) =>
        began.signIn === 'demo' || options.offered[audience].includes(began.signIn)
      if (isOffered('associations'))
        await options.accountEvents.emit('personIdentified', { taxCode: taxCode.toUpperCase() })
      const user = await findUserAllowed(taxCode)
      // Who has roles of both audiences enters by what is offered to both: a session may change to each of its roles.
      if (!user?.roles.every((role) => isOffered(audienceOf(role)))) return undefined
      await enter(user, began, call, replaces)
      return user.selectedRole
    },

    /** Selects another role of the user. */
    async switchRole(user: SessionUser, role: Role, call: BrowserCall): Promise<User> {
      if (!user.roles.includes(role)) throw new AppError('not_allowed')
      const expiresAt = await sessions.changeRole(call, { userId: user.id, selectedRole: role })
      if (!expiresAt) throw new AppError('not_signed_in')
      return present({ ...user, selectedRole: role, expiresAt })
    },
  }
}
