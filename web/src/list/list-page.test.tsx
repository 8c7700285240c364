import { type Page, paths } from '@portal/contract'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClientWith, showPages } from '../../test/show-page.tsx'
import type { Enrolment, EnrolmentFilters, EnrolmentList } from './fixtures/enrolment-list.tsx'
import type { ListRequest } from './list.ts'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CallError } = await import('#lib/api/call-error.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { ListPage } = await import('./list-page.tsx')
const { enrolmentList } = await import('./fixtures/enrolment-list.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const enrolments = enrolmentList((request) => fetchPage(request))
const EnrolmentListPage = () => <ListPage list={enrolments} />

let requests: ListRequest<EnrolmentFilters>[] = []
let answer: () => Promise<Page<Enrolment>> = () => Promise.resolve(pageOf(2))
const pageOf = (count: number, from = 1): Page<Enrolment> => ({
  rows: Array.from({ length: Math.max(0, Math.min(10, count - from + 1)) }, (_, index) => ({
    id: from + index,
    body: `Ente ${from + index}`,
    status: 'open' as const,
  })),
  count,
  from,
  to: from + 9,
  firstKey: 'first',
  lastKey: 'last',
})
function fetchPage(request: ListRequest<EnrolmentFilters>) {
  requests.push(request)
  return answer()
}

beforeEach(() => {
  requests = []
  answer = () => Promise.resolve(pageOf(2))
  sessionStorage.clear()
  localStorage.clear()
})

async function show(query = '', list = enrolments) {
  const page = list === enrolments ? EnrolmentListPage : () => <ListPage list={list} />
  const pages = { [paths.operatorList]: page, [paths.operatorDetail]: () => <h1>Dettaglio</h1> }
  const user = { id: 7, selectedRole: 'manager' }
  const queryClient = queryClientWith([[currentUserQuery.queryKey, user]])
  const router = showPages(pages, [`${paths.operatorList}${query}`], queryClient)
  await screen.findByRole('heading', { name: 'Iscrizioni' })
  return { at: () => router.history.location.href.replace(`/x${paths.operatorList}`, '') }
}
const openFilters = () => userEvent.click(screen.getByRole('button', { name: 'Tutti i filtri' }))
const filter = () => userEvent.click(screen.getByRole('button', { name: 'Filtra' }))
const lastFilters = () => requests.at(-1)?.filters

test('filters go into the address, come back from it, and reach the call as values', async () => {
  const { at } = await show('?stato=chiusa&altro=1')
  await waitFor(() => expect(lastFilters()).toEqual({ status: 'closed' }))
  screen.getByRole('button', { name: 'Stato: Chiusa, modifica' })
  await openFilters()
  expect(screen.getByLabelText<HTMLSelectElement>('Stato').selectedOptions[0]?.textContent).toBe('Chiusa')
  await userEvent.type(screen.getByLabelText(/^Iscritte dal/), '02/03/2026')
  await filter()
  await waitFor(() => expect(at()).toBe('?stato=chiusa&dal=2026-03-02'))
  await waitFor(() => expect(lastFilters()).toEqual({ status: 'closed', since: '2026-03-02' }))
  await userEvent.click(screen.getByRole('button', { name: 'Azzera' }))
  await waitFor(() => expect(at()).toBe(''))
  expect(screen.queryByRole('list', { name: 'Filtri attivi' })).toBeNull()
})

test('a sealed filter stays out of the address, and the call knows that it must go by POST', async () => {
  const { at } = await show()
  await userEvent.type(screen.getByRole('combobox', { name: 'Aggiungi un filtro' }), 'ente: Rossi{Enter}')
  await waitFor(() => expect(at()).toMatch(/^\?ricerca=r\d+$/))
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ filters: { body: 'Rossi' }, isSealed: true }))
})

test('what is wrong is said at its field and in a summary that takes the focus, and asks nothing', async () => {
  await show()
  await waitFor(() => expect(requests).toHaveLength(1))
  await openFilters()
  await userEvent.type(screen.getByLabelText(/^Iscritte dal/), '31/02/2026')
  await filter()
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  within(screen.getByRole('alert')).getByRole('link', { name: /^Iscritte dal: / })
  expect(requests).toHaveLength(1)
})

test('the first order stands in no address; another one does, and the call carries it', async () => {
  const { at } = await show()
  const sortedBy = () => screen.getByRole('columnheader', { name: 'Ente' }).getAttribute('aria-sort')
  await waitFor(() => expect(sortedBy()).toBe('ascending'))
  expect(requests[0]?.page.orderings).toEqual([{ column: 'denominazione', direction: 'asc' }])
  await userEvent.click(screen.getByRole('button', { name: 'Ente' }))
  await waitFor(() => expect(at()).toBe('?ordine=-denominazione'))
  await waitFor(() => expect(sortedBy()).toBe('descending'))
  await userEvent.click(screen.getByRole('button', { name: 'Ente' }))
  await waitFor(() => expect(at()).toBe(''))
})

test('pages follow by key, and one that is not there leads to the last', async () => {
  answer = () => Promise.resolve(pageOf(23))
  await show('?stato=aperta')
  const next = await screen.findByRole('link', { name: 'Pagina successiva' })
  expect(next.getAttribute('href')).toBe(`/x${paths.operatorList}?stato=aperta&pagina=2&dopo=last`)
  answer = () => Promise.resolve({ ...pageOf(0), count: 23 })
  await userEvent.click(screen.getByRole('link', { name: 'Pagina 3' }))
  await screen.findByText('Questo elenco non ha una pagina 3')
  screen.getByRole('link', { name: "Vai all'ultima pagina (3)" })
})

