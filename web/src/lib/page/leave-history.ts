/** Below the base path: where the entry ahead of the neutral page leads. The server answers it by sending on to that page. */
const leftPath = '/esci'

/** A browser that does not walk its history within so long leaves from where it is. */
const patienceMs = 500

/** Entries of this document below the current one; the router counts them in the state of each. */
const depth = () => Number(history.state?.__TSR_index) || 0

/**
 * Leaves for `url` so that neither 'back' nor 'forward' leads to a page of this document: walks to its first entry, replaces
 * all that lies ahead by one entry, and replaces the first entry by `url`. Imports nothing, since `before-hydration.ts` uses it as well.
 */
export function leaveHistory(url: string, slug: string) {
  const end = () => {
    clearTimeout(timer)
    removeEventListener('popstate', handlePop, { capture: true })
    location.replace(url)
  }
  // Past the router, which watches the function of the object itself.
  const cutAhead = () => History.prototype.pushState.call(history, null, '', `/${slug}${leftPath}`)
  const back = (entries: number) => history.go(-entries)
  const steps = [
    () => {
      cutAhead()
      back(1)
    },
    end,
  ]
  // Ahead of the router: it would draw the pages on the way, and ask whether they may be left.
  const handlePop = (event: Event) => {
    event.stopImmediatePropagation()
    steps.shift()?.()
  }
  const timer = setTimeout(end, patienceMs)
  addEventListener('popstate', handlePop, { capture: true })
  if (depth() > 0) back(depth())
  else steps.shift()?.()
}
