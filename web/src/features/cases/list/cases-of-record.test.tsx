import { paths } from '@portal/contract'
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CasesOfRecord } = await import('./cases-of-record.tsx')
await loadTexts()
await loadTextsOf('desk')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const caseOnWire = (id: number) => ({
  id_segnalazione: id,
  codice: `UNAR-2026-0000${id}`,
  id_stato: 1,
  data_creazione: '2026-01-31T09:00:00.000Z',
  id_ambito: 1,
  id_lingua: 1,
  id_segnalante: 3,
  id_canale: 1,
  numero_protocollo: `UNAR-2026-0000${id}`,
  versione: 4,
  messaggi_non_letti: 0,
})
const casesUpTo = (count: number) => Array.from({ length: count }, (_, index) => caseOnWire(index + 10))

// A server whose cases of the person are these; the next page may fail.
let cases = casesUpTo(10)
let isAway = false
let calls: readonly Call[] = []

beforeEach(() => {
  cases = casesUpTo(10)
  isAway = false
  calls = answerCalls({
    'POST /v1/segnalazioni/integrazione-segnalazione-view-pag': ({ body: { da, a } }) => {
      if (isAway && da > 1) return { status: 503 }
      const keys = { chiave_prima: '1-9', chiave_ultima: '1-1' }
      return { result: { listaView: cases.slice(da - 1, a), count: cases.length, da, a, ...keys } }
    },
  }).calls
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

async function show() {
  const queryClient = queryClientWith([])
  showPages({ '/persona': () => <CasesOfRecord kind="person" id={7} /> }, ['/persona'], queryClient)
  await screen.findByRole('link', { name: /00010/ })
  return queryClient
}
const more = () => screen.getByRole('button', { name: 'Mostra altri casi' })
const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

test('the cases of a person are shown ten at a time; loading more focuses the first new one', async () => {
  cases = casesUpTo(12)
  await show()
  expect(links()).toHaveLength(10)
  expect(calls.find(({ method }) => method === 'POST')?.query.get('id_persona_fisica')).toBe('7')
  expect(screen.getByRole('link', { name: /00010/ }).getAttribute('href')).toBe(`/x${paths.registryCaseDetail}?id=10`)
  await userEvent.click(more())
  await waitFor(() => expect(document.activeElement?.textContent).toContain('00020'))
  expect(links()).toHaveLength(12)
  expect(screen.queryByRole('button', { name: 'Mostra altri casi' })).toBeNull()
})

test('a case that comes meanwhile takes nobody away from where they are', async () => {
  cases = casesUpTo(3)
  const queryClient = await show()
  const link = screen.getByRole('link', { name: /00011/ })
  link.focus()
  cases = casesUpTo(4)
  await queryClient.refetchQueries({ queryKey: ['cases'] })
  await screen.findByRole('link', { name: /00013/ })
  expect(document.activeElement).toBe(link)
})

test('an error on loading more cases is shown, and the same button tries again', async () => {
  cases = casesUpTo(12)
  isAway = true
  await show()
  await userEvent.click(more())
  await screen.findByRole('alert')
  expect(links()).toHaveLength(10)
  isAway = false
  await userEvent.click(more())
  await waitFor(() => expect(document.activeElement?.textContent).toContain('00020'))
})
