import { reportFields } from '@portal/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'

const { loadTexts } = await import('#lib/i18n/texts.ts')
const { createQueryClient } = await import('#lib/api/queries.tsx')
const { FetchedChoice } = await import('./fetched-choice.tsx')

beforeAll(() => loadTexts('it'))

const list = { result: [{ id_nazione: 105, nazione: 'Italia' }] }
const chosen = () => screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.textContent

function draw(value = 105) {
  const queryClient = createQueryClient(vi.fn(), () => '')
  queryClient.setDefaultOptions({ queries: { networkMode: 'always', retry: false } })
  render(
    <QueryClientProvider client={queryClient}>
      <FetchedChoice
        id="nation"
        label="Nazione"
        field={reportFields.nation}
        value={value}
        error={undefined}
        required={false}
        onChange={vi.fn()}
      />
    </QueryClientProvider>,
  )
}

test('what is chosen beforehand is not shown as nothing while its list is on the way', async () => {
  let send: () => void = () => undefined
  const isSent = new Promise<void>((resolve) => {
    send = resolve
  })
  answerCalls({ 'GET /v1/tipologiche/nazione': () => isSent.then(() => list) })
  draw()
  expect(chosen()).toBe('Caricamento in corso')
  send()
  await vi.waitFor(() => expect(chosen()).toBe('Italia'))
})

test('a list that did not come for want of a network comes by itself once there is one', async () => {
  let isAway = true
  answerCalls({ 'GET /v1/tipologiche/nazione': () => (isAway ? { status: 0 } : list) })
  draw()
  await screen.findByRole('button', { name: /Carica di nuovo l'elenco/ })
  expect(chosen()).toBe("L'elenco non si è caricato.")
  isAway = false
  act(() => {
    dispatchEvent(new Event('offline'))
    dispatchEvent(new Event('online'))
  })
  await vi.waitFor(() => expect(chosen()).toBe('Italia'))
})

test('a retired entry is offered only where it is chosen already', async () => {
  const retired = { id_nazione: 7, nazione: 'Cecoslovacchia', ritirata: 1 }
  answerCalls({ 'GET /v1/tipologiche/nazione': { result: [...list.result, retired] } })
  draw()
  await vi.waitFor(() => expect(chosen()).toBe('Italia'))
  expect(screen.queryByRole('option', { name: 'Cecoslovacchia' })).toBeNull()
  cleanup()
  draw(7)
  await vi.waitFor(() => expect(chosen()).toBe('Cecoslovacchia'))
})
