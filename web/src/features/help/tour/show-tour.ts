import 'driver.js/dist/driver.css'
import type { Role } from '@portal/contract'
import { driver, type PopoverDOM } from 'driver.js'
import i18next from 'i18next'
import { loadTextsOf } from '#lib/i18n/texts.ts'
import { helpButton, type TourStep, tours } from './tours.ts'

/** Milliseconds that a part of the page may take to come. */
const arrivalMs = 4000

/** Shows the tour of a role over its home; Escape, the cross and the last button end it. */
export async function showTour(role: Role): Promise<void> {
  await loadTextsOf('tour')
  const steps = tours[role]
  const claims = keepClaims()
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  driver({
    animate: !isCalm,
    smoothScroll: !isCalm,
    waitForElement: arrivalMs,
    disableActiveInteraction: true,
    showProgress: true,
    popoverClass: 'driver-of-desk',
    progressText: i18next.t('tour.progress', { at: '{{current}}', of: '{{total}}' }),
    nextBtnText: i18next.t('tour.next'),
    prevBtnText: i18next.t('tour.previous'),
    doneBtnText: i18next.t('tour.done'),
    steps: steps.map(({ target, text }: TourStep) => ({
      element: target,
      popover: { title: i18next.t(`tour.${text}.title`), description: i18next.t(`tour.${text}.text`) },
    })),
    onPopoverRender: completePopover,
    onHighlightStarted: (element) => element && claims.keep(element),
    onHighlighted: claims.putBack,
    onDestroyed: () => {
      claims.putBack()
      setInert(false)
      // The button that began it may be gone; the tour is found again here.
      document.querySelector<HTMLElement>(helpButton)?.focus()
    },
  }).drive()
}

/** The page behind the tour: neither keys nor readers reach it. */
function setInert(isInert: boolean) {
  for (const element of document.body.children)
    if (element instanceof HTMLElement && !element.classList.contains('driver-popover')) element.inert = isInert
}

/** What driver.js lacks of a dialog: that it is modal, the roles of its parts, names, our buttons, and the focus on the next step. */
function completePopover({ wrapper, title, footer, progress, closeButton, previousButton, nextButton }: PopoverDOM) {
  setInert(true)
  wrapper.ariaModal = 'true'
  // A header and a footer of the page, they would be.
  for (const part of [title, footer]) part.role = 'none'
  progress.id = 'driver-popover-progress'
  wrapper.setAttribute('aria-describedby', 'driver-popover-description driver-popover-progress')
  closeButton.ariaLabel = i18next.t('tour.close')
  for (const button of [previousButton, nextButton]) button.classList.remove('driver-popover-footer-btn')
  previousButton.classList.add('btn', 'btn-sm', 'btn-outline-primary')
  nextButton.classList.add('btn', 'btn-sm', 'btn-primary')
  // Its own Tab leads through the part of the page as well.
  wrapper.addEventListener('keydown', (event) => event.key === 'Tab' && event.stopPropagation())
  // It puts the focus on its first button, the cross, when this returns.
  queueMicrotask(() => nextButton.focus())
}

const claimed = ['aria-haspopup', 'aria-expanded', 'aria-controls']

/** driver.js claims of each element that it points at that it opens the step, and takes what the element said itself: puts that back. */
function keepClaims() {
  const own = new Map<Element, readonly (string | null)[]>()
  return {
    keep(element: Element) {
      if (!own.has(element))
        own.set(
          element,
          claimed.map((name) => element.getAttribute(name)),
        )
    },
    putBack() {
      for (const [element, values] of own)
        for (const [at, name] of claimed.entries()) setOrRemove(element, name, values[at])
    },
  }
}

function setOrRemove(element: Element, name: string, value: string | null | undefined) {
  if (typeof value === 'string') element.setAttribute(name, value)
  else element.removeAttribute(name)
}
