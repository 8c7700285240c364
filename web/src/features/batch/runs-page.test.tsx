import { paths } from '@portal/contract'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { RunsPage } = await import('./runs-page.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const at = '2026-11-20T10:00:00.000Z'
let lastId = 0
const run = (tipo: string, more: object = {}) => ({
  numero_univoco: ++lastId,
  tipo,
  stato: 'conclusa',
  avviata_da: 'Ferri Giulia',
  flag_propria: 1,
  data_avvio: at,
  data_fine: at,
  totale: 3,
  elaborati: 3,
  saltati: 0,
  flag_errori: 0,
  ...more,
})
const unmoved = [
  { numero_allegato: 41, motivo: 'mancante' },
  { id_file: '8f14e45f-ceea-4672-8f3b-9a1f0c2d3e4b', motivo: 'danneggiato' },
]
const running = {
  stato: 'in_corso',
  data_fine: undefined,
  elaborati: 1,
  fine_prevista: '2026-11-20T10:05:00.000Z',
  byte_totali: 4_194_304,
  byte_elaborati: 1_048_576,
}

let rows: object[] = []
let looks: object[] = []
let calls: readonly Call[] = []
beforeEach(() => {
  lastId = 0
  looks = []
  calls = answerCalls({
    'GET /v1/elaborazioni': () => ({ result: { listaView: rows, count: rows.length, da: 1, a: 10 } }),
    'GET /v1/elaborazioni/1': () => ({ result: looks.length > 1 ? looks.shift() : looks[0] }),
  }).calls
})

const show = () =>
  showPages(
    { [paths.batch]: RunsPage },
    [paths.batch],
    queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }]]),
  )
const cellsOf = async (name: RegExp) =>
  within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('what ended says how, in the words of the specification', async () => {
  rows = [
    run('cifratura'),
    run('migrazione_allegati'),
    run('caricamento_utenze'),
    run('verifica_audit'),
    run('esportazione', { avviata_da: 'Elia Elena', flag_propria: 0 }),
    run('conservazione', { avviata_da: undefined, regola: 'casi_chiusi', flag_propria: 0 }),
    run('diritti_esportazione', { stato: 'fallita' }),
  ]
  show()
  expect(await screen.findByText('Batch cifratura effettuato con successo')).toBeTruthy()
  expect(screen.getByText('Batch migrazione allegati effettuato con successo')).toBeTruthy()
  expect(screen.getByText('Caricamento avvenuto con successo')).toBeTruthy()
  expect(screen.getByText('Il registro è integro')).toBeTruthy()
  expect(await cellsOf(/^Esportazione/)).toContain('Elia Elena')
  expect((await cellsOf(/^Conservazione.*Casi chiusi/)).join()).toMatch(/3 trattati.*Il portale/)
  expect((await cellsOf(/^Archivio dei dati/)).join()).toContain('Non riuscita')
})

test('what went wrong is said in its row, and the files that stayed are listed by number', async () => {
  rows = [
    run('migrazione_allegati', { saltati: 3, flag_errori: 1, file_non_spostati: unmoved }),
    run('caricamento_utenze', { elaborati: 0, flag_errori: 1 }),
    run('verifica_audit', { flag_errori: 1 }),
  ]
  show()
  expect(await screen.findByText('3 file non sono stati spostati')).toBeTruthy()
  expect(screen.getByText('Nessuna utenza aggiunta: il file ha errori')).toBeTruthy()
  expect(screen.getByText('Il registro è alterato')).toBeTruthy()
  expect(screen.getAllByText('Conclusa con errori')).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: "Dettagli dell'elaborazione 1" }))
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toContain("Allegato 41: manca nell'archivio")
  expect(items).toContain('File 8f14e45f-ceea-4672-8f3b-9a1f0c2d3e4b: è danneggiato')
  expect(screen.getByText('e un altro, indicato nel registro tecnico del server')).toBeTruthy()
})

test('a run in progress shows how far it is until it ends, and then the list is read again', async () => {
  const open = run('migrazione_allegati', running)
  rows = [open]
  looks = [open, { ...open, in_attesa_di: 'archivio_file' }, { ...open, stato: 'conclusa', data_fine: at }]
  show()
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'In corso' })
  expect(bar.value).toBe(25)
  expect(screen.getByText('1 di 3 · 1 MB di 4 MB · Fine prevista alle 11:05')).toBeTruthy()
  expect(await screen.findByText(/L'archivio dei file non risponde/)).toBeTruthy()
  rows = [{ ...open, stato: 'conclusa', data_fine: at }]
  expect(await screen.findByText('Batch migrazione allegati effettuato con successo')).toBeTruthy()
  await waitFor(() => expect(calls.filter(({ path }) => path === '/v1/elaborazioni').length).toBeGreaterThan(1))
})

test('runs are filtered by kind and state', async () => {
  rows = []
  show()
  await screen.findByText('Nessuna elaborazione')
  await userEvent.click(screen.getByRole('button', { name: 'Tutti i filtri' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Esportazione' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Non riuscita' }))
  await userEvent.click(screen.getByRole('button', { name: 'Filtra' }))
  await waitFor(() =>
    expect(JSON.parse(calls.at(-1)?.query.get('filtri') ?? '{}')).toEqual({
      tipi: ['esportazione'],
      stati: ['fallita'],
    }),
  )
  expect(await screen.findByText('Nessuna elaborazione con questi filtri')).toBeTruthy()
})
