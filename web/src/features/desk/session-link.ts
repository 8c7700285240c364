import { getCurrentUser, type User } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { hasUnsavedText } from '#lib/drafts/unsaved-text.ts'
import { notify } from '#lib/page/notices.ts'
import { currentUserQuery } from '#lib/session/current-user.ts'
import { useSessionChange } from '#lib/session/session-change.ts'
import { type TabMessage, thisTab } from '#lib/session/session-channel.ts'
import { onSessionRefused, type Reading, sessionClock } from '#lib/session/session-clock.ts'

export type Person = Pick<User, 'id' | 'selectedRole'>

const isSame = (one: Person | undefined, other: Person) =>
  one?.id === other.id && one.selectedRole === other.selectedRole

interface Options {
  /** Whom the page shows; undefined once an ended session has taken them away. */
  readonly shown: () => Person | undefined
  /** Who has the session, asked past every cache. */
  readonly ask: () => Promise<User>
  /** Shows somebody, on the page on show or on their first. */
  readonly enter: (user: User, staysHere: boolean) => Promise<void>
}

// A role changed in another tab: its new cookie may still be on the way when the old one is refused here.
const cookieMs = 250
// No answer says nothing of the session: the page stays, and the question is put again.
const retryMs = 3000

const isDenied = (error: unknown) => error instanceof CallError && (error.status === 401 || error.status === 403)

/** Keeps a page of the office true to the session, which other tabs and the server may change or end. */
export function startSessionLink({ shown, ask, enter }: Options) {
  let last = shown()
  let lastShared: Reading | undefined
  const known = () => {
    last = shown() ?? last
    return last
  }

  async function show(user: User) {
    const staysHere = isSame(known(), user)
    if (!staysHere || sessionClock.state().ending) await enter(user, staysHere)
  }
  const { follow, stop } = createFollowing(() => ask().then(show))

  function hear(message: TabMessage) {
    const before = known()
    if (message.kind === 'left') sessionClock.end('left')
    else if (message.kind === 'reading') {
      lastShared = message.reading
      sessionClock.hear(message.reading)
    } else if (message.kind !== 'present') return
    else if (sessionClock.state().ending || !isSame(before, { id: message.userId, selectedRole: message.role }))
      void follow()
  }

  function tellReading() {
    known()
    const { reading } = sessionClock.state()
    if (!reading || !isNews(reading, lastShared)) return
    lastShared = reading
    thisTab.tell({ kind: 'reading', reading })
  }

  tellReading()
  const stops = [
    sessionClock.listen(tellReading),
    thisTab.hear(hear),
    onSessionRefused(() => {
      const { ending, isChanging } = sessionClock.state()
      if (!ending && !isChanging) setTimeout(follow, cookieMs)
    }),
    onPageBack(() => void follow()),
  ]
  return () => {
    for (const one of [stop, ...stops]) one()
  }
}

/** Switches to the current user of the session, one call at a time. A refusal ends the session; a failure is repeated. */
function createFollowing(switchUser: () => Promise<void>) {
  let isAsking = false
  let isAskedAgain = false
  let isStopped = false
  function handleFailure(error: unknown) {
    if (isDenied(error)) sessionClock.end('closed')
    else if (!isStopped) setTimeout(follow, retryMs)
  }
  async function follow() {
    isAskedAgain = isAsking
    if (isAsking) return
    isAsking = true
    await switchUser().catch(handleFailure)
    isAsking = false
    // Something came while the answer was on its way: it may be out of date.
    if (isAskedAgain) void follow()
  }
  return {
    follow,
    stop: () => {
      isStopped = true
    },
  }
}

/** A page that the browser kept and shows again knows nothing of what happened meanwhile. */
function onPageBack(work: () => void) {
  const handle = ({ persisted }: PageTransitionEvent) => {
    if (persisted) work()
  }
  window.addEventListener('pageshow', handle)
  return () => window.removeEventListener('pageshow', handle)
}

/** Polls vary by a second: only a reading that moves the end of the session is sent to the other tabs. */
export const isNews = (reading: Reading, known: Reading | undefined) =>
  known === undefined || (reading.askedAt > known.askedAt && Math.abs(reading.endsAt - known.endsAt) > 2000)

export function useSessionLink() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { enter } = useSessionChange()
  const { t } = useTranslation()
  useEffect(
    () =>
      startSessionLink({
        shown: () => queryClient.getQueryData(currentUserQuery.queryKey),
        ask: () => call({ ...getCurrentUser, silent: true }, {}),
        enter: async (user, staysHere) => {
          const isLost = !staysHere && hasUnsavedText()
          await enter(user, staysHere ? router.state.location.href : undefined)
          if (isLost) notify({ kind: 'error', body: t('session.textLost') })
        },
      }),
    [queryClient, router, enter, t],
  )
}

/** Tells the other tabs who is signed in, when that changes. */
export function usePresence({ id, selectedRole }: Person) {
  useEffect(() => thisTab.tell({ kind: 'present', userId: id, role: selectedRole }), [id, selectedRole])
}
