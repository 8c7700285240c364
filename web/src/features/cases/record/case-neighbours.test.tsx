import { homeBoxes, homeBoxWords, limits, paths } from '@portal/contract'
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { useSiteSearch } = await import('#lib/page/site-search.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CaseNeighbours } = await import('./case-page.tsx')
const { AllCasesPage } = await import('../list/case-list-page.tsx')
const { CasesHomePage } = await import('../home/cases-home-page.tsx')
await loadTexts()
await loadTextsOf('desk')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const caseOnWire = (id: number) => ({
  id_segnalazione: id,
  codice: `UNAR-${id}`,
  id_stato: 1,
  data_creazione: '2026-01-31T09:00:00.000Z',
  id_ambito: 1,
  id_lingua: 1,
  id_segnalante: 3,
  id_canale: 1,
  numero_protocollo: `UNAR-${id}`,
  versione: 4,
  messaggi_non_letti: 0,
})

// A list of cases 1, 2, 3, …, ten a page, that answers when it may; what was asked of it, and what the badges count.
let length = 23
let held: Promise<void> = Promise.resolve()
let badges: object | undefined
const lists = [
  'integrazione-segnalazione-view',
  'integrazione-segnalazione-view-pag',
  'in-attribuzione',
  'dismessi',
  'miei-casi',
].map((name) => `/v1/segnalazioni/${name}`)
let calls: readonly Call[] = []
const home = '/v1/segnalazioni/home'
const callsOf = (path: string) => calls.filter((call) => call.path === path).length
const asked = () => calls.filter(({ path }) => lists.includes(path)).map(({ query }) => query)

async function list({ query }: Call): Promise<Answer> {
  await held
  const [from, to] = [Number(query.get('da') ?? 1), Number(query.get('a') ?? limits.page.rows)]
  const ids = Array.from({ length }, (_, index) => index + 1).slice(from - 1, to)
  const keys = { chiave_prima: `k${ids[0]}`, chiave_ultima: `k${ids.at(-1)}` }
  return { result: { listaView: ids.map(caseOnWire), count: length, da: from, a: to, ...keys } }
}

/** The home page: the tab has the start of the list. */
const homeAnswer = ({ query }: Call) => {
  const ids = Array.from({ length: 20 }, (_, index) => index + 1)
  const tabs = ['tutto', ...(homeBoxes.manager ?? []).map(({ name }) => homeBoxWords[name])]
  return {
    result: {
      schede: tabs.map((scheda) => ({ scheda, count: length })),
      listaView: ids.slice(0, Number(query.get('righe'))).map((id) => ({ caso: caseOnWire(id), passo: 'assegna' })),
      id_segnalazioni: ids,
      chiave_ultima: 'k20',
    },
  }
}

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})
beforeEach(() => {
  length = 23
  held = Promise.resolve()
  badges = undefined
  calls = answerCalls({
    'GET /v1/segnalazioni/numero-casi': () => (badges ? { result: badges } : { status: 500 }),
    'GET /v1/associazioni/numero-nuove-richieste': () => ({
      result: {
        nuoveRichieste: 0,
        daLavorare: 0,
        toccaATe: 0,
        inRitardo: 0,
        iscritte: 0,
        inScadenza: 0,
        nonAbilitate: 0,
        avvisi: 0,
      },
    }),
    'GET /v1/segnalazioni/viste': { result: { viste: [] } },
    'GET /v1/segnalazioni/viste/conteggi': { result: { conteggi: [] } },
    [`GET ${home}`]: homeAnswer,
    'GET /v1/diritti': { result: { listaView: [], count: 0, da: 1, a: 100 } },
    ...Object.fromEntries(lists.flatMap((path) => [`GET ${path}`, `POST ${path}`].map((key) => [key, list]))),
  }).calls
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

function Detail() {
  const { id = 0 } = useSiteSearch()
  return (
    <>
      <h1>Caso {id}</h1>
      <CaseNeighbours id={id} />
    </>
  )
}

function show(address: string) {
  const queryClient = queryClientWith([[currentUserQuery.queryKey, { selectedRole: 'manager', firstName: 'Ada' }]])
  const pages = {
    '/': CasesHomePage,
    [paths.caseList]: AllCasesPage,
    [paths.caseDetail]: Detail,
    [paths.toAssignDetail]: Detail,
  }
  return showPages(pages, [address], queryClient)
}
const open = async (code: string) =>
  userEvent.click((await screen.findAllByRole('link', { name: code }))[0] as HTMLElement)
const step = async (role: 'link' | 'button', name: string, to: number) => {
  await userEvent.click(await screen.findByRole(role, { name }))
  await screen.findByRole('heading', { name: `Caso ${to}` })
}

test('Avanti goes on over the end of a page, and Indietro comes back', async () => {
  show(`${paths.caseList}?in_ritardo=1`)
  await open('UNAR-9')
  await step('link', 'Avanti', 10)
  await step('button', 'Avanti', 11)
  expect(asked().at(-1)?.get('da')).toBe('11')
  expect(asked().at(-1)?.get('dopo')).toBe('k10')
  expect(JSON.parse(asked().at(-1)?.get('filtri') ?? '{}')).toEqual({ in_ritardo: 1 })
  await step('link', 'Indietro', 10)
  await step('link', 'Avanti', 11)
  await step('link', 'Avanti', 12)
})

test('Avanti keeps the tab of the case, over the end of a page as well', async () => {
  const router = show(`${paths.caseList}?in_ritardo=1`)
  await open('UNAR-9')
  router.history.replace(`/x${paths.caseDetail}?id=9&scheda=messaggi`)
  await waitFor(() => expect(screen.getByRole('link', { name: 'Avanti' }).getAttribute('href')).toContain('messaggi'))
  await step('link', 'Avanti', 10)
  await step('button', 'Avanti', 11)
  expect(router.state.location.search).toEqual({ id: 11, scheda: 'messaggi' })
})

test('the page before is asked for where one came in on a later one; the ends are ends', async () => {
  show(`${paths.caseList}?pagina=2&dopo=k10`)
  await open('UNAR-11')
  await step('button', 'Indietro', 10)
  expect(asked().at(-1)?.get('da')).toBe('1')
  for (let id = 9; id >= 1; id--) await step('link', 'Indietro', id)
  const back = screen.getByRole('button', { name: 'Indietro' })
  expect(back.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(back.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    "È il primo dell'elenco",
  )
})

test('where the cases that followed have gone the last one says that it is the last', async () => {
  show(paths.caseList)
  await open('UNAR-10')
  length = 10
  await userEvent.click(await screen.findByRole('button', { name: 'Avanti' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Avanti' }).getAttribute('aria-disabled')).toBe('true'))
  screen.getByRole('heading', { name: 'Caso 10' })
})

test('a tab of the home page leads on through its whole list', async () => {
  show('/?scheda=in_ritardo')
  await open('UNAR-12')
  for (let id = 13; id <= 20; id++) await step('link', 'Avanti', id)
  await step('button', 'Avanti', 21)
  expect(asked().at(-1)?.get('da')).toBe('21')
  expect(asked().at(-1)?.get('dopo')).toBe('k20')
  expect(asked().at(-1)?.get('ordinamenti')).toContain('data_scadenza')
})

test('the button of the home page opens the first case, and Avanti walks through the whole queue', async () => {
  show('/')
  await screen.findByRole('link', { name: 'UNAR-1' })
  await userEvent.click(screen.getByRole('link', { name: 'Inizia dal primo' }))
  await screen.findByRole('heading', { name: 'Caso 1' })
  for (let id = 2; id <= 20; id++) await step('link', 'Avanti', id)
  expect(screen.getByRole('button', { name: 'Avanti' }).getAttribute('aria-disabled')).toBe('true')
})

test('a case opened while the next rows of its list still come leads back to the list as it was asked for', async () => {
  show(paths.caseList)
  await screen.findAllByRole('link', { name: 'UNAR-2' })
  let goOn = () => {}
  held = new Promise((resolve) => {
    goOn = resolve
  })
  await userEvent.selectOptions(screen.getByLabelText('Righe per pagina'), '50')
  await waitFor(() => expect(asked().at(-1)?.get('a')).toBe('50'))
  await open('UNAR-2')
  await screen.findByRole('heading', { name: 'Caso 2' })
  expect(JSON.parse(sessionStorage.getItem('x.desk.trail') ?? '{}')).toMatchObject({
    pages: [{ href: expect.stringContaining('righe=50'), ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }],
    further: {},
  })
  goOn()
})

test('the home page is read in one call, and again when the badges change', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  badges = { assegnati: 1, totali: 2, da_attribuire: 0, richieste_da_decidere: 0, avvisi: 0 }
  show('/')
  await screen.findAllByRole('link', { name: 'UNAR-1' })
  await vi.advanceTimersByTimeAsync(limits.badgePollMs + 500)
  expect({ home: callsOf(home), lists: asked() }).toEqual({ home: 1, lists: [] })
  badges = { ...badges, totali: 3 }
  await vi.advanceTimersByTimeAsync(limits.badgePollMs + 500)
  expect({ home: callsOf(home), lists: asked() }).toEqual({ home: 2, lists: [] })
  vi.useRealTimers()
})
