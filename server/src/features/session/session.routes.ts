import {
  endSessions,
  endSessionsOf,
  getCurrentUser,
  listDemoPeople,
  listSessions,
  renewSession,
  signInAsDemoPerson,
  signOut,
  signOutAlias,
  switchRole,
} from '@portal/contract'
import type { Serve, SignedInContext } from '#platform/http/serve.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { Sessions } from '#platform/session/sessions.ts'
import type { OwnSessions } from './own-sessions.ts'
import type { SignIn } from './session.service.ts'

/** The data of an ended session that logout at the provider needs. */
type EndedSession = NonNullable<Awaited<ReturnType<Sessions['end']>>>

interface Services {
  readonly signIn: SignIn
  readonly ownSessions: OwnSessions
  readonly sessions: Sessions
  readonly settings: { readonly hasDemoPeople: boolean }
  /** URL of logout at the identity provider; undefined if there is no session there. */
  readonly spid: { readonly logout: { urlFor(session: EndedSession): Promise<string | undefined> } }
}

export function serveSession(serve: Serve, { signIn, ownSessions, sessions, settings, spid }: Services) {
  const leave = async (_input: unknown, context: SignedInContext & Caller) => {
    context.audit.record('user', [context.user.id])
    const session = await sessions.end(context)
    return { logoutUrl: session && (await spid.logout.urlFor(session)) }
  }
  serve(getCurrentUser, async (_input, { user }) => signIn.present(user))
  serve(signOut, leave)
  serve(signOutAlias, leave)
  serve(switchRole, ({ body }, context) => signIn.switchRole(context.user, body.role, context))
  serve(renewSession, async (_input, { user }) => {
    const { secondsLeft } = await signIn.present(user)
    return { secondsLeft }
  })
  serve(listSessions, (_input, context) => ownSessions.list(context))
  serve(endSessions, async ({ body }, context) => ({ count: await ownSessions.end(context, body) }))
  serve(endSessionsOf, async ({ body }, { audit }) => ({ count: await ownSessions.endOf(body.userId, audit) }))
  if (!settings.hasDemoPeople) return
  serve(listDemoPeople, () => signIn.demoPeople())
  serve(signInAsDemoPerson, ({ body }, context) => signIn.asDemoPerson(body.taxCode, context))
}
