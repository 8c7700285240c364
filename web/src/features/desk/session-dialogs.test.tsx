import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { showPages } from '../../../test/show-page.tsx'

const { ExampleDialog, ExampleTabs } = await import('../../../test/example-forms.tsx')
const { ExampleSteps } = await import('#form/fixtures/example-steps.tsx')
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

test.each([
  ['a dialog', ExampleDialog],
  ['a page with tabs', ExampleTabs],
  ['a form in steps', ExampleSteps],
])('%s keeps what was written through a renewal of the session', async (_form, Form) => {
  const { calls } = answerCalls({ 'GET /v1/utenti/reactivate-session': { result: { secondi_rimasti: 1800 } } })
  showPages({ '/': () => <Form save={vi.fn()} onDone={vi.fn()} /> }, ['/'])
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Cognome/ })
  await userEvent.type(name, 'Neri')
  leaveSeconds(100)
  await userEvent.click(screen.getByRole('button', { name: 'Rinnova sessione' }))
  expect(calls.map(({ path }) => path)).toEqual(['/v1/utenti/reactivate-session'])
  leaveSeconds(1800)
  expect(dialog()).toBeNull()
  expect(name.isConnected).toBe(true)
  expect(name.value).toBe('Neri')
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
