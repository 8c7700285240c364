import { getCurrentUser, listDemoPeople, signInAsDemoPerson, signOut } from '@portal/contract'
import { touched } from '#platform/audit/audit-act.ts'
import type { Serve } from '#platform/http/serve.ts'
import type { Sessions } from '#platform/session/sessions.ts'
import type { SignIn } from './session.service.ts'

interface Options {
  readonly signIn: SignIn
  readonly sessions: Sessions
  readonly hasDemoPeople: boolean
}

export function serveSession(serve: Serve, { signIn, sessions, hasDemoPeople }: Options) {
  serve(getCurrentUser, async (_input, { user }) => {
    touched('user', [user.id])
    return signIn.present(user)
  })
  serve(signOut, async (_input, { user, request, reply }) => {
    touched('user', [user.id])
    await sessions.end(request, reply)
    return {}
  })
  if (!hasDemoPeople) return
  serve(listDemoPeople, () => signIn.demoPeople())
  serve(signInAsDemoPerson, ({ body }, { request, reply }) => signIn.asDemoPerson(body.taxCode, request, reply))
}
