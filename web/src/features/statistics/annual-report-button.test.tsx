import { paths } from '@portal/contract'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls, type Call } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { AnnualReportButton } = await import('./annual-report-button.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const done = {
  numero_univoco: 6,
  tipo: 'relazione_annuale',
  formato: 'docx',
  stato: 'pronta',
  percentuale: 100,
  data_avvio: '2026-11-20T10:00:00.000Z',
  righe: 25,
  totale: 25,
  nome_file: 'UNAR - Relazione annuale 2025.docx',
}
const disposition = 'attachment; filename="UNAR - Relazione annuale 2025.docx"'

let answers: Answers = {}
let states: object[] = []
let calls: readonly Call[] = []
const savedNames: string[] = []

beforeEach(() => {
  states = [{ ...done, stato: 'in_corso', percentuale: 80, righe: 20 }]
  answers = {
    'POST /v1/report/start-relazione-annuale': { result: { numero_univoco: 6 } },
    'POST /v1/report/get-relazione-annuale': () =>
      new Response('PK', { headers: { 'content-disposition': disposition } }),
    'GET /v1/report/stato/6': () => ({ result: states.shift() ?? done }),
  }
  savedNames.length = 0
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    savedNames.push(this.download)
  }
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function openDialog() {
  calls = answerCalls(answers).calls
  showPages(
    { [paths.statistics]: AnnualReportButton },
    [paths.statistics],
    queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }]]),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Relazione annuale…' }))
  return within(await screen.findByRole('dialog', { name: 'Relazione annuale' }))
}

test('the annual report asks for nothing but the year, by default the last whole one, and is saved when it is done', async () => {
  const dialog = await openDialog()
  const years = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Anno' })
  expect(years.value).toBe('2025')
  expect([...years.options].slice(0, 3).map(({ text }) => text)).toEqual(['2026 (fino a oggi)', '2025', '2024'])
  await userEvent.selectOptions(years, '2024')
  await userEvent.click(dialog.getByRole('button', { name: 'Prepara la relazione' }))
  expect(await screen.findByText('20 tabelle su 25')).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'Prepara il documento' })).toBeDefined()
  await waitFor(() => expect(savedNames).toEqual(['UNAR - Relazione annuale 2025.docx']))
  expect(calls.find(({ path }) => path.includes('start-'))?.body).toEqual({ anno: 2024 })
})

test('an annual report that cannot be started says why, and the dialog stays open', async () => {
  answers = {
    ...answers,
    'POST /v1/report/start-relazione-annuale': {
      status: 429,
      errorCode: 'esportazioni_in_corso',
      result: { descrizione: 'Hai già 3 esportazioni in corso.' },
    },
  }
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Prepara la relazione' }))
  expect(await dialog.findByText(/3 esportazioni in corso/)).toBeDefined()
})
