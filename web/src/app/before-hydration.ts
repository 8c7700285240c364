import { leaveHistory } from '#lib/page/leave-history.ts'

/**
 * Runs on a prerendered page before the program has loaded: records the user's input, which `replay-early-input.ts` replays.
 * A quick exit works at once.
 */
export interface Early {
  /** Controls that the user changed, and the button pressed last. */
  readonly touched: Set<Element>
  pressed: HTMLElement | undefined
  /** True after a quick exit: the page is not hydrated and nothing is replayed. */
  isGone: boolean
  /** Stops recording. */
  readonly end: () => void
}

declare global {
  var early: Early | undefined
}

const handleTouch = ({ target }: Event) => {
  if (target instanceof Element) early?.touched.add(target)
}

function handlePress(event: Event) {
  if (!(event.target instanceof Element) || !early) return
  const exit = event.target.closest('.btn-exit')
  const link = event.target.closest<HTMLAnchorElement>('a[href^="#"]')
  const button = event.target.closest('button')
  if (!exit && !link && !button) return
  event.preventDefault()
  if (exit) leave()
  // The page's base element would lead such a link elsewhere.
  if (link) document.getElementById(link.hash.slice(1))?.focus()
  if (!button) return
  early.pressed = button
  if (button.type === 'submit') button.setAttribute('aria-busy', 'true')
}

function leave() {
  const { office } = JSON.parse(document.getElementById('office')?.textContent ?? '{}')
  if (early) early.isGone = true
  document.body.hidden = true
  document.title = ''
  leaveHistory(office.quickExitUrl, office.slug)
  for (const part of [() => sendOnUnload(office.slug), () => sessionStorage.clear()])
    try {
      part()
    } catch {
      // One may fail in a browser that lacks it; the other still runs.
    }
}

/** Removes a dismissed language offer before the first paint, so that nothing below it moves. */
function withdrawDismissedOffer() {
  try {
    if (sessionStorage.getItem('language-offer')) document.documentElement.removeAttribute('data-offer')
  } catch {
    // A browser that forbids storage has stored nothing.
  }
}

function idsOfFiles(slug: string): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(`${slug}.files.1`) ?? '[]')
  } catch {
    // A browser that forbids storage has stored nothing; the session of an open report is closed all the same.
    return []
  }
}

/** The same call as `leaveAtOnce`, repeated here: an import would load the program before this script. */
function sendOnUnload(slug: string) {
  const ids = idsOfFiles(slug)
  const [path, body] =
    ids.length > 0
      ? ['allegati', { allegati: ids.map((id) => ({ cmis_id: id })), flag_uscita: 1 }]
      : ['pratica/uscita', {}]
  const json = new Blob([JSON.stringify(body)], { type: 'application/json' })
  navigator.sendBeacon(`/${slug}/api/v1/noauth/${path}`, json)
}

globalThis.early = {
  touched: new Set(),
  pressed: undefined,
  isGone: false,
  end: () => {
    document.removeEventListener('input', handleTouch)
    document.removeEventListener('click', handlePress)
  },
}
withdrawDismissedOffer()
document.addEventListener('input', handleTouch)
document.addEventListener('click', handlePress)
