import type { Role } from '@portal/contract'
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../test/answer-calls.ts'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { useBadges, useRegisterCounts } = await import('./badges.ts')

function Total() {
  const badges = useBadges()
  return <p>{badges ? badges.total : 'none'}</p>
}

function NewRequests() {
  const counts = useRegisterCounts()
  return <p>{counts ? counts.newRequests : 'none'}</p>
}

let calls: readonly Call[] = []
let newRequests = 5
let counted: number | undefined

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  counted = 3
  calls = answerCalls({
    'GET /v1/segnalazioni/numero-casi': () =>
      counted === undefined
        ? new Response('', { status: 500 })
        : { result: { assegnati: 1, totali: counted, da_attribuire: 2, richieste_da_decidere: 0, avvisi: 0 } },
    'GET /v1/associazioni/numero-nuove-richieste': () => ({
      result: {
        nuoveRichieste: newRequests,
        daLavorare: 0,
        inRitardo: 0,
        toccaATe: 0,
        iscritte: 0,
        inScadenza: 0,
        nonAbilitate: 0,
        avvisi: 0,
      },
    }),
  }).calls
})
const show = (counter: ReactNode, selectedRole: Role) => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(currentUserQuery.queryKey, { selectedRole } as never)
  render(<QueryClientProvider client={queryClient}>{counter}</QueryClientProvider>)
}
afterEach(() => {
  cleanup()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

test('the counters are asked for every five seconds, and not while the tab is hidden', async () => {
  show(<Total />, 'manager')
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
  show(<Total />, 'manager')
  await screen.findByText('3')
  counted = undefined
  await vi.advanceTimersByTimeAsync(5100)
  expect(screen.getByText('3')).toBeTruthy()
})

test('the number of new requests to the register is asked for every five seconds', async () => {
  newRequests = 5
  show(<NewRequests />, 'registerOperator')
  await screen.findByText('5')
  newRequests = 6
  await vi.advanceTimersByTimeAsync(4000)
  expect(screen.getByText('5')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(1500)
  await screen.findByText('6')
  expect(calls.map(({ path }) => path)).toEqual(Array(2).fill('/v1/associazioni/numero-nuove-richieste'))
})
