import 'driver.js/dist/driver.css'
import type { Role } from '@portal/contract'
import { driver } from 'driver.js'
import i18next from 'i18next'
import { loadTextsOf } from '#lib/i18n/texts.ts'
import { type TourStep, tours } from './tours.ts'

/** Milliseconds that a part of the page may take to come. */
const arrivalMs = 4000

/** Shows the tour of a role over its home; Escape, the cross and the last button end it. */
export async function showTour(role: Role): Promise<void> {
  await loadTextsOf('tour')
  const steps = tours[role]
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
    onPopoverRender: ({ closeButton }) => closeButton.setAttribute('aria-label', i18next.t('tour.close')),
  }).drive()
}
