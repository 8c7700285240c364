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
import { touched } from '#platform/audit/audit-act.ts'
import type { Serve, SignedInContext } from '#platform/http/serve.ts'
import type { Sessions } from '#platform/session/sessions.ts'
import type { OwnSessions } from './own-sessions.ts'
import type { SignIn } from './session.service.ts'

/** The data of an ended session that logout at the provider needs. */
type EndedSession = NonNullable<Awaited<ReturnType<Sessions['end']>>>

interface Options {
  readonly signIn: SignIn
  readonly ownSessions: OwnSessions
  readonly sessions: Sessions
  readonly hasDemoPeople: boolean
  /** URL of logout at the identity provider; undefined if there is no session there. */
  readonly logoutUrl: (session: EndedSession) => Promise<string | undefined>
}

export function serveSession(serve: Serve, { signIn, ownSessions, sessions, hasDemoPeople, logoutUrl }: Options) {
  const leave = async (_input: unknown, { user, request, reply }: SignedInContext) => {
    touched('user', [user.id])
    const session = await sessions.end(request, reply)
    return { logoutUrl: session && (await logoutUrl(session)) }
  }
  serve(getCurrentUser, async (_input, { user }) => signIn.present(user))
  serve(signOut, leave)
  serve(signOutAlias, leave)
  serve(switchRole, ({ body }, { user, ...browser }) => signIn.switchRole(user, body.role, browser))
  serve(renewSession, async (_input, { user }) => {
    const { secondsLeft } = await signIn.present(user)
    return { secondsLeft }
  })
  serve(listSessions, (_input, { user, request }) => ownSessions.list(user, request))
  serve(endSessions, async ({ body }, { user, request }) => ({ count: await ownSessions.end(user, request, body) }))
  serve(endSessionsOf, async ({ body }) => ({ count: await ownSessions.endOf(body.userId) }))
  if (!hasDemoPeople) return
  serve(listDemoPeople, () => signIn.demoPeople())
  serve(signInAsDemoPerson, ({ body }, browser) => signIn.asDemoPerson(body.taxCode, browser))
}
