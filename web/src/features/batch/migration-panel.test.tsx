import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../test/answer-calls.ts'

const { onNotice } = await import('#lib/page/notices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { MigrationPanel } = await import('./migration-panel.tsx')
await loadTexts()
await loadTextsOf('desk')
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const at = '2026-11-20T10:00:00.000Z'
const begun = {
  numero_univoco: 5,
  tipo: 'migrazione_allegati',
  stato: 'in_corso',
  flag_propria: 1,
  data_avvio: at,
  totale: 4,
  elaborati: 1,
  saltati: 0,
  byte_totali: 4096,
  byte_elaborati: 1024,
  flag_errori: 0,
}
const ended = { ...begun, stato: 'conclusa', data_fine: at, elaborati: 4, byte_elaborati: 4096 }
const store = (nome: string | undefined, file: number, isTarget = false) => ({
  nome,
  file,
  byte: file * 1024,
  flag_destinazione: isTarget ? 1 : 0,
  flag_configurato: nome === undefined ? 0 : 1,
})

let stores: object[] = []
let run: object | undefined
let atTheEnd: object
let looks = 0
let calls: readonly Call[] = []
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))
const path = '/v1/migrazione/migrazione-allegati'

const shownNotices: string[] = []
beforeAll(() => {
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  stores = [store('https://s3.example.org/portale', 0, true), store('folder', 3), store(undefined, 1)]
  run = undefined
  atTheEnd = ended
  looks = 0
  shownNotices.length = 0
  calls = answerCalls({
    [`GET ${path}`]: () => ({ result: { archivi: stores } }),
    [`POST ${path}`]: () => {
      run = begun
      return { result: run }
    },
    [`GET ${path}/stato`]: () => {
      looks += 1
      if (run && looks >= 3) run = atTheEnd
      return { result: run ? { esecuzione: run } : {} }
    },
    [`POST ${path}/annulla`]: () => {
      run = { ...begun, stato: 'annullata', data_fine: at }
      return { result: run }
    },
  }).calls
})

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MigrationPanel />
    </QueryClientProvider>,
  )
const start = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Avvia migrazione' }))
  const dialog = await screen.findByRole('dialog', { name: 'Avviare la migrazione degli allegati?' })
  expect(dialog.textContent).toContain("L'originale viene cancellato solo se la copia è uguale")
  await userEvent.click(within(dialog).getByRole('button', { name: 'Avvia migrazione' }))
}

test('the stores are shown with what they have and what they are for', async () => {
  show()
  await screen.findByRole('rowheader', { name: 'https://s3.example.org/portale' })
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    'https://s3.example.org/portaleIn uso per i file nuovi00 byte',
    'Cartella del serverFile da spostare33 kB',
    'Non annotatoFile da spostare11 kB',
  ])
})

test('the migration is started after a question, followed, and its success is shown once', async () => {
  show()
  await start()
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'In corso' })
  expect(bar.value).toBe(25)
  expect(screen.getByText('1 di 4 · 1 kB di 4 kB')).toBeTruthy()
  stores = [store('https://s3.example.org/portale', 4, true), store('folder', 0)]
  await expect
    .poll(() => shownNotices, { timeout: 10_000 })
    .toEqual(['success: Batch migrazione allegati effettuato con successo'])
  expect(await screen.findByText(/4 file spostati/)).toBeTruthy()
  const button = await screen.findByRole('button', { name: 'Avvia migrazione' })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  expect(sent()).toEqual([{ path, body: undefined }])
})

test('the migration can be cancelled while it runs', async () => {
  run = begun
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Annulla migrazione' }))
  expect(await screen.findByText(/1 file spostato/)).toBeTruthy()
  expect(sent()).toEqual([{ path: `${path}/annulla`, body: { numero_univoco: 5 } }])
  expect(shownNotices).toEqual([])
})

test('files that could not be moved are listed, with what to do', async () => {
  run = begun
  atTheEnd = {
    ...ended,
    elaborati: 3,
    saltati: 1,
    flag_errori: 1,
    file_non_spostati: [{ numero_allegato: 41, motivo: 'copia_diversa' }],
  }
  show()
  await screen.findByRole('progressbar')
  await expect.poll(() => shownNotices, { timeout: 10_000 }).toEqual(['error: 1 file non è stato spostato'])
  expect(screen.getByRole('listitem').textContent).toBe("Allegato 41: la copia è diversa dall'originale")
  expect(screen.getByText(/recuperarli da una copia di sicurezza/)).toBeTruthy()
})
