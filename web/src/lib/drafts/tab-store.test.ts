import { beforeEach, expect, test } from 'vitest'

const { deskPlace, forgetDesk, keepsWriting, ownPlace } = await import('./tab-store.ts')

const places = () => Object.keys(sessionStorage).sort()

beforeEach(() => {
  sessionStorage.clear()
  for (const place of [ownPlace(7, 'manager', 'case.5'), ownPlace(8, 'operatorOne', 'case.5'), deskPlace('trail')])
    sessionStorage.setItem(place, '{}')
  sessionStorage.setItem('x.draft.1', '{}')
})

test('at sign-out nothing of the office is left in the tab', () => {
  expect(keepsWriting()).toBe(true)
  forgetDesk()
  expect(places()).toEqual(['x.draft.1'])
  expect(keepsWriting()).toBe(false)
})

test('the next user to sign in keeps their own drafts and finds no one else’s', () => {
  forgetDesk(8)
  expect(places()).toEqual(['x.desk.8.operatorOne.case.5', 'x.draft.1'])
})

test('the list that one came from is no writing', () => {
  forgetDesk()
  sessionStorage.setItem(deskPlace('trail'), '{}')
  expect(keepsWriting()).toBe(false)
})
