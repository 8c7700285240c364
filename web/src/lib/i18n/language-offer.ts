import { readFromTab, writeToTab } from '../drafts/tab-store.ts'

/** Not a place of the draft: a tab that keeps only this brings the written page to life. `before-hydration.ts` reads it as well. */
const place = 'language-offer'

/** Takes the offer of another language off the page. */
export const withdrawOffer = () => document.documentElement.removeAttribute('data-offer')

/** Takes the offer off the pages of this tab, through reloads and until a quick exit. */
export function dismissOffer() {
  withdrawOffer()
  writeToTab(place, 'dismissed')
}

/** Takes the offer off a page that was loaded after the offer had been dismissed. */
export function withdrawDismissedOffer() {
  if (readFromTab(place)) withdrawOffer()
}
