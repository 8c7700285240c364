import { paths } from '@portal/contract'
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { caseRowOnWire } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { AllCasesPage } = await import('../list/case-list-page.tsx')
const { QuickSearch } = await import('./quick-search.tsx')
await loadTexts()
await loadTextsOf('desk')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const caseOnWire = (id: number) => caseRowOnWire(id, { id_ambito: 1 })

const colleagues = [{ id_utente: 7, nome: 'Luca', cognome: 'Rossetti', listaRuolo: ['ACLOP1'] }]

// The cases that a search finds, by what it asks for; a search for one letter is refused.
let finds: (filters: Record<string, unknown>) => readonly number[] = () => []
let calls: readonly Call[] = []
const asked = () =>
  calls
    .filter(({ path }) => path.includes('integrazione-segnalazione-view'))
    .map(({ query, body }) => ({ view: query.get('vista'), filters: body?.filtri ?? {} }))

function search({ body }: Call): Answer {
  const filters = body?.filtri ?? {}
  if (filters.nominativo === 'a') {
    const errori = [{ campo: 'filtri.nominativo', codice: 'ricerca_troppo_corta', messaggio: 'Servono tre lettere' }]
    return { status: 400, result: { descrizione: 'Controlla i dati', errori }, errorCode: 'dati_non_validi' }
  }
  const listaView = finds(filters).map(caseOnWire)
  const keys = { chiave_prima: '1-9', chiave_ultima: '1-1' }
  return { result: { listaView, count: listaView.length, da: 1, a: listaView.length, ...keys } }
}

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})
beforeEach(() => {
  finds = () => []
  calls = answerCalls({
    'GET /v1/admin/user': { result: colleagues },
    'GET /v1/segnalazioni/viste': { result: { listaView: [] } },
    'GET /v1/segnalazioni/integrazione-segnalazione-view': search,
    'POST /v1/segnalazioni/integrazione-segnalazione-view-pag': search,
  }).calls
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

function show() {
  const queryClient = queryClientWith([[currentUserQuery.queryKey, { selectedRole: 'operatorOne' }]])
  const pages = {
    '/': () => <QuickSearch />,
    [paths.caseList]: AllCasesPage,
    [paths.caseDetail]: () => <h1>Dettaglio</h1>,
  }
  const router = showPages(pages, ['/'], queryClient)
  return () => decodeURIComponent(router.history.location.href)
}
const seek = async (text: string) => userEvent.type(await screen.findByRole('searchbox'), `${text}{Enter}`)

test('a code leads to its case, in whichever list it stands', async () => {
  finds = ({ listaNumeroProtocollo }) => (listaNumeroProtocollo ? [7] : [])
  const at = show()
  await seek('CASO-2026-000007')
  await screen.findByRole('heading', { name: 'Dettaglio' })
  expect(at()).toBe(`/x${paths.caseDetail}?id=7`)
  expect(asked().map(({ view }) => view)).toEqual(['tutti'])
})

test('several cases are listed from all lists; the chip that says so leads back to one', async () => {
  finds = ({ nominativo }) => (nominativo ? [1, 2] : [3])
  const at = show()
  await seek('Casa')
  await screen.findByRole('link', { name: /00002/ })
  expect(at()).toContain('ovunque=1')
  expect(asked().at(-1)).toMatchObject({ view: 'tutti', filters: { nominativo: 'Casa' } })
  await userEvent.click(screen.getByRole('button', { name: /^In tutti gli elenchi/ }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ view: '0', filters: { nominativo: 'Casa' } }))
  expect(at()).not.toContain('ovunque')
})

test('a text taken for a name can be searched in the narratives', async () => {
  finds = ({ resoconto_fatti }) => (resoconto_fatti ? [4, 5] : [1, 2])
  show()
  await seek('Casa')
  await userEvent.click(await screen.findByRole('button', { name: 'Cerca «Casa» nei racconti' }))
  await screen.findByRole('link', { name: /00005/ })
  expect(asked().at(-1)).toMatchObject({ view: 'tutti', filters: { resoconto_fatti: 'Casa' } })
})

test('words that are too short are shown at the box, until they are changed', async () => {
  show()
  await seek('a')
  const box = await screen.findByRole('searchbox', { description: 'Servono tre lettere' })
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Servono tre lettere')
  await userEvent.type(box, 'd')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(box.getAttribute('aria-invalid')).toBeNull()
})

test('an operator is found by name, after the people of the cases', async () => {
  finds = ({ user }) => (user ? [1, 2] : [])
  show()
  await seek('rossetti')
  await screen.findByRole('link', { name: /00002/ })
  expect(asked().at(-1)).toMatchObject({ view: 'tutti', filters: { user: { id_utente: [7] } } })
})

test('after a miss the box says everything that was searched', async () => {
  show()
  await seek('1234567')
  await screen.findByText(
    'Nessun caso trovato per «1234567». Abbiamo cercato in: e-mail e telefoni, codici e numeri di protocollo, racconti.',
  )
  expect(asked().map(({ filters }) => Object.keys(filters))).toEqual([
    ['contatto'],
    ['listaNumeroProtocollo'],
    ['resoconto_fatti'],
  ])
})
