import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answerCalls, type Call } from '../../../test/answer-calls.ts'

const { onNotice } = await import('#lib/page/notices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { EncryptionPanel } = await import('./batch-page.tsx')
await loadTexts()
await loadTextsOf('desk')

// A server of two keys, whose run ends at the second look.
const at = '2026-11-20T10:00:00.000Z'
const rest = { data_avvio: at, totale: 200 }
let run: Record<string, unknown> | undefined
let looks = 0
let atTheEnd = {}
let calls: readonly Call[] = []
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))

const state = () => ({
  chiavi: [
    { id_chiave: 1, data_creazione: at, righe: 0, flag_in_uso: 0 },
    { id_chiave: 2, data_creazione: at, righe: 150, flag_in_uso: 0 },
    { id_chiave: 3, data_creazione: at, righe: 50, flag_in_uso: 1 },
  ],
  righe_in_chiaro: 7,
  flag_antivirus: 1,
  ...(run && { esecuzione: run }),
})

const begin = () => {
  run = { numero_univoco: 5, ...rest, cifrati: 50, danneggiati: 0 }
  return { result: run }
}
const look = () => {
  looks += 1
  if (run && looks >= 2) run = { ...run, data_fine: at, cifrati: 200, ...atTheEnd }
  return { result: run ? { esecuzione: run } : {} }
}
const answers = {
  'GET /v1/migrazione/dati-sensibili': () => ({ result: state() }),
  'POST /v1/migrazione/dati-sensibili': begin,
  'GET /v1/migrazione/dati-sensibili/stato': look,
  'POST /v1/migrazione/chiavi/ritira': () => ({ result: { ...state(), chiavi: state().chiavi.slice(1) } }),
} as const

const shownNotices: string[] = []
beforeAll(() => {
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  run = undefined
  looks = 0
  atTheEnd = {}
  calls = answerCalls({ ...answers }).calls
  shownNotices.length = 0
})

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EncryptionPanel />
    </QueryClientProvider>,
  )

const confirm = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

test('the keys are shown with what they seal; only one that seals nothing can be retired', async () => {
  show()
  expect(await screen.findByText(/7 righe sono ancora in chiaro/)).toBeTruthy()
  const cells = screen.getAllByRole('row').map((row) => within(row).queryAllByRole('cell'))
  expect(cells.slice(1).map((row) => row.map(({ textContent }) => textContent))).toEqual([
    [expect.any(String), '50', 'In uso', 'Cifra i dati nuovi'],
    [expect.any(String), '150', 'Precedente', 'Protegge ancora dei dati'],
    [expect.any(String), '0', 'Precedente', 'Ritira chiave 1'],
  ])
  await userEvent.click(screen.getByRole('button', { name: /^Ritira chiave/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Ritirare la chiave 1?' })
  expect(dialog.textContent).toContain('non si può tornare indietro')
  expect(dialog.textContent).toContain('copie di sicurezza')
  await confirm('Ritira chiave')
  await expect.poll(() => shownNotices).toEqual(['success: Chiave 1 ritirata'])
  expect(sent()).toEqual([{ path: '/v1/migrazione/chiavi/ritira', body: { id_chiave: 1 } }])
  expect(screen.queryByText('Chiave 1')).toBeNull()
})

test('a run is started with a new key when that was ticked, followed, and its end is shown once', async () => {
  show()
  await userEvent.click(await screen.findByLabelText('Crea prima una nuova chiave'))
  await userEvent.click(screen.getByRole('button', { name: 'Avvia cifratura' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('Viene creata una chiave nuova')
  await confirm('Avvia cifratura')
  expect(await screen.findByText('25 %')).toBeTruthy()
  expect(sent()).toEqual([{ path: '/v1/migrazione/dati-sensibili', body: { flag_nuova_chiave: 1 } }])
  expect(screen.getByRole('button', { name: 'Avvia cifratura' }).getAttribute('aria-disabled')).toBe('true')
  await expect.poll(() => shownNotices, { timeout: 5000 }).toEqual(['success: Batch cifratura effettuato con successo'])
  expect(screen.getByText(/200 righe cifrate/)).toBeTruthy()
})

test('a run that another person began is met under way; rows that do not open are shown honestly', async () => {
  run = { numero_univoco: 5, ...rest, cifrati: 50, danneggiati: 0 }
  atTheEnd = { cifrati: 198, danneggiati: 2 }
  show()
  expect(await screen.findByText('25 %')).toBeTruthy()
  await expect
    .poll(() => shownNotices, { timeout: 5000 })
    .toEqual(['error: Batch cifratura terminato: 2 righe non si aprono'])
  expect(screen.getByText('2 righe non si aprono')).toBeTruthy()
  expect(screen.getByText('Non ritirare le chiavi precedenti.')).toBeTruthy()
})

test('a run that ended before the page was opened is shown on the page alone', async () => {
  run = { numero_univoco: 5, ...rest, cifrati: 1, danneggiati: 0, data_fine: at }
  show()
  expect(await screen.findByText(/Ultima cifratura terminata il/)).toBeTruthy()
  expect(screen.getByText(/1 riga cifrata/)).toBeTruthy()
  expect(shownNotices).toEqual([])
})
