import { isReadingPage } from '@portal/contract'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { analytics, basePath } from '#lib/page/page-settings.ts'

/** Runs a task when the browser is idle; the returned function cancels it. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 2000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}

/**
 * Counts visits of public pages, if the office has configured a counter (decisions §10). Visits of a report and of the
 * pages after it are never counted.
 */
export function useCountedVisits() {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    const to = analytics
    // The router reports the path below the base path.
    if (!to || path === undefined || !isReadingPage(path)) return undefined
    return whenIdle(
      () => void import('#lib/page/visit-beacon.ts').then(({ countVisit }) => countVisit(to, `${basePath}${path}`)),
    )
  }, [path])
}
