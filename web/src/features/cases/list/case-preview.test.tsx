import type { CaseRow } from '@portal/contract'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CasePreview } = await import('./case-list-page.tsx')
const { caseQuery } = await import('../cases.queries.ts')
await loadTexts()
await loadTextsOf('desk')

configure({ asyncUtilTimeout: 10_000 })

let calls: readonly Call[] = []
beforeEach(() => {
  calls = answerCalls({
    'GET /v1/segnalazioni/dettaglio/5': { status: 500 },
  }).calls
})

const row = { id: 5, code: 'UNAR-2026-000005', status: 'open', unreadMessages: 0 } as unknown as CaseRow

function show(values: object | undefined) {
  const known = values ? [[caseQuery(5).queryKey, { id: 5, values }] as const] : []
  const queryClient = queryClientWith(known)
  queryClient.setQueryDefaults(['cases'], { staleTime: Number.POSITIVE_INFINITY })
  showPages({ '/casi': () => <CasePreview row={row} /> }, ['/casi'], queryClient)
}

test('the preview shows the narrative in the text direction of its language', async () => {
  show({ message: 'رفضوا أن يؤجروا لي البيت.' })
  const narrative = within(await screen.findByRole('region', { name: 'Che cosa è successo' })).getByText(/رفضوا/)
  expect(narrative.getAttribute('dir')).toBe('auto')
})

test('a case without words says so', async () => {
  show({})
  expect(await screen.findByText('Nessun racconto.')).toBeTruthy()
})

test('what the list knows shows even where the case cannot be read, which may be tried again', async () => {
  show(undefined)
  const retry = await screen.findByRole('button', { name: 'Riprova' })
  expect(screen.getByText('Provincia dei fatti')).toBeTruthy()
  const asksForCase = () => calls.filter(({ path }) => path === '/v1/segnalazioni/dettaglio/5').length
  expect(asksForCase()).toBe(1)
  await userEvent.click(retry)
  await waitFor(() => expect(asksForCase()).toBe(2))
})