test('the keys go from row to row and open one', async () => {
  const { at } = await show()
  await screen.findByRole('link', { name: 'Ente 2' })
  await userEvent.keyboard('jj')
  expect(document.activeElement?.textContent).toBe('Ente 2')
  expect(screen.getByRole('row', { current: true }).textContent).toContain('Ente 2')
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Dettaglio' })
  expect(at()).toContain('?id=2')
})

test('an empty list says why, and one that cannot be read offers another try', async () => {
  answer = () => Promise.reject(new Error('away'))
  await show('?stato=chiusa')
  const retry = await screen.findByRole('button', { name: 'Riprova' })
  expect(screen.queryByRole('table')).toBeNull()
  answer = () => Promise.resolve(pageOf(0))
  await userEvent.click(retry)
  await screen.findByText('Nessuna con questi filtri')
})

test('the list shows what holds in chips, and selects rows from page to page', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  const list: EnrolmentList = {
    ...enrolments,
    bulk: {
      textsOf: () => ({ title: 'Iscrizioni selezionate', all: 'Seleziona tutte' }),
      rowText: (_t, { body }) => `Seleziona ${body}`,
      actions: ({ rows }) => <p>{rows.map(({ body }) => body).join('+')}</p>,
    },
  }
  answer = () => Promise.resolve(pageOf(23, requests.at(-1)?.page.from))
  const { at } = await show('?stato=aperta', list)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Seleziona Ente 2' }))
  await userEvent.click(screen.getByRole('link', { name: 'Pagina successiva' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Seleziona Ente 12' }))
  const bar = within(screen.getByRole('region', { name: 'Iscrizioni selezionate' }))
  bar.getByText('2 selezionati, 1 non è in questa pagina')
  bar.getByText('Ente 2+Ente 12')
  await userEvent.click(screen.getByRole('button', { name: 'Stato: Aperta, togli il filtro' }))
  await waitFor(() => expect(at()).toBe(''))
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Aggiungi un filtro' }))
  vi.unstubAllGlobals()
})

test('the keys act on the row that has the focus, however it came there', async () => {
  const list: EnrolmentList = {
    ...enrolments,
    bulk: {
      textsOf: () => ({ title: 'Iscrizioni selezionate', all: 'Seleziona tutte' }),
      rowText: (_t, { body }) => `Seleziona ${body}`,
      actions: ({ rows }) => <p>{rows.map(({ body }) => body).join('+')}</p>,
    },
  }
  await show('', list)
  await userEvent.keyboard('j')
  screen.getByRole('link', { name: 'Ente 2' }).focus()
  await userEvent.keyboard('x')
  within(screen.getByRole('region', { name: 'Iscrizioni selezionate' })).getByText('Ente 2')
})

test('a chip shows what the server says of its filter', async () => {
  const errori = [{ campo: 'filtri.stato', codice: 'valore_non_valido', messaggio: 'Questo stato non esiste' }]
  answer = () => Promise.reject(new CallError(400, 'dati_non_validi', 'Controlla i dati', errori))
  await show('?stato=aperta')
  const chips = within(await screen.findByRole('list', { name: 'Filtri attivi' }))
  expect((await chips.findByRole('alert')).textContent).toBe('Questo stato non esiste')
})

test('without sealed filters the address cannot name forgotten words', async () => {
  const { body: _body, ...open } = enrolments.filters
  await show('?ricerca=r9', {
    ...enrolments,
    filters: open,
    textsOf: (t) => ({ ...enrolments.textsOf(t), wordsForgotten: 'Parole dimenticate' }),
  })
  await screen.findByRole('link', { name: 'Ente 1' })
  expect(screen.queryByText('Parole dimenticate')).toBeNull()
})

test('a row is previewed beside the table, without another read of the list, and that look is remembered', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  const list: EnrolmentList = {
    ...enrolments,
    canSplit: true,
    detailOf: () => ({
      header: 'Anteprima',
      label: ({ body }) => `Anteprima di ${body}`,
      content: ({ body }) => <p>{`Le righe di ${body}`}</p>,
    }),
  }
  await show('', list)
  await screen.findByRole('button', { name: 'Anteprima di Ente 1' })
  const split = screen.getByRole('button', { name: 'Anteprima' })
  expect(split.getAttribute('aria-keyshortcuts')).toBe('p')
  await userEvent.click(split)
  screen.getByText(/^Scegli una riga/)
  // Nothing unfolds under a row where it is previewed beside the table.
  expect(screen.queryByRole('button', { name: 'Anteprima di Ente 1' })).toBeNull()
  await userEvent.keyboard('jj')
  within(screen.getByRole('region', { name: 'Anteprima di Ente 2' })).getByText('Le righe di Ente 2')
  await userEvent.click(screen.getAllByRole('cell', { name: 'Aperta' })[0] ?? split)
  screen.getByRole('region', { name: 'Anteprima di Ente 1' })
  expect(requests).toHaveLength(1)
  cleanup()
  await show('', list)
  await userEvent.click(await screen.findByRole('button', { name: 'Anteprima', pressed: true }))
  await screen.findByRole('button', { name: 'Anteprima di Ente 1' })
  localStorage.clear()
  vi.unstubAllGlobals()
})
