import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { readingOf, sessionClock } = await import('#lib/session/session-clock.ts')
const { asCountdown, SessionCountdown } = await import('./session-countdown.tsx')
const { SessionEnded } = await import('./desk-shell.tsx')
const { SessionWarning } = await import('./session-warning.tsx')
await loadTexts()
await loadTextsOf('desk')

const handleLeave = vi.fn()
beforeEach(() => {
  handleLeave.mockClear()
  sessionClock.begin(readingOf(Date.now(), 1800))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionCountdown />
      <SessionWarning onLeave={handleLeave} />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  sessionClock.forget()
})

const leaveSeconds = (seconds: number) => act(() => sessionClock.begin(readingOf(Date.now(), seconds)))
const dialog = () => screen.queryByRole('alertdialog', { name: 'La sessione sta per scadere' })

test.each([
  [1800, '30:00'],
  [1694, '28:14'],
  [300, '5:00'],
  [9, '0:09'],
  [0, '0:00'],
])('%i seconds are written %s', (seconds, text) => {
  expect(asCountdown(seconds)).toBe(text)
})

test('the countdown is a timer with a name, and no live region', () => {
  const timer = screen.getByRole('timer', { name: 'Tempo che resta alla sessione' })
  expect(timer.textContent).toMatch(/^(30:00|29:59)$/)
  expect(timer.closest('[aria-live], [role=status], [role=alert]')).toBeNull()
})

test('the warning comes at 300 seconds, not before, and says when the session closes', () => {
  leaveSeconds(320)
  expect(dialog()).toBeNull()
  leaveSeconds(300)
  const description = document.getElementById(dialog()?.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toMatch(/Si chiude alle \d\d:\d\d/)
})

test('a renewal elsewhere takes the warning away', () => {
  leaveSeconds(100)
  expect(dialog()).not.toBeNull()
  leaveSeconds(1800)
  expect(dialog()).toBeNull()
})

test('one may leave from the warning', async () => {
  leaveSeconds(100)
  await userEvent.click(screen.getByRole('button', { name: 'Esci' }))
  expect(handleLeave).toHaveBeenCalledTimes(1)
})

test('at 0 the session has ended', () => {
  leaveSeconds(0)
  expect(dialog()).toBeNull()
  expect(sessionClock.state().ending).toBe('expired')
})

test.each([
  ['expired', /restano in questa scheda/, 1],
  ['left', /andato perso/, 0],
] as const)('a session that ended (%s) says what became of the writing kept in the tab', (ending, text, left) => {
  sessionStorage.setItem('x.desk.7.manager.case.5.1', '{}')
  cleanup()
  const root = createRootRoute({ component: () => <SessionEnded ending={ending} /> })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createRouter({ routeTree: root }) as never} />
    </QueryClientProvider>,
  )
  return vi.waitFor(() => {
    expect(screen.getByRole('alertdialog').textContent).toMatch(text)
    expect(sessionStorage).toHaveLength(left)
    sessionStorage.clear()
  })
})
