import { paths } from '@portal/contract'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls } from '../../../../test/answer-calls.ts'
import { caseListsOnWire, caseRowOnWire } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { onNotice } = await import('#lib/page/notices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { AllCasesPage, CasesToAssignPage, MyCasesPage } = await import('./case-list-page.tsx')
await loadTexts()
await loadTextsOf('desk')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const caseOnWire = (id: number, more: object = {}) => caseRowOnWire(id, { id_ambito: 1, ...more })
const late = { data_scadenza: '2026-02-02T00:00:00.000Z', scadenza: 'in_ritardo', messaggi_non_letti: 2 }

interface Sent {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}
// A server that answers what a test puts here, by the end of the path.
let answer: (sent: Sent) => Answer | undefined | Promise<Answer | undefined> = () => undefined
let sent: Sent[] = []
let user = userEvent.setup()
const shownNotices: string[] = []

const page = (rows: readonly object[], count = rows.length) => ({
  result: { listaView: rows, count, da: 1, a: rows.length, chiave_prima: '1-9', chiave_ultima: '1-1' },
})
beforeAll(() => {
  // A screen without room for every column.
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: query.includes('80rem') }))
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  answer = () => page([caseOnWire(1, late), caseOnWire(2, { operatore: 'Verdi Ugo' })])
  answerCalls(async ({ path: whole, query, body }) => {
    const call = { path: whole.replace('/v1/', ''), query, body }
    sent.push(call)
    if (call.path.startsWith('tipologiche/all')) return { result: caseListsOnWire }
    return (await answer(call)) ?? { status: 404, result: {} }
  })
  sent = []
  shownNotices.length = 0
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
})

const pages = {
  [paths.caseList]: AllCasesPage,
  [paths.toAssignList]: CasesToAssignPage,
  [paths.myCaseList]: MyCasesPage,
}

async function show(address: string, selectedRole = 'manager') {
  const queryClient = queryClientWith([[currentUserQuery.queryKey, { selectedRole }]])
  const router = showPages({ ...pages, [paths.caseDetail]: () => <h1>Dettaglio</h1> }, [address], queryClient)
  const table = await screen.findByRole('table')
  await waitFor(() => expect(table.getAttribute('aria-busy')).toBeNull())
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return {
    at: () => decodeURIComponent(router.history.location.href),
    queryClient,
  }
}

const listCalls = () => sent.filter(({ path }) => path.startsWith('segnalazioni/') && !path.includes('/viste'))
const lastCall = () => listCalls().at(-1)
const sentFilters = () => JSON.parse(lastCall()?.query.get('filtri') ?? '{}')
const openFilters = () => user.click(screen.getByRole('button', { name: 'Tutti i filtri' }))
const filterBox = () => screen.getByRole('combobox', { name: 'Aggiungi un filtro' })
const rowOf = (code: string) => screen.getByRole('row', { name: new RegExp(code) })

test.each([
  [paths.caseList, 'Casi', 'segnalazioni/integrazione-segnalazione-view', paths.caseDetail, true],
  [paths.toAssignList, 'In attribuzione', 'segnalazioni/in-attribuzione', paths.toAssignDetail, false],
  [paths.myCaseList, 'Miei casi', 'segnalazioni/miei-casi', paths.myCaseDetail, false],
])('%s shows its own list, and its rows lead to its own detail', async (path, title, call, detail, hasOperator) => {
  await show(path)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  expect(listCalls().map((one) => one.path)).toEqual([call])
  const link = screen.getByRole('link', { name: 'CASO-2026-000001' })
  expect(link.getAttribute('href')).toBe(`/x${detail}?id=1`)
  expect(screen.queryAllByRole('columnheader', { name: 'Operatore' })).toHaveLength(hasOperator ? 1 : 0)
  await openFilters()
  expect(screen.queryAllByRole('button', { name: 'Operatore', expanded: false })).toHaveLength(hasOperator ? 1 : 0)
})

