import { expect, test, vi } from 'vitest'

const { createTab } = await import('./session-channel.ts')

test('the tabs hear one another, no tab itself, and none after it has left', async () => {
  const [one, two, three] = [createTab(1), createTab(2), createTab(3)]
  const heard = { one: vi.fn(), two: vi.fn(), three: vi.fn() }
  const stops = [one.hear(heard.one), two.hear(heard.two)]
  three.hear(heard.three)()
  one.tell({ kind: 'left' })
  await vi.waitFor(() => expect(heard.two).toHaveBeenCalledWith({ kind: 'left' }))
  two.tell({ kind: 'present', userId: 7, role: 'manager' })
  await vi.waitFor(() => expect(heard.one).toHaveBeenCalledWith({ kind: 'present', userId: 7, role: 'manager' }))
  expect(heard.one).toHaveBeenCalledTimes(1)
  expect(heard.two).toHaveBeenCalledTimes(1)
  expect(heard.three).not.toHaveBeenCalled()
  for (const stop of stops) stop()
})
