import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../test/answer-calls.ts'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { useBadges } = await import('./badges.ts')

function Total() {
  const badges = useBadges()
  return <p>{badges ? badges.total : 'none'}</p>
}

let calls: readonly Call[] = []
let counted: number | undefined

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  counted = 3
  calls = answerCalls({
    'GET /v1/segnalazioni/numero-casi': () =>
      counted === undefined
        ? new Response('', { status: 500 })
        : { result: { assegnati: 1, totali: counted, da_attribuire: 2, richieste_da_decidere: 0, avvisi: 0 } },
  }).calls
  const queryClient = new QueryClient()
  queryClient.setQueryData(currentUserQuery.queryKey, { selectedRole: 'manager' } as never)
  render(
    <QueryClientProvider client={queryClient}>
      <Total />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

test('the counters are asked for every five seconds, and not while the tab is hidden', async () => {
  await screen.findByText('3')
  await vi.advanceTimersByTimeAsync(15_100)
  const seen = calls.length
  expect(seen).toBeGreaterThanOrEqual(4)
  focusManager.setFocused(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls.length).toBe(seen)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(5100)
  expect(calls.length).toBeGreaterThan(seen)
})

test('a poll that fails leaves the counters as they were', async () => {
  await screen.findByText('3')
  counted = undefined
  await vi.advanceTimersByTimeAsync(5100)
  expect(screen.getByText('3')).toBeTruthy()
})
