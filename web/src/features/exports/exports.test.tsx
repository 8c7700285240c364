import { paths } from '@portal/contract'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls, type Call } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { onNotice } = await import('#lib/page/notices.ts')
const { ExportButton } = await import('./export-button.tsx')
const { ListOnShowContext } = await import('#list/list-on-show.ts')
const { ExportsPage } = await import('./exports-page.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const at = '2026-11-20T10:00:00.000Z'
const run = {
  numero_univoco: 5,
  tipo: 'casi',
  formato: 'xlsx',
  stato: 'in_corso',
  data_avvio: at,
  righe: 40,
  totale: 160,
  percentuale: 25,
  nome_file: 'UNAR - Casi.xlsx',
}
const done = { ...run, stato: 'pronta', righe: 160, percentuale: 100, data_fine: at, file_fino_al: at }
const fileNamed = (name: string) =>
  new Response('PK', { headers: { 'content-disposition': `attachment; filename="${name}"` } })

let answers: Answers = {}
let calls: readonly Call[] = []
let looks: object[] = []
const savedNames: string[] = []
const notices: string[] = []
const orderings = [{ column: 'data_creazione', direction: 'asc' }] as const

beforeEach(() => {
  looks = [run, done]
  answers = {
    'GET /v1/report/modelli': { result: { modelli: [] } },
    'POST /v1/report/modelli': ({ body }) => ({ result: { modelli: [{ id_modello: 1, ...body }] } }),
    'POST /v1/report/casi': () => fileNamed('UNAR - Casi.csv'),
    'POST /v1/report/anagrafica-pf': () => fileNamed('Anagrafica PF.xlsx'),
    'POST /v1/report/start-segnalazioni-pag': { result: { numero_univoco: 5 } },
    'POST /v1/report/get-segnalazioni-pag': () => fileNamed('UNAR - Casi.xlsx'),
    'GET /v1/report/stato/5': () => ({ result: looks.length > 1 ? looks.shift() : looks[0] }),
    'GET /v1/report/esportazioni': () => ({ result: { listaView: [looks[0]], count: 1, da: 1, a: 10 } }),
    'POST /v1/report/annulla-esportazione': { result: { ...run, stato: 'annullata' } },
    'POST /v1/report/riprova-esportazione': { result: run },
  }
  calls = answerCalls(answers).calls
  savedNames.length = 0
  notices.length = 0
  onNotice(({ body }) => notices.push(String(body)))
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    savedNames.push(this.download)
  }
})

const show = (Page: () => React.ReactNode, role = 'manager') =>
  showPages(
    { [paths.exports]: Page },
    [paths.exports],
    queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: role }]]),
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const sent = (end: string) =>
  calls.filter(({ method, path }) => method === 'POST' && path.endsWith(end)).map(({ body }) => body)

test('the dialog of a whole list says how many rows the file will have, and by which filters', async () => {
  const list = {
    filters: {
      isLate: { kind: 'flag', wire: 'in_ritardo' },
      statuses: { kind: 'choices', wire: 'stato', names: { open: 1 }, nameOf: () => 'Aperto' },
    },
    filterLabel: (_t: unknown, key: string) => (key === 'isLate' ? 'In ritardo' : 'Stato'),
  } as const
  const page = { rows: [], count: 1274, from: 1, to: 10 }
  const dialogOf = async (filters: object, countIsMore = false) => {
    cleanup()
    show(() => (
      <ListOnShowContext value={{ list, filters, page: { ...page, countIsMore } }}>
        <ExportButton kind="cases" view="all" rows={{ filters, orderings }} />
      </ListOnShowContext>
    ))
    await press('Esporta…')
    return within(await screen.findByRole('dialog', { name: "Esporta l'elenco" }))
  }
  const narrowed = await dialogOf({ isLate: true, statuses: ['open'] })
  narrowed.getByText('Il file conterrà 1274 righe.')
  expect(narrowed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'In ritardo',
    'Stato: Aperto',
  ])
  const whole = await dialogOf({}, true)
  whole.getByText('Il file conterrà più di 1274 righe.')
  whole.getByText("Nessun filtro: c'è l'elenco intero.")
})

