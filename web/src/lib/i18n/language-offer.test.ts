import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyTab, holdsSomething } from '../drafts/tab-store.ts'
import { dismissOffer, withdrawDismissedOffer } from './language-offer.ts'

const root = document.documentElement
/** As the server sends a page to a browser that is set to Arabic. */
const loadPage = () => root.setAttribute('data-offer', 'ar')

beforeEach(emptyTab)
afterEach(() => {
  emptyTab()
  root.removeAttribute('data-offer')
})

test('an offer that was dismissed does not come back with a reload, and is no draft', () => {
  loadPage()
  dismissOffer()
  expect(root.hasAttribute('data-offer')).toBe(false)
  loadPage()
  withdrawDismissedOffer()
  expect(root.hasAttribute('data-offer')).toBe(false)
  expect(holdsSomething()).toBe(false)
})

test('an offer stays until it is dismissed, and is made again after a quick exit', () => {
  loadPage()
  withdrawDismissedOffer()
  expect(root.getAttribute('data-offer')).toBe('ar')
  dismissOffer()
  emptyTab()
  loadPage()
  withdrawDismissedOffer()
  expect(root.getAttribute('data-offer')).toBe('ar')
})
