import { paths } from '@portal/contract'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { use, useEffect } from 'react'
import { siteHref } from '#lib/page-settings.ts'
import { isLeavingAtOnce } from '#lib/quick-exit.ts'
import { NavigateContext } from '#ui/nav-link.tsx'
import { DraftProvider, draftStore, useDraft } from './draft.tsx'
import { holdsText } from './draft-store.ts'
import { IdleWatch } from './idle-watch.tsx'
import { stepHref, stepOrder } from './steps.ts'

const pathOf = (href: string) => new URL(href, location.origin).pathname

/** In whatever language. */
const isOfWizard = (href: string) =>
  [siteHref(paths.reportSuccess), ...stepOrder.map(stepHref)].some((page) => pathOf(page) === pathOf(href))

/** Around every step: the one draft, and one entry in the browser's history, so that 'back' leaves the wizard. */
export function WizardLayout() {
  const { history } = useRouter()
  const go = use(NavigateContext)
  usePreloadedSteps()
  useExpiry()
  return (
    <NavigateContext value={(href) => (isOfWizard(href) ? history.replace(href) : go?.(href))}>
      <DraftProvider>
        <Outlet />
        <IdleWatch />
        <WarnBeforeClosing />
      </DraftProvider>
    </NavigateContext>
  )
}

/** Whoever has begun can go on to the end without a network: the later steps are fetched with the first. */
function usePreloadedSteps() {
  const router = useRouter()
  const hasBegun = useRouterState({ select: ({ location }) => location.pathname !== paths.reportIntro })
  useEffect(() => {
    if (!hasBegun) return
    for (const to of [paths.reportDetails, paths.reportFacts, paths.reportSummary, paths.reportSuccess])
      void router.preloadRoute({ to }).catch(() => undefined)
  }, [hasBegun, router])
}

const expireEveryMs = 15_000
let isExpiring = false

/** Goes on when the wizard is left: what it remembers lapses on the site's other pages too. */
function useExpiry() {
  useEffect(() => {
    if (isExpiring) return
    isExpiring = true
    setInterval(draftStore.expire, expireEveryMs)
  }, [])
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
