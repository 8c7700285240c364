import { afterEach, expect, test } from 'vitest'

document.body.innerHTML =
  '<script type="application/json" id="office">{"office":{"slug":"x","quickExitUrl":"https://example.org/"}}</script>'
const { watchForThreeShifts } = await import('./quick-exit.ts')

let stop: () => void = () => undefined
afterEach(() => stop())

function watch() {
  let time = 0
  let left = 0
  stop = watchForThreeShifts(
    () => {
      left++
    },
    () => time,
  )
  const press = (key: string, after = 100, repeat = false) => {
    time += after
    document.dispatchEvent(new KeyboardEvent('keydown', { key, repeat }))
  }
  return { press, left: () => left }
}

test('three Shifts in a row leave', () => {
  const { press, left } = watch()
  press('Shift')
  press('Shift')
  expect(left()).toBe(0)
  press('Shift')
  expect(left()).toBe(1)
})

test('Shifts between letters, held down, or far apart do not', () => {
  const { press, left } = watch()
  for (const key of ['Shift', 'A', 'Shift', 'B', 'Shift', 'C']) press(key)
  for (let index = 0; index < 9; index++) press('Shift', 30, true)
  for (let index = 0; index < 5; index++) press('Shift', 1600)
  expect(left()).toBe(0)
})

test('an ended watch hears nothing', () => {
  const { press, left } = watch()
  stop()
  for (let index = 0; index < 3; index++) press('Shift')
  expect(left()).toBe(0)
})
