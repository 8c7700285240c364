import { leaveHistory } from '#lib/page/leave-history.ts'

/**
 * Runs before the program is there, on a page that the server wrote beforehand: what people do meanwhile is kept, and done
 * once the program can. `catch-up.ts` takes it over. Leaving at once waits for nothing.
 */
export interface Early {
  /** Controls that were used, and the button that was pressed last. */
  readonly touched: Set<Element>
  pressed: HTMLElement | undefined
  /** Whether somebody left at once: nothing comes to life any more, and nothing is done over. */
  isGone: boolean
  /** Ends the watch. */
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
  const link = event.target.closest<HTMLAnchorElement>('a[href^="#"]')
  const button = event.target.closest('button')
  if (!link && !button) return
  event.preventDefault()
  // The page's base leads such a link elsewhere.
  if (link) document.getElementById(link.hash.slice(1))?.focus()
  if (!button) return
  if (button.classList.contains('btn-exit')) leave()
  else {
    early.pressed = button
    if (button.type === 'submit') button.setAttribute('aria-busy', 'true')
  }
}

function leave() {
  const { office } = JSON.parse(document.getElementById('office')?.textContent ?? '{}')
  if (early) early.isGone = true
  document.body.hidden = true
  document.title = ''
  leaveHistory(office.quickExitUrl, office.slug)
  for (const part of [() => sayInParting(office.slug), () => sessionStorage.clear()])
    try {
      part()
    } catch {
      // A browser without the one still does the other.
    }
}

/** What `withdrawDismissedOffer` does, before the page is seen: an offer that comes and goes would move what is below it. */
function withdrawDismissedOffer() {
  try {
    if (sessionStorage.getItem('language-offer')) document.documentElement.removeAttribute('data-offer')
  } catch {
    // A forbidden store has kept nothing.
  }
}

function idsOfFiles(slug: string): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(`${slug}.files.1`) ?? '[]')
  } catch {
    // A forbidden store has kept nothing; what a code opened is to be closed all the same.
    return []
  }
}

/** What `leaveAtOnce` says, of what `uploaded-files.ts` keeps: to share a line with them would load the program before this. */
function sayInParting(slug: string) {
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
