import { caseIndicators, type Indicator, paths, registerIndicators, type StatisticsSubject } from '@portal/contract'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CaseStatisticsPage } = await import('./case-statistics-page.tsx')
const { RegisterStatisticsPage } = await import('./register-statistics-page.tsx')
const { statisticsSections } = await import('./statistics-sections.ts')
const { deskPlace, writeToTab } = await import('#lib/drafts/tab-store.ts')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

interface EntryOnWire {
  readonly chiave: string
  readonly etichetta: string
  readonly numero: number
}
const entry = (chiave: string, etichetta: string, numero: number): EntryOnWire & { quota: number } => ({
  chiave,
  etichetta,
  numero,
  quota: 0,
})

/** A result on the wire: what a test names, and all other indicators without entries. */
const resultOf = (
  indicators: Readonly<Record<string, Indicator>>,
  totale: number,
  some: Readonly<Record<string, readonly EntryOnWire[]>>,
) => ({
  totale,
  indicatori: Object.values(indicators).map(({ wire, bands }) => ({
    indicatore: wire,
    voci: some[wire] ?? [],
    non_indicati: wire === 'ambito' ? 1 : 0,
    ...(bands && { mediana: 3, media: 3.4 }),
  })),
})
const many = Array.from({ length: 14 }, (_, index) => entry(String(200 + index), `Provincia ${index}`, 14 - index))
const cases = resultOf(caseIndicators, 8, {
  stato: [entry('1', 'Aperto', 5), entry('5', 'Assegnato a ente esterno', 0), entry('6', 'Chiuso', 3)],
  ambito: [entry('2', 'Lavoro', 6), entry('1', '=Casa', 1)],
  regione: [entry('12', 'Lazio', 7)],
  provincia: many,
  mese: [entry('2026-01', 'gennaio 2026', 2), entry('2026-02', 'febbraio 2026', 6)],
})
const compared = resultOf(caseIndicators, 4, {
  ambito: [entry('2', 'Lavoro', 4)],
  mese: [entry('2025-01', 'gennaio 2025', 4)],
})
const statistics = (risultato: object, confronto?: object): Answer => ({
  result: { numero_univoco: 41, data_calcolo: '2026-11-20T09:30:00.000Z', risultato, ...(confronto && { confronto }) },
})

let started: Call[] = []
let get: (call: Call) => Answer = () => statistics(cases)
let start: () => Answer = () => ({ result: { numero_univoco: 41 } })
let copied = ''
let workbooks: Response[] = []

