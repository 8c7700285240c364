import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../test/answer-calls.ts'

const { onNotice } = await import('#lib/page/notices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { UploadPanel } = await import('./batch-page.tsx')
await loadTexts()
await loadTextsOf('desk')
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const at = '2026-11-20T10:00:00.000Z'
const error = {
  riga: 3,
  campo: 'cf',
  codice: 'utenza_presente',
  messaggio: 'Il codice fiscale è già di un altro utente',
}
const good = { righe: 4, valide: 4, errori: [], errori_totali: 0 }
const bad = { righe: 4, valide: 3, errori: [error], errori_totali: 1 }

// A server that judges by what a test puts here; a run ends at the second look.
let verdict: object
let run: Record<string, unknown> | undefined
let atTheEnd: object
let looks = 0
let calls: readonly Call[] = []
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

const look = () => {
  looks += 1
  if (run && looks >= 2) run = { ...run, data_fine: at, ...atTheEnd }
  return { result: run ? { esecuzione: run } : {} }
}
const receive = ({ body }: Call) => {
  if (body.flag_prova) return { result: verdict }
  run = { numero_univoco: 5, data_avvio: at, totale: 4, caricate: 1, errori: [] }
  looks = 0
  return { result: { ...good, esecuzione: run } }
}

const shownNotices: string[] = []
beforeAll(() => {
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  verdict = good
  run = undefined
  atTheEnd = { caricate: 4 }
  looks = 0
  calls = answerCalls({
    'GET /v1/admin/batch-utenze/stato': look,
    'POST /v1/admin/batch-utenze': receive,
  }).calls
  shownNotices.length = 0
})

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UploadPanel />
    </QueryClientProvider>,
  )

const field = () => screen.getByLabelText(/^File delle utenze/)
// The browser's own dialog offers the types; nothing keeps people from taking another.
const choose = (name: string, text: string) =>
  userEvent.setup({ applyAccept: false }).upload(field(), new File([text], name))
const button = (name: string) => screen.getByRole('button', { name })
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true'
const reasonOf = (name: string) =>
  document.getElementById(button(name).getAttribute('aria-describedby') ?? '')?.textContent

test('both templates can be fetched', () => {
  show()
  const links = screen.getAllByRole('link', { name: /^Modello/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/x/api/v1/admin/batch-utenze/modello?formato=csv',
    '/x/api/v1/admin/batch-utenze/modello?formato=xlsx',
  ])
})

test('a file is tried, and only then loaded: the same content; the end is shown by the specified message', async () => {
  show()
  expect(reasonOf('Carica')).toContain('Prima prova il file')
  await choose('utenze.csv', 'cf;nome')
  await userEvent.click(button('Carica'))
  expect(sent()).toEqual([])
  await userEvent.click(button('Prova'))
  expect(await screen.findByText('Prova riuscita: 4 righe pronte per il caricamento')).toBeTruthy()
  await userEvent.click(button('Carica'))
  expect(await screen.findByText('25 %')).toBeTruthy()
  expect(isOff('Prova')).toBe(true)
  const content = Buffer.from('cf;nome').toString('base64')
  expect(sent()).toEqual([
    { nome_file: 'utenze.csv', contenuto: content, flag_prova: 1 },
    { nome_file: 'utenze.csv', contenuto: content, flag_prova: 0 },
  ])
  const done = 'Upload avvenuto con successo, le utenze sono state caricate correttamente'
  await expect.poll(() => shownNotices, { timeout: 10_000 }).toEqual([`success: ${done}`])
  expect(screen.getByText(done)).toBeTruthy()
  expect(screen.getByText(/4 utenze aggiunte/)).toBeTruthy()
  expect(reasonOf('Carica')).toContain('già stato caricato')
})

test('faults are shown row by row, can be saved, and keep the file from being loaded', async () => {
  verdict = bad
  const saved: Blob[] = []
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob)
    return '#'
  }
  show()
  await choose('utenze.xlsx', 'x')
  await userEvent.click(button('Prova'))
  expect(await screen.findByText('1 errore nel file: nessuna riga è stata caricata')).toBeTruthy()
  const row = screen.getAllByRole('row')[1] as HTMLElement
  expect(row.textContent).toBe('3cfIl codice fiscale è già di un altro utente')
  expect(reasonOf('Carica')).toContain('Il file ha errori')
  await userEvent.click(button('Scarica gli errori (CSV)'))
  expect(await saved[0]?.text()).toContain('"3";"cf";"Il codice fiscale è già di un altro utente"')
})

test('another file has to be tried again', async () => {
  show()
  await choose('utenze.csv', 'a')
  await userEvent.click(button('Prova'))
  await screen.findByText(/Prova riuscita/)
  expect(isOff('Carica')).toBe(false)
  await choose('altre.csv', 'b')
  expect(isOff('Carica')).toBe(true)
  expect(screen.queryByText(/Prova riuscita/)).toBeNull()
})

test.each([
  ['utenze.pdf', 'x', 'Il file non è del tipo giusto'],
  ['utenze.csv', 'x'.repeat(2_097_153), 'Il file supera i 2 MB'],
  ['utenze.csv', '', 'Il file è vuoto'],
])('%s that cannot be sent is shownNotices at the field before anything is sent', async (name, text, message) => {
  show()
  await choose(name, text)
  await userEvent.click(button('Prova'))
  const summary = await screen.findByRole('alert')
  expect(document.activeElement).toBe(summary)
  within(summary).getByRole('link', { name: new RegExp(`^File delle utenze: ${message}`) })
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toEqual([])
})

test('without a file there is nothing to try', async () => {
  show()
  await userEvent.click(button('Prova'))
  await screen.findByRole('link', { name: 'File delle utenze: Scegli un file' })
})

test('a run that somebody else began is met under way, and one that failed says that nothing was added', async () => {
  run = { numero_univoco: 5, data_avvio: at, totale: 4, caricate: 1, errori: [] }
  atTheEnd = { caricate: 0, errori: [error] }
  show()
  expect(await screen.findByText('25 %')).toBeTruthy()
  const failed = 'Il caricamento non è riuscito: nessuna utenza è stata aggiunta'
  await expect.poll(() => shownNotices, { timeout: 10_000 }).toEqual([`error: ${failed}`])
  expect(screen.getByText(failed)).toBeTruthy()
  expect(screen.getByRole('row', { name: /cf/ })).toBeTruthy()
})

test('one that ended before the page was opened is shown on the page alone', async () => {
  run = { numero_univoco: 5, data_avvio: at, totale: 4, caricate: 4, errori: [], data_fine: at }
  show()
  expect(await screen.findByText(/4 utenze aggiunte/)).toBeTruthy()
  expect(shownNotices).toEqual([])
})