test('chosen rows are saved under the name that the server gives the file', async () => {
  show(() => <ExportButton kind="cases" view="all" rows={{ ids: [3, 4], orderings }} />)
  await press('Esporta la selezione…')
  const dialog = await screen.findByRole('dialog', { name: 'Esporta 2 righe' })
  within(dialog).getByText(/^Codice · Stato · Data creazione/)
  await userEvent.click(within(dialog).getByRole('radio', { name: 'CSV (.csv)' }))
  await press('Scarica il file')
  await waitFor(() => expect(savedNames).toEqual(['UNAR - Casi.csv']))
  expect(sent('report/casi')).toMatchObject([
    { idsList: [3, 4], vista: 0, formato: 'csv', ordinamenti: [{ campo: 'data_creazione', verso: 'asc' }] },
  ])
  expect(notices).toContain('File scaricato')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['5', 'Una riga scelta non è nel file', '5'],
  ['5,17,+800', '802 righe scelte non sono nel file', '5, 17 e altri 800'],
])('chosen rows that a file leaves out are named: %s', async (header, title, numbers) => {
  const leftOut = { 'content-disposition': 'attachment; filename="UNAR - Casi.csv"', 'ids-esclusi': header }
  answers['POST /v1/report/casi'] = () => new Response('PK', { headers: leftOut })
  show(() => <ExportButton kind="cases" view="all" rows={{ ids: [3, 5], orderings }} />)
  await press('Esporta la selezione…')
  await press('Scarica il file')
  const dialog = await screen.findByRole('dialog', { name: 'File scaricato' })
  expect(savedNames).toEqual(['UNAR - Casi.csv'])
  within(dialog).getByText(new RegExp(`^${title}`))
  within(dialog).getByText(numbers)
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Chiudi' })[0] as HTMLElement)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a whole list is started with its filters, shows how far it is, and is saved when it is ready', async () => {
  show(() => <ExportButton kind="myCases" view="mine" rows={{ filters: { statuses: ['open'] }, orderings }} />)
  await press('Esporta…')
  await press("Avvia l'esportazione")
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Preparazione del file' })
  await waitFor(() => expect(bar.value).toBe(25))
  screen.getByText('40 righe su 160')
  await waitFor(() => expect(savedNames).toEqual(['UNAR - Casi.xlsx']))
  expect(sent('start-segnalazioni-pag')).toMatchObject([
    {
      vista: 2,
      formato: 'xlsx',
      filtri: { statoSegnalazione: [1] },
      ordinamenti: [{ campo: 'data_creazione', verso: 'asc' }],
    },
  ])
  expect(sent('get-segnalazioni-pag')).toEqual([{ numero_univoco: 5 }])
})

test('own columns need one at least, and can be saved as a template', async () => {
  show(() => <ExportButton kind="people" rows={{ ids: [1], orderings: undefined }} />)
  await press('Esporta la selezione…')
  await userEvent.selectOptions(await screen.findByLabelText('Colonne'), 'Le scelgo io')
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)
  for (const box of boxes()) await userEvent.click(box)
  await press('Scarica il file')
  const summary = await screen.findByRole('alert')
  within(summary).getByText(/Scegli almeno una colonna/)
  expect(sent('anagrafica-pf')).toEqual([])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Cognome' }))
  await userEvent.type(screen.getByLabelText(/^Salva la scelta con un nome/), 'Solo cognomi')
  await press('Scarica il file')
  await waitFor(() => expect(sent('anagrafica-pf')).toMatchObject([{ colonne: ['cognome'] }]))
  expect(sent('report/modelli')).toEqual([{ tipo: 'anagrafica_pf', nome: 'Solo cognomi', colonne: ['cognome'] }])
})

test('who may not export a list has no button, and learns why where rows are selected', async () => {
  show(
    () => (
      <>
        <ExportButton kind="cases" view="all" rows={{ filters: {}, orderings: undefined }} />
        <ExportButton kind="cases" view="all" rows={{ ids: [1], orderings: undefined }} />
      </>
    ),
    'operatorOne',
  )
  const button = await screen.findByRole('button', { name: 'Esporta la selezione…' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  screen.getByText('Con questo ruolo non si esporta questo elenco')
  expect(screen.queryByRole('button', { name: 'Esporta…' })).toBeNull()
})

test('more rows than a call takes cannot be exported one by one', async () => {
  show(() => (
    <ExportButton
      kind="people"
      rows={{ ids: Array.from({ length: 1001 }, (_, index) => index + 1), orderings: undefined }}
    />
  ))
  const button = await screen.findByRole('button', { name: 'Esporta la selezione…' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  screen.getByText(/^Si possono esportare al massimo 1.000 righe/)
})

test('the own exports are followed to their end and then offered for saving', async () => {
  show(ExportsPage)
  await screen.findByText('UNAR - Casi.xlsx')
  await press('Scarica: UNAR - Casi.xlsx')
  await waitFor(() => expect(savedNames).toEqual(['UNAR - Casi.xlsx']))
  screen.getByText('Pronta · 160 righe')
})

test('a document is listed with its tables', async () => {
  looks = [{ ...done, tipo: 'relazione_annuale', formato: 'docx', righe: 25, totale: 25 }]
  show(ExportsPage)
  await screen.findByText('Pronta · 25 tabelle')
})

test('a running export can be cancelled', async () => {
  looks = [run]
  show(ExportsPage)
  await press("Annulla l'esportazione: UNAR - Casi.xlsx")
  await waitFor(() => expect(sent('annulla-esportazione')).toEqual([{ numero_univoco: 5 }]))
})

test('a failed export says why and can be tried again', async () => {
  looks = [{ ...run, stato: 'fallita', data_fine: at, errore: 'Spazio esaurito' }]
  show(ExportsPage)
  await screen.findByText('Non riuscita · Spazio esaurito')
  await press('Riprova: UNAR - Casi.xlsx')
  await waitFor(() => expect(sent('riprova-esportazione')).toEqual([{ numero_univoco: 5 }]))
})
