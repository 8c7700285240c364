import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const script = readFileSync(join(import.meta.dirname, 'late.js'), 'utf8')
const run = (known: object = Object) => new Function('Object', script)(known)
/** The notice as the server writes it, while the style sheet hides it. */
const waiting = '<section id="late" role="alert" class="container late-waiting" style="visibility: hidden"></section>'
const notice = () => document.querySelector('section')
const isShown = () => notice()?.hidden === false

beforeEach(() => {
  vi.useFakeTimers()
  // What every browser has that knows modules; jsdom does not.
  Object.defineProperty(HTMLScriptElement.prototype, 'noModule', { value: false, configurable: true })
  document.body.innerHTML = waiting
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule')
  document.body.innerHTML = ''
})

test('a program that has not started within ten seconds is late', () => {
  run()
  vi.advanceTimersByTime(9999)
  expect(isShown()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isShown()).toBe(true)
})

test.each([
  ['that knows no modules', () => void Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule')],
  ['without Object.hasOwn', () => ({ hasOwn: undefined })],
  ['without dialogs', () => void vi.stubGlobal('HTMLDialogElement', undefined)],
])('a browser %s is shown at once, and still where the program starts', (_what, make) => {
  run(make() ?? Object)
  expect(isShown()).toBe(true)
  expect(document.getElementById('late')).toBeNull()
})

test('a script that does not come, and a promise that the program does not keep, are shown at once', () => {
  for (const fail of [
    () => document.body.appendChild(document.createElement('script')).dispatchEvent(new Event('error')),
    () => window.dispatchEvent(new Event('unhandledrejection')),
  ]) {
    document.body.innerHTML = waiting
    run()
    fail()
    expect(isShown()).toBe(true)
  }
})

test('a picture that does not come is no reason', () => {
  run()
  const picture = document.body.appendChild(document.createElement('img'))
  picture.dispatchEvent(new Event('error'))
  expect(isShown()).toBe(false)
})

test('a notice that the style sheet shows already stays', () => {
  document.body.innerHTML = '<section id="late" class="container late-waiting"></section>'
  run()
  expect(isShown()).toBe(true)
  expect(notice()?.className).toBe('container')
})
