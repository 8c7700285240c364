import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { AgendaPage } = await import('./agenda-page.tsx')
await loadTexts()
await loadTextsOf('desk')
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

// A server of one operator.
let state: { riepilogo?: { cadenza: string; ora: number } | undefined; calendario_dal?: string }
let made = 0
/** What an answer about the mail waits for. */
let mailHeld: Promise<void>
beforeEach(() => {
  state = {}
  mailHeld = Promise.resolve()
  answerCalls({
    'GET /v1/scadenze': () => ({ result: state }),
    'POST /v1/scadenze/riepilogo': async ({ body }) => {
      const { riepilogo } = body as typeof state
      state = { ...state, riepilogo }
      const answer = { result: state }
      await mailHeld
      return answer
    },
    'POST /v1/scadenze/calendario': () => {
      made += 1
      const since = '2026-11-20T10:00:00.000Z'
      state = { ...state, calendario_dal: since }
      return { result: { indirizzo: `https://x.example/calendario/${made}.ics`, calendario_dal: since } }
    },
    'POST /v1/scadenze/calendario/chiudi': () => {
      state = { riepilogo: state.riepilogo }
      return { result: state }
    },
  })
})

function show(selectedRole = 'operatorOne') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(currentUserQuery.queryKey, { id: 7, selectedRole } as never)
  render(
    <QueryClientProvider client={client}>
      <AgendaPage />
    </QueryClientProvider>,
  )
  return client
}

const choice = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })

test('the digest is off until it is chosen, at an hour, and is switched off by one click', async () => {
  show()
  expect((await choice('Mai')).checked).toBe(true)
  expect(screen.queryByLabelText('Ora')).toBeNull()
  await userEvent.click(await choice('Il lunedì'))
  await waitFor(() => expect(state.riepilogo).toEqual({ cadenza: 'settimanale', ora: 8 }))
  await userEvent.selectOptions(await screen.findByLabelText('Ora'), '14:00')
  await waitFor(() => expect(state.riepilogo).toEqual({ cadenza: 'settimanale', ora: 14 }))
  await userEvent.click(await choice('Ogni giorno lavorativo'))
  await waitFor(() => expect(state.riepilogo).toEqual({ cadenza: 'giornaliera', ora: 14 }))
  await userEvent.click(await choice('Mai'))
  await waitFor(() => expect(state.riepilogo).toBeUndefined())
})

test('the choice does not jump back while the answer is on its way through the page', async () => {
  const client = show()
  const weekly = await choice('Il lunedì')
  const waiting: (() => void)[] = []
  notifyManager.setScheduler((flush) => waiting.push(flush))
  onTestFinished(() => notifyManager.setScheduler((flush) => setTimeout(flush, 0)))
  await userEvent.click(weekly)
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(state.riepilogo).toEqual({ cadenza: 'settimanale', ora: 8 })
  expect(weekly.checked).toBe(true)
  await act(async () => {
    for (const flush of waiting) flush()
  })
  expect(weekly.checked).toBe(true)
})

test('who works on the register has a digest, and no calendar of cases', async () => {
  show('registerOperator')
  await choice('Mai')
  expect(screen.queryByRole('heading', { name: 'Calendario' })).toBeNull()
})

test('the address of the calendar is shown once, renewed after a question, and ended', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: "Crea l'indirizzo" }))
  const address = await screen.findByText(/calendario\/\d+\.ics/)
  expect(document.activeElement?.contains(address)).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Crea un nuovo indirizzo' }))
  const [, confirm] = screen.getAllByRole('button', { name: 'Crea un nuovo indirizzo' })
  await userEvent.click(confirm as HTMLElement)
  await waitFor(() => expect(screen.queryByText(address.textContent ?? '')).toBeNull())
  expect(screen.getByText(/calendario\/\d+\.ics/).textContent).toContain(String(made))
  await userEvent.click(screen.getByRole('button', { name: "Chiudi l'indirizzo" }))
  await userEvent.click(screen.getAllByRole('button', { name: "Chiudi l'indirizzo" })[1] as HTMLElement)
  await screen.findByText('Il tuo calendario non ha ancora un indirizzo.')
  expect(screen.queryByText(/\.ics/)).toBeNull()
  expect(document.activeElement?.textContent).toBe('Calendario')
})

test('an answer about the mail that comes late takes no address away', async () => {
  let answerMail = () => {}
  mailHeld = new Promise((resolve) => {
    answerMail = resolve
  })
  const client = show()
  await userEvent.click(await choice('Ogni giorno lavorativo'))
  await userEvent.click(screen.getByRole('button', { name: "Crea l'indirizzo" }))
  await screen.findByText(/calendario\/\d+\.ics/)
  answerMail()
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect((await choice('Ogni giorno lavorativo')).checked).toBe(true)
  expect(screen.queryByText('Il tuo calendario non ha ancora un indirizzo.')).toBeNull()
  expect(screen.getByRole('button', { name: "Chiudi l'indirizzo" })).toBeTruthy()
})
