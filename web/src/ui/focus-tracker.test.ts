import { afterEach, expect, test } from 'vitest'
import { trackFocus } from './focus-tracker.ts'

let stop = () => {}

afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

const addButton = () => document.body.appendChild(document.createElement('button'))

test('what a pointer focuses is marked until a key is pressed or focus leaves', () => {
  stop = trackFocus()
  const [one, two] = [addButton(), addButton()]
  document.dispatchEvent(new Event('pointerdown'))
  one.focus()
  expect(one.dataset.focusMouse).toBe('true')
  two.focus()
  expect([one.dataset.focusMouse, two.dataset.focusMouse]).toEqual([undefined, 'true'])
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  expect(two.dataset.focusMouse).toBeUndefined()
  one.focus()
  expect(one.dataset.focusMouse).toBeUndefined()
})