test("one's own cases are those in progress, as the badge counts them; those that ended are apart", async () => {
  const { at } = await show(paths.myCaseList)
  expect(sentFilters()).toEqual({ statoSegnalazione: [1, 2, 3, 4, 5, 7] })
  expect(screen.getByRole('link', { name: /^Non conclusi/ }).getAttribute('aria-current')).toBe('page')
  await user.click(screen.getByRole('link', { name: /^Conclusi/ }))
  await waitFor(() => expect(at()).toBe(`/x${paths.myCaseList}?statoSegnalazione=6,8`))
  await waitFor(() => expect(sentFilters()).toEqual({ statoSegnalazione: [6, 8] }))
  expect(screen.getByRole('link', { name: /^Conclusi/ }).getAttribute('aria-current')).toBe('page')
})

test('a list that is longer than is counted is counted when somebody asks', async () => {
  let isAway = true
  answer = ({ query }) => {
    if (query.get('conta_esatta') !== '1')
      return { result: { ...page([caseOnWire(1)], 10_000).result, countOltre: true } }
    return isAway ? { status: 503, result: {} } : page([caseOnWire(1)], 12_345)
  }
  await show(`${paths.caseList}?in_ritardo=1`)
  const range = screen.getByText('1–1 di oltre 10.000')
  await user.click(screen.getByRole('button', { name: 'Conta esattamente' }))
  await screen.findByText(/Il conteggio non è riuscito/)
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Conta esattamente' }))
  await waitFor(() => expect(range.textContent).toBe('1–1 di 12.345'))
  expect(sentFilters()).toEqual({ in_ritardo: 1 })
  expect(screen.queryByRole('button', { name: 'Conta esattamente' })).toBeNull()
  expect(document.activeElement).toBe(range)
})

