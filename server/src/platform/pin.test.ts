import { scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashPin, newPin, verifyPin } from './pin.ts'

const salt = Buffer.alloc(16, 7)
/** A pin as it was stored before November 2026. */
const earlierHash = (pin: string) =>
  [salt, scryptSync(pin, salt, 32, { N: 2048 })].map((bytes) => bytes.toString('base64url')).join('.')

describe.each([
  ['now', hashPin],
  ['before November 2026', earlierHash],
])('a pin that is stored as %s', (_when, store) => {
  test.each([
    ['as it was given', '01ABC-DEFGH', true],
    ['with another last letter', '01ABC-DEFGJ', false],
    ['without its last letter', '01ABC-DEFG', false],
    ['empty', '', false],
  ])('is compared with one that is typed %s', async (_how, typed, isRight) => {
    expect(await verifyPin(typed, store('01ABC-DEFGH'))).toBe(isRight)
  })
})

test.each([
  ['is not stored', undefined],
  ['has an empty stored form', ''],
  ['has a damaged stored form', 'sha256.AAAA.BBBB'],
])('no pin matches one that %s', async (_what, stored) => {
  expect(await verifyPin('01ABC-DEFGH', stored)).toBe(false)
})

test('the stored form shows no pin, and is another one each time', () => {
  const pin = newPin()
  expect(pin).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  expect(hashPin(pin)).not.toContain(pin)
  expect(hashPin(pin)).not.toBe(hashPin(pin))
})