beforeEach(() => {
  started = []
  copied = ''
  get = () => statistics(cases)
  start = () => ({ result: { numero_univoco: 41 } })
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  answerCalls((call) => {
    if (call.path.startsWith('/v1/statistiche/start-')) started.push(call)
    if (call.path.startsWith('/v1/statistiche/start-')) return start()
    if (call.path.startsWith('/v1/statistiche/get-')) return get(call)
    if (call.path === '/v1/report/start-statistiche') return { result: { numero_univoco: call.body.numero_univoco } }
    if (call.path === '/v1/report/get-statistiche') return workbooks.shift() ?? { status: 404, result: {} }
    return { status: 404, result: {} }
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
})

const pages = { [paths.statistics]: CaseStatisticsPage, [paths.registerStatistics]: RegisterStatisticsPage }

/** A page whose sections were all opened in this tab. */
function show(address: string = paths.statistics) {
  for (const subject of Object.keys(statisticsSections) as StatisticsSubject[])
    writeToTab(
      deskPlace(`${subject}StatisticsSections`),
      statisticsSections[subject].map(([id]) => id),
    )
  return showFirst(address)
}

/** A page as a tab shows it first. */
function showFirst(address: string = paths.statistics) {
  const queryClient = queryClientWith([[currentUserQuery.queryKey, { selectedRole: 'manager' }]])
  const router = showPages({ ...pages, [paths.caseList]: () => <h1>Casi</h1> }, [address], queryClient)
  return { at: () => decodeURIComponent(router.history.location.href) }
}
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const tableOf = async (name: string) => {
  const rows = (await screen.findByRole('table', { name })).querySelectorAll('tr')
  return [...rows].map((row) => [...row.children].map(({ textContent }) => textContent))
}

test('operators have statistics: each indicator has a table with numbers and shares', async () => {
  show()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Statistiche')
  expect(await tableOf('Ambito')).toEqual([
    ['Voce', 'Numero', 'Quota'],
    ['Lavoro', '6', '75%'],
    ['=Casa', '1', '12,5%'],
    ['Non indicato', '1', '12,5%'],
  ])
  expect(screen.getAllByRole('table')).toHaveLength(Object.keys(caseIndicators).length)
  expect(screen.getByText('Calcolate il 20/11/2026 - 10:30')).toBeDefined()
})

test('a section opens from the list of contents, and stays open in this tab', async () => {
  showFirst()
  await tableOf('Mese di arrivo')
  expect(screen.queryByRole('table', { name: 'Ambito' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Ambiti e luoghi' }))
  await tableOf('Ambito')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ambiti e luoghi' }))
  cleanup()
  showFirst()
  await tableOf('Ambito')
  await userEvent.click(screen.getByRole('button', { name: 'Apri tutte' }))
  expect(screen.getAllByRole('table')).toHaveLength(Object.keys(caseIndicators).length)
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi tutte' }))
  expect(screen.queryAllByRole('table')).toEqual([])
})

test('charts are for the eye: every figure of the map and the line is in their tables', async () => {
  show()
  expect(await tableOf('Regione del fatto')).toContainEqual(['Lazio', '7', '87,5%'])
  expect(await tableOf('Mese di arrivo')).toContainEqual(['febbraio 2026', '6', '75%'])
  expect(screen.queryAllByRole('img')).toEqual([])
  for (const svg of document.querySelectorAll('svg')) expect(svg.closest('[aria-hidden=true]')).not.toBeNull()
  expect(screen.getByText(/Mappa delle regioni: @svg-maps\/italy .* CC BY 4\.0/)).toBeDefined()
})

test('filters and comparison are in the address, in the words of the case list, and are sent', async () => {
  get = () => statistics(cases, compared)
  show(`${paths.statistics}?ambito=2&data_creazione_da=2026-01-01&confronto_da=2025-01-01&confronto_a=2025-12-31`)
  expect(await screen.findByRole('button', { name: 'Confronto al: 31/12/2025, togli il filtro' })).toBeDefined()
  const [day, before, after] = ['2026-01-01', '2025-01-01', '2025-12-31'].map((one) => `${one}T00:00:00.000Z`)
  await waitFor(() =>
    expect(started.at(-1)?.body).toEqual({
      filtri: { ambito: [2], data_creazione_da: day },
      confronto: { ambito: [2], data_creazione_da: before, data_creazione_a: after },
    }),
  )
  expect(await tableOf('Ambito')).toEqual([
    ['Voce', 'Numero', 'Quota', 'Confronto', 'Quota', 'Differenza'],
    ['Lavoro', '6', '75%', '4', '100%', '+2 (+50%)'],
    ['=Casa', '1', '12,5%', '0', '0%', '+1'],
    ['Non indicato', '1', '12,5%', '1', '25%', '0 (0%)'],
  ])
  expect((await tableOf('Mese di arrivo'))[1]).toEqual([
    ...['gennaio 2026 · gennaio 2025', '2', '25%', '4', '100%', '-2 (-50%)'],
  ])
  expect(screen.getByText('+4 (+100%) rispetto a 4')).toBeDefined()
})

test('a comparison with the period before is one link away, and can be removed', async () => {
  const { at } = show(`${paths.statistics}?data_creazione_da=2026-04-01&data_creazione_a=2026-06-30`)
  await userEvent.click(await screen.findByRole('link', { name: 'Confronta con il periodo precedente' }))
  await waitFor(() => expect(at()).toContain('confronto_da=2026-01-01&confronto_a=2026-03-31'))
  await userEvent.click(await screen.findByRole('link', { name: 'Togli il confronto' }))
  await waitFor(() => expect(at()).not.toContain('confronto'))
})

test('words on people are sent and stay out of the address', async () => {
  const { at } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Tutti i filtri' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Parole del racconto' }), 'affitto')
  await userEvent.click(screen.getByRole('button', { name: 'Filtra' }))
  await waitFor(() => expect(started.at(-1)?.body).toEqual({ filtri: { resoconto_fatti: 'affitto' } }))
  expect(at()).toMatch(/\?ricerca=r\d+$/)
})

test('an entry leads to the list of its cases, in all lists and with the filters on show', async () => {
  show(`${paths.statistics}?canale=2`)
  const link = (await card('Ambito')).getByRole('link', { name: 'Lavoro' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(`/x${paths.caseList}?ambito=2&canale=2&ovunque=1`)
  expect((await card('Tempo di chiusura')).queryAllByRole('link')).toEqual([])
  const statuses = (await card('Stato')).getAllByRole('link').map(({ textContent }) => textContent)
  expect(statuses).toEqual(['Aperto', 'Chiuso'])
})

test('a table is copied as text for a spreadsheet', async () => {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      clipboard: {
        value: {
          writeText: async (text: string) => {
            copied = text
          },
        },
      },
    }),
  )
  show()
  await userEvent.click((await card('Ambito')).getByRole('button', { name: 'Copia' }))
  await waitFor(() =>
    expect(copied.split('\r\n')).toEqual([
      'Ambito\tNumero\tQuota',
      'Lavoro\t6\t0,75',
      "'=Casa\t1\t0,125",
      'Non indicato\t1\t0,125',
    ]),
  )
  vi.unstubAllGlobals()
})

test('of a long table ten rows are in sight until the user asks for all; all of them are printed', async () => {
  show()
  const provinces = await card('Provincia del fatto')
  const folded = () => provinces.getAllByRole('row').filter(({ className }) => className === 'print-only-row')
  expect(folded()).toHaveLength(4)
  await userEvent.click(provinces.getByRole('button', { name: /^Mostra tutte le 14 voci/ }))
  expect(folded()).toEqual([])
})

test('a result that is not ready is requested again after two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: false })
  let calls = 0
  get = () => {
    calls += 1
    return calls === 1 ? { result: null } : statistics(cases)
  }
  show()
  await vi.waitFor(() => expect(calls).toBe(1))
  await vi.advanceTimersByTimeAsync(1900)
  expect(calls).toBe(1)
  expect(screen.getAllByText('Calcolo delle statistiche in corso…').length).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(200)
  await vi.waitFor(() => expect(calls).toBe(2))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toBe(2)
})