test('a list is kept under a name with its filters, order and rows, found again with a click, and deleted', async () => {
  let views: object[] = []
  answer = ({ path, body }) => {
    if (!path.includes('segnalazioni/viste')) return page([caseOnWire(1)])
    if (path.endsWith('conteggi'))
      return {
        result: {
          conteggi: [
            { id_vista: 7, count: 3 },
            { scheda: 'in_ritardo', count: 41 },
          ],
        },
      }
    if (path.endsWith('viste') && body) views = [{ id_vista: 7, eliminabile: 1, ...(body as object) }]
    if (path.endsWith('elimina')) views = []
    return { result: { viste: views } }
  }
  const { at } = await show(`${paths.caseList}?in_ritardo=1&ordine=-data_creazione&righe=25`)
  const menu = () => user.click(screen.getByRole('button', { name: 'Viste' }))
  await menu()
  await user.click(screen.getByRole('button', { name: 'Salva questa vista' }))
  const name = screen.getByRole('textbox', { name: /Nome della vista/ })
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  expect(screen.getByRole('textbox', { description: /Campo obbligatorio/ })).toBe(name)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  await user.type(name, 'Da vedere')
  await user.click(screen.getByRole('checkbox', { name: /^Condividi/ }))
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(views).toEqual([
    {
      id_vista: 7,
      eliminabile: 1,
      vista: 0,
      nome: 'Da vedere',
      condivisa: 1,
      filtri: { in_ritardo: 1 },
      righe: 25,
      ordinamenti: [{ campo: 'data_creazione', verso: 'desc' }],
    },
  ])
  expect(screen.getByRole('link', { name: 'In ritardo 41' }).getAttribute('aria-current')).toBe('page')
  await user.click(screen.getByRole('button', { name: 'Azzera' }))
  await user.click(await screen.findByRole('link', { name: 'Da vedere 3' }))
  await waitFor(() => expect(at()).toBe(`/x${paths.caseList}?in_ritardo=1&ordine=-data_creazione&righe=25`))
  await menu()
  await user.click(screen.getByRole('button', { name: 'Salva questa vista' }))
  await user.type(screen.getByRole('textbox', { name: /Nome della vista/ }), 'Da vedere')
  expect(screen.getByRole('button', { name: 'Sostituisci' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Torna indietro' }))
  await menu()
  await user.click(screen.getByRole('button', { name: 'Gestisci le viste' }))
  await user.click(screen.getByRole('button', { name: 'Elimina la vista Da vedere' }))
  await screen.findByText(/Vista eliminata.*Non hai viste salvate/)
  expect(document.activeElement?.textContent).toMatch(/Vista eliminata/)
})

test('what has come since is announced in the line of the tabs, and loaded on request', async () => {
  let count = 2
  answer = ({ path }) => {
    if (path.endsWith('conteggi')) return { result: { conteggi: [{ scheda: 'tutti', count: 3 }] } }
    if (path.endsWith('viste')) return { result: { viste: [] } }
    return page([caseOnWire(1), caseOnWire(2)], count)
  }
  await show(paths.caseList)
  count = 3
  await user.click(await screen.findByRole('button', { name: '1 nuovo caso' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 nuovo caso' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('a row tells its term and its unread messages in words, and all else on request', async () => {
  await show(paths.caseList)
  const row = within(rowOf('CASO-2026-000001'))
  expect(row.getByText(/In ritardo/).parentElement?.textContent).toBe('In ritardo 02/02/2026')
  expect(row.getByRole('img', { name: '2 messaggi non letti' })).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Anteprima di CASO-2026-000001' }))
  expect(screen.getByText('2 messaggi non letti', { selector: 'dd > bdi' })).toBeTruthy()
})

test('filters go into the address in words, come back as chips, and each can be taken away', async () => {
  const { at } = await show(paths.caseList)
  await openFilters()
  await user.click(screen.getByRole('button', { name: 'Ambito', expanded: false }))
  await user.click(screen.getByRole('checkbox', { name: 'Casa' }))
  await user.click(screen.getByRole('button', { name: 'Classificazione' }))
  await user.click(screen.getByRole('button', { name: 'Contesto' }))
  expect(screen.queryByRole('checkbox', { name: 'Colloquio' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Affitto' }))
  await user.type(screen.getByLabelText(/^Creato dal/), '01/02/2026{Enter}')
  await waitFor(() => expect(at()).toBe(`/x${paths.caseList}?data_creazione_da=2026-02-01&ambito=1&contesto=11`))
  const chips = within(screen.getByRole('list', { name: 'Filtri attivi' }))
  const names = () => chips.getAllByRole('listitem').map((chip) => chip.textContent)
  expect(names()).toEqual(['Creato dal: 01/02/2026', 'Ambito: Casa', 'Contesto: Affitto'])
  expect(sentFilters()).toEqual({ data_creazione_da: '2026-02-01T00:00:00.000Z', ambito: [1], contesto: [11] })
  await user.click(chips.getByRole('button', { name: 'Ambito: Casa, togli il filtro' }))
  await waitFor(() => expect(at()).toBe(`/x${paths.caseList}?data_creazione_da=2026-02-01`))
  expect(document.activeElement).toBe(filterBox())
  await user.click(screen.getByRole('button', { name: 'Azzera' }))
  await waitFor(() => expect(at()).toBe(`/x${paths.caseList}`))
  expect(screen.queryByRole('list', { name: 'Filtri attivi' })).toBeNull()
})

test('four filters take nineteen keys: each is typed, and applies with Enter', async () => {
  const { at } = await show(paths.caseList)
  filterBox().focus()
  await user.keyboard('cas{Enter}vir{Enter}in ri{Enter}chi{Enter}')
  await waitFor(() =>
    expect(at()).toBe(`/x${paths.caseList}?statoSegnalazione=6&ambito=1&virtuale_fisico=1&in_ritardo=1`),
  )
  const chips = within(screen.getByRole('list', { name: 'Filtri attivi' }))
  await user.click(chips.getByRole('button', { name: 'Ambito: Casa, modifica' }))
  const casa = await screen.findByRole('option', { name: 'Ambito: Casa' })
  expect(casa.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  chips.getByRole('button', { name: 'Ambito: Casa, modifica' }).focus()
  await user.keyboard('{Delete}')
  await waitFor(() => expect(at()).toBe(`/x${paths.caseList}?statoSegnalazione=6&virtuale_fisico=1&in_ritardo=1`))
})

test('by mouse four filters take nine clicks: the list of filters stays open between them', async () => {
  const { at } = await show(paths.caseList)
  await user.click(filterBox())
  for (const [filter, value] of [
    ['Stato', 'Stato: Chiuso'],
    ['Ambito', 'Ambito: Casa'],
    ['Luogo virtuale o reale', 'Luogo virtuale o reale: Virtuale'],
  ] as const) {
    await user.click(await screen.findByRole('option', { name: filter }))
    await user.click(await screen.findByRole('option', { name: value }))
  }
  await user.click(await screen.findByRole('option', { name: 'In ritardo' }))
  await waitFor(() =>
    expect(at()).toBe(`/x${paths.caseList}?statoSegnalazione=6&ambito=1&virtuale_fisico=1&in_ritardo=1`),
  )
})

test('a date that is none is said in the box, and asks nothing', async () => {
  await show(paths.caseList)
  await user.type(filterBox(), 'Creato dal: 31/02/2026{Enter}')
  screen.getByText(/^Inserire una data valida/)
  expect(listCalls()).toHaveLength(1)
})

test('a range that runs backwards is shown at its field and in the summary, and asks nothing', async () => {
  const { at } = await show(paths.caseList)
  await openFilters()
  await user.type(screen.getByLabelText(/^Creato dal/), '02/02/2026')
  await user.type(screen.getByLabelText(/^Creato al/), '01/02/2026{Enter}')
  const summary = screen.getByRole('alert')
  within(summary).getByRole('link', { name: 'Creato al: Inserire un range di date valido.' })
  expect(document.activeElement).toBe(summary)
  expect(screen.getByLabelText(/^Creato al/).getAttribute('aria-invalid')).toBe('true')
  expect([at(), listCalls().length]).toEqual([`/x${paths.caseList}`, 1])
})

test('what was wrong in a filter goes with what was typed', async () => {
  const { at } = await show(`${paths.caseList}?ambito=1`)
  await openFilters()
  await user.type(screen.getByLabelText(/^Creato dal/), '99/99/2026{Enter}')
  screen.getByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Chiudi' }))
  await user.click(screen.getByRole('button', { name: 'Ambito: Casa, togli il filtro' }))
  await waitFor(() => expect(at()).toBe(`/x${paths.caseList}`))
  await openFilters()
  expect(screen.getByLabelText<HTMLInputElement>(/^Creato dal/).value).toBe('')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the narrative is searched by POST in the same list, and the words stay out of every address', async () => {
  const { at } = await show(`${paths.myCaseList}?ambito=1`)
  await openFilters()
  await user.type(screen.getByLabelText('Parole del racconto'), 'tram fermata')
  await user.click(screen.getByRole('button', { name: 'Persone' }))
  await user.type(screen.getByLabelText(/^Data di nascita/), '01/02/1980{Enter}')
  await waitFor(() => expect(at()).toMatch(/\?ambito=1&ricerca=r\d+$/))
  await screen.findByRole('button', { name: 'Parole del racconto: tram fermata, togli il filtro' })
  const { path, query, body } = lastCall() ?? {}
  expect([path, query?.get('vista')]).toEqual(['segnalazioni/integrazione-segnalazione-view-pag', '2'])
  expect(body).toMatchObject({
    filtri: { ambito: [1], resoconto_fatti: 'tram fermata', data_nascita: '1980-02-01T00:00:00.000Z' },
  })
  expect(sent.some(({ query: asked }) => /tram|1980/.test(String(asked)))).toBe(false)
})

test('what is not remembered any more is said to be gone; a word that says too little is shown at its chip', async () => {
  const error = { campo: 'filtri.resoconto_fatti', codice: 'ricerca_troppo_corta', messaggio: 'Servono tre lettere' }
  await show(`${paths.caseList}?ricerca=r1`)
  expect(screen.getByText(/non restano in memoria/)).toBeTruthy()
  answer = () => ({ status: 400, errorCode: 'dati_non_validi', result: { errori: [error] } })
  await openFilters()
  await user.type(screen.getByLabelText('Parole del racconto'), 'x{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Servono tre lettere')
  await openFilters()
  expect(screen.getByLabelText('Parole del racconto').getAttribute('aria-invalid')).toBe('true')
})

test('a header sorts; a list that is too long for it says so and keeps the order of the office', async () => {
  const denial = { campo: 'ordinamenti', codice: 'ordinamento_troppi_casi', messaggio: 'Al massimo 10.000' }
  const { at } = await show(paths.caseList)
  const sorts = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort'))
  expect(sorts().every((sort) => sort === null)).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Data creazione' }))
  await waitFor(() => expect(at()).toBe(`/x${paths.caseList}?ordine=data_creazione`))
  expect(lastCall()?.query.get('ordinamenti')).toBe('[{"campo":"data_creazione","verso":"asc"}]')
  expect(screen.getByRole('columnheader', { name: /^Data creazione/ }).getAttribute('aria-sort')).toBe('ascending')
  const current = screen.getAllByRole('button').filter((button) => button.hasAttribute('aria-current'))
  expect(current.map(({ textContent }) => textContent)).toEqual(['Data creazione'])
  answer = ({ query }) =>
    query.get('ordinamenti')?.includes('id_ambito')
      ? { status: 400, errorCode: 'dati_non_validi', result: { errori: [denial] } }
      : page([caseOnWire(1)])
  await user.click(screen.getByRole('button', { name: 'Ambito' }))
  expect(await screen.findByText('Al massimo 10.000')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'CASO-2026-000001' })).toBeTruthy()
  expect(sorts().every((sort) => sort === null)).toBe(true)
})

test('as many rows as are wanted stand on a page, and the address remembers it', async () => {
  answer = () => page([caseOnWire(1)], 60)
  const { at } = await show(paths.caseList)
  expect([lastCall()?.query.get('da'), lastCall()?.query.get('a')]).toEqual(['1', '10'])
  await user.selectOptions(screen.getByLabelText('Righe per pagina'), '25')
  await waitFor(() => expect(at()).toBe(`/x${paths.caseList}?righe=25`))
  await waitFor(() => expect(lastCall()?.query.get('a')).toBe('25'))
  expect(screen.getByRole('link', { name: 'Pagina successiva' }).getAttribute('href')).toBe(
    `/x${paths.caseList}?righe=25&pagina=2&dopo=1-1`,
  )
  expect(screen.getByRole('link', { name: 'Pagina 3' })).toBeTruthy()
})

test('a press too early leads by the number of the page: the rows on show are not its neighbours', async () => {
  let release = () => {}
  answer = () => page([caseOnWire(1)], 60)
  await show(paths.caseList)
  const answerNow = answer
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  answer = async (call) => {
    await held
    return answerNow(call)
  }
  await user.click(screen.getByRole('link', { name: 'Pagina successiva' }))
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Pagina successiva' }).getAttribute('href')).toBe(
      `/x${paths.caseList}?pagina=3`,
    ),
  )
  release()
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Pagina successiva' }).getAttribute('href')).toBe(
      `/x${paths.caseList}?pagina=3&dopo=1-1`,
    ),
  )
})

test('an empty list says what to do next', async () => {
  answer = () => page([])
  const { at } = await show(`${paths.toAssignList}?ambito=2`)
  const cell = await screen.findByRole('cell', { name: /Nessun dato presente nella tabella/ })
  await user.click(within(cell).getByRole('button', { name: 'Togli i filtri' }))
  await waitFor(() => expect(at()).toBe(`/x${paths.toAssignList}`))
  expect(await screen.findByText('Nessun caso attende di essere attribuito.')).toBeTruthy()
})

const loads = [
  { id_utente: 7, nominativo: 'Rossi Mario', livello: 'op1', casi_aperti: 12, casi_in_ritardo: 3 },
  { id_utente: 8, nominativo: 'Bianchi Anna', livello: 'op1', casi_aperti: 1, casi_in_ritardo: 0 },
  { id_utente: 9, nominativo: 'Verdi Ugo', livello: 'op2', casi_aperti: 0, casi_in_ritardo: 0 },
]

test('several cases are assigned to an operator with capacity; refused ones are shown with the reason and stay selected', async () => {
  const outcomes = [
    { id_segnalazione: 1, codice: 'CASO-2026-000001' },
    { id_segnalazione: 2, codice: 'CASO-2026-000002', rifiuto: 'Il caso è già chiuso.' },
  ]
  answer = ({ path }) => {
    if (path.endsWith('carico-operatori')) return { result: loads }
    return path.endsWith('assegna-casi') ? { result: { esiti: outcomes } } : page([caseOnWire(1), caseOnWire(2)])
  }
  await show(paths.toAssignList)
  expect(screen.queryByRole('region', { name: 'Casi selezionati' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Seleziona tutti i casi della pagina' }))
  const bar = within(screen.getByRole('region', { name: 'Casi selezionati' }))
  expect(bar.getByText('2 selezionati')).toBeTruthy()
  await user.click(bar.getByRole('button', { name: 'Assegna…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Assegna 2 casi' }))
  const names = () => dialog.getAllByRole('option').map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(names()).toEqual([
      '--- Seleziona ---',
      'Bianchi Anna – 1 aperto, 0 in ritardo',
      'Rossi Mario – 12 aperti, 3 in ritardo',
    ]),
  )
  await user.click(dialog.getByRole('button', { name: 'Assegna' }))
  expect(dialog.getByRole('link', { name: 'Operatore: Campo obbligatorio' })).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'Op. II' }))
  expect(names()).toEqual(['--- Seleziona ---', 'Verdi Ugo – 0 aperti, 0 in ritardo'])
  await user.selectOptions(dialog.getByLabelText(/^Operatore/), '9')
  await user.click(dialog.getByRole('button', { name: 'Assegna' }))
  const refused = await screen.findByRole('alertdialog', { name: '1 caso non è stato assegnato' })
  expect(refused.textContent).toContain('CASO-2026-000002: Il caso è già chiuso.')
  const asked = sent.find(({ path }) => path.endsWith('assegna-casi'))
  expect(asked?.body).toEqual({
    azione: 'assegna_op2',
    id_operatore: 9,
    casi: [
      { id_segnalazione: 1, versione: 4 },
      { id_segnalazione: 2, versione: 4 },
    ],
  })
  expect(shownNotices).toEqual(['success: 1 caso assegnato con successo'])
  await waitFor(() => expect(listCalls().filter(({ path }) => path.endsWith('in-attribuzione'))).toHaveLength(2))
  expect(screen.getByRole('checkbox', { name: 'Seleziona CASO-2026-000002', checked: true })).toBeTruthy()
})

test('only who may assigns, and exports the lists that are theirs', async () => {
  await show(paths.caseList, 'operatorOne')
  await user.click(screen.getByRole('checkbox', { name: 'Seleziona CASO-2026-000001' }))
  expect(screen.queryByRole('button', { name: 'Assegna…' })).toBeNull()
  const off = screen.getByRole('button', { name: 'Esporta la selezione…' })
  expect(off.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Con questo ruolo non si esporta questo elenco')).toBeTruthy()
})

test('keys move, choose and open, but never while somebody writes', async () => {
  const { at } = await show(paths.caseList)
  const focused = () => document.activeElement?.textContent
  await user.keyboard('j')
  expect(focused()).toBe('CASO-2026-000001')
  expect(screen.getByRole('row', { current: true })).toBe(rowOf('CASO-2026-000001'))
  await user.keyboard('jjx')
  expect(focused()).toBe('CASO-2026-000002')
  expect(screen.getByRole('checkbox', { name: 'Seleziona CASO-2026-000002', checked: true })).toBeTruthy()
  // The field of the bar, which is no part of the page.
  const words = document.createElement('input')
  document.body.append(words)
  words.focus()
  await user.keyboard('jkx?/')
  expect(words.value).toBe('jkx?/')
  words.remove()
  screen.getByRole('link', { name: 'CASO-2026-000001' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(at()).toBe(`/x${paths.caseDetail}?id=1`))
})

test('a page that the list does not have says so and leads to the last one', async () => {
  answer = () => page([], 23)
  await show(`${paths.caseList}?pagina=999&in_ritardo=1`)
  await screen.findByText('Questo elenco non ha una pagina 999')
  const last = screen.getByRole('link', { name: "Vai all'ultima pagina (3)" })
  expect(last.getAttribute('href')).toMatch(/\?in_ritardo=1&pagina=3$/)
  screen.getByText('23 in tutto')
  expect(screen.queryByText('Nessun dato presente nella tabella')).toBeNull()
})

test('the rows of a page are remembered for every list of the tab', async () => {
  await show(paths.caseList)
  await user.selectOptions(await screen.findByLabelText('Righe per pagina'), '50')
  await waitFor(() => expect(sent.at(-1)?.query.get('a')).toBe('50'))
  cleanup()
  await show(paths.myCaseList)
  await waitFor(() => expect(sent.find(({ path }) => path.endsWith('miei-casi'))?.query.get('a')).toBe('50'))
})
