import type { CaseRow } from '@portal/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CasePreview, CaseTextPreview } = await import('./case-preview.tsx')
const { caseQuery } = await import('../cases.queries.ts')
await loadTexts()
await loadTextsOf('desk')

configure({ asyncUtilTimeout: 10_000 })

let calls: readonly Call[] = []
beforeEach(() => {
  calls = answerCalls({
    'GET /v1/segnalazioni/dettaglio/5': { status: 500 },
    'GET /v1/segnalazioni/messaggi/5': ({ query }) => {
      expect(query.get('anteprima')).toBe('1')
      return { result: { ...noMessages, messaggi: messages } }
    },
  }).calls
})

const noMessages = {
  flag_precedenti: 0,
  flag_puo_scrivere: 0,
  flag_puo_segnare_chiamata: 0,
  flag_con_lettore: 1,
  flag_avviso_mail: 0,
}
const messages = [1, 2, 3, 4].map((id) => ({
  id_messaggio: id,
  mittente: id % 2 === 0 ? 'ufficio' : 'segnalante',
  testo: `Messaggio ${id}`,
  data_invio: `2026-11-2${id}T10:00:00.000Z`,
  allegati: [],
}))

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
  const narrative = within(await screen.findByRole('region', { name: 'Che cosa è successo' }))
  const retry = await narrative.findByRole('button', { name: 'Riprova' })
  expect(screen.getByText('Segnalante')).toBeTruthy()
  const asksForCase = () => calls.filter(({ path }) => path === '/v1/segnalazioni/dettaglio/5').length
  expect(asksForCase()).toBe(1)
  await userEvent.click(retry)
  await waitFor(() => expect(asksForCase()).toBe(2))
})

test('the last three messages show, the newest first', async () => {
  show({})
  const region = within(await screen.findByRole('region', { name: 'Ultimi messaggi' }))
  await region.findByText('Messaggio 4')
  const texts = region.getAllByRole('listitem').map(({ textContent }) => textContent?.match(/Messaggio \d/)?.[0])
  expect(texts).toEqual(['Messaggio 4', 'Messaggio 3', 'Messaggio 2'])
})

test('the first words of the list show at once; a case that is left within a moment is not read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { unmount } = render(
    <QueryClientProvider client={queryClientWith([])}>
      <CaseTextPreview row={{ id: 5, excerpt: 'Le prime parole…' }} />
    </QueryClientProvider>,
  )
  expect(screen.getByText('Le prime parole…')).toBeTruthy()
  unmount()
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toEqual([])
  vi.useRealTimers()
})
