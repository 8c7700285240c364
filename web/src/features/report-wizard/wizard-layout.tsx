import { paths } from '@portal/contract'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, use, useEffect } from 'react'
import { loadPart } from '#lib/api/lazy-part.ts'
import { keepExpiring } from '#lib/drafts/expiry.ts'
import { isLeavingAtOnce } from '#lib/page/quick-exit.ts'
import { askServerTime } from '#lib/server-time.ts'
import { NavigateContext } from '#ui/layout/nav-link.tsx'
import { holdsText, isConfidential } from './draft-store.ts'
import { draftStore, ReportProvider, useReport } from './report-session.tsx'
import { stepAt } from './steps.ts'
import { isOfWizard, useWizardHistory } from './wizard-history.ts'

/** Around every step: the one draft, and the browser's history, where 'back' leads one step back. */
export function WizardLayout() {
  const goInWizard = useWizardHistory()
  const go = use(NavigateContext)
  const step = useRouterState({ select: ({ matches }) => stepAt(matches.at(-1)?.pathname) })
  usePreloadedSteps()
  useEffect(() => keepExpiring(draftStore.expire), [])
  return (
    <NavigateContext value={(href) => (isOfWizard(href) ? goInWizard(href) : go?.(href))}>
      <ReportProvider step={step}>
        <Outlet />
        <IdleWatch />
        <WarnBeforeClosing />
      </ReportProvider>
    </NavigateContext>
  )
}

const loadWatch = () => loadPart(() => import('./report-idle-watch.tsx'))
const ReportIdleWatch = lazy(async () => ({ default: (await loadWatch()).ReportIdleWatch }))

/** Nothing watches an empty report. */
const IdleWatch = () =>
  isConfidential(useReport()) && (
    <Suspense>
      <ReportIdleWatch />
    </Suspense>
  )

/** The wizard works without a network once it has started: all steps are loaded with the first, and the server's time is known. */
function usePreloadedSteps() {
  const router = useRouter()
  const hasBegun = useRouterState({ select: ({ location }) => location.pathname !== paths.reportIntro })
  useEffect(() => {
    if (!hasBegun) return
    void askServerTime()
    void loadWatch().catch(() => undefined)
    for (const to of [paths.reportDetails, paths.reportFacts, paths.reportSummary, paths.reportSuccess])
      void router.preloadRoute({ to }).catch(() => undefined)
  }, [hasBegun, router])
}

/** The browser asks before a tab with unsent text is closed; a quick exit is not asked. */
function WarnBeforeClosing() {
  const { draft } = useReport()
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
