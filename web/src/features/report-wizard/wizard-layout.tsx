import { paths } from '@portal/contract'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { use, useEffect } from 'react'
import { keepExpiring } from '#lib/drafts/expiry.ts'
import { isLeavingAtOnce } from '#lib/page/quick-exit.ts'
import { askServerTime } from '#lib/server-time.ts'
import { NavigateContext } from '#ui/layout/nav-link.tsx'
import { DraftProvider, draftStore, useDraft } from './draft.tsx'
import { holdsText } from './draft-store.ts'
import { ReportIdleWatch } from './report-idle-watch.tsx'
import { isOfWizard, useWizardHistory } from './wizard-history.ts'

/** Around every step: the one draft, and the browser's history, where 'back' leads one step back. */
export function WizardLayout() {
  const goInWizard = useWizardHistory()
  const go = use(NavigateContext)
  usePreloadedSteps()
  useEffect(() => keepExpiring(draftStore.expire), [])
  return (
    <NavigateContext value={(href) => (isOfWizard(href) ? goInWizard(href) : go?.(href))}>
      <DraftProvider>
        <Outlet />
        <ReportIdleWatch />
        <WarnBeforeClosing />
      </DraftProvider>
    </NavigateContext>
  )
}

/** The wizard works without a network once it has started: all steps are loaded with the first, and the server's time is known. */
function usePreloadedSteps() {
  const router = useRouter()
  const hasBegun = useRouterState({ select: ({ location }) => location.pathname !== paths.reportIntro })
  useEffect(() => {
    if (!hasBegun) return
    void askServerTime()
    for (const to of [paths.reportDetails, paths.reportFacts, paths.reportSummary, paths.reportSuccess])
      void router.preloadRoute({ to }).catch(() => undefined)
  }, [hasBegun, router])
}

/** The browser asks before a tab with unsent text is closed; a quick exit is not asked. */
function WarnBeforeClosing() {
  const { draft } = useDraft()
  const holds = holdsText(draft)
  useEffect(() => {
    if (!holds) return
    const handle = (event: BeforeUnloadEvent) => {
      if (!isLeavingAtOnce()) event.preventDefault()
    }
    addEventListener('beforeunload', handle)
    return () => removeEventListener('beforeunload', handle)
  }, [holds])
  return null
}
