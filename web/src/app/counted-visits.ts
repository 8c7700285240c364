import { isReadingPage } from '@portal/contract'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { analytics, basePath } from '#lib/page/page-settings.ts'

/** Runs something once the page has nothing better to do; the returned function takes it back. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 2000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}

/**
 * Counts visits of the pages that people read, where the office has set up a place to count them (decisions §10). Of a
 * report and what follows it nothing is ever told.
 */
export function useCountedVisits() {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    const to = analytics
    // The router tells it below the base path.
    if (!to || path === undefined || !isReadingPage(path)) return undefined
    return whenIdle(
      () => void import('#lib/page/visit-beacon.ts').then(({ countVisit }) => countVisit(to, `${basePath}${path}`)),
    )
  }, [path])
}