test('where nothing matches the page says so, and removes the filters', async () => {
  get = () => statistics(resultOf(caseIndicators, 0, {}))
  const { at } = show(`${paths.statistics}?canale=2`)
  expect(await screen.findByRole('heading', { name: 'Nessun caso da contare' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Togli i filtri' }))
  await waitFor(() => expect(at()).toBe(`/x${paths.statistics}`))
})

test('a failure is shown, and the counting is repeated on request', async () => {
  start = () => ({ status: 500, result: {} })
  show()
  const again = await screen.findByRole('button', { name: 'Riprova' })
  start = () => ({ result: { numero_univoco: 41 } })
  await userEvent.click(again)
  expect(await screen.findByRole('table', { name: 'Ambito' })).toBeDefined()
})

test('the register has its own statistics; a status leads to the list that has it', async () => {
  const register = resultOf(registerIndicators, 5, {
    stato_richiesta: [entry('1', 'Aperta', 3), entry('4', 'Regolarmente iscritta', 2)],
  })
  get = () => statistics(register)
  show(`${paths.registerStatistics}?data_richiesta_da=2026-01-01`)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Statistiche del registro')
  const [submitted] = (await card('Stato della richiesta')).getAllByRole('link')
  expect(submitted?.getAttribute('href')).toContain(`${paths.newRequestList}?`)
  expect(started.at(-1)?.path).toBe('/v1/statistiche/start-associazioni')
  expect(screen.getAllByRole('table')).toHaveLength(Object.keys(registerIndicators).length)
})

test('the statistics on show are saved as a workbook, once it is not empty', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 })
  const names: string[] = []
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    names.push(this.download)
  }
  const disposition = 'attachment; filename="UNAR - Statistiche.xlsx"'
  workbooks = [new Response(''), new Response('PK', { headers: { 'content-disposition': disposition } })]
  showPages(
    pages,
    [paths.statistics],
    queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }]]),
  )
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(await screen.findByRole('button', { name: 'Scarica in Excel' }))
  await waitFor(() => expect(names).toEqual(['UNAR - Statistiche.xlsx']))
})
