import type { CaseDetail } from '@portal/contract'
import { configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { withActions } from '../../../../test/case-actions.ts'
import { caseInWork } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { bundleQuery } = await import('#form/choices.ts')
const { onNotice } = await import('#lib/page/notices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { PerformedDialog } = await import('./case-performed-dialog.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

let answer: Answer
let calls: readonly Call[] = []
const sent = () => calls.map(({ path, body, headers }) => ({ path, body, key: headers.get('Idempotency-Key') }))
const shownNotices: string[] = []
const done = vi.fn()

const changed = withActions({ ...caseInWork, versione: 5, id_segnalante: 3, id_canale: 2 }, 'manager')

beforeAll(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), toFake: ['Date'] })
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
afterAll(() => {
  vi.useRealTimers()
})
beforeEach(() => {
  calls = answerCalls({ 'POST /v1/segnalazioni/azioni-svolte': () => answer }).calls
  shownNotices.length = 0
  done.mockClear()
  answer = { result: changed }
})

const record = { id: 5, version: 4, values: {} } as unknown as CaseDetail

async function show() {
  const queryClient = queryClientWith([
    [bundleQuery().queryKey, { performed_action: [{ id: 1, label: 'Contatto con il segnalante' }] }],
  ])
  const page = () => <PerformedDialog record={record} onDone={done} onClose={() => undefined} />
  showPages({ '/caso': page }, ['/caso'], queryClient)
  return screen.findByRole('dialog', { name: "Aggiungere un'azione svolta" })
}
const add = () => userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }))

test('an action of today is added by choosing it, under a key', async () => {
  await show()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Azione svolta/ }), 'Contatto con il segnalante')
  await add()
  await vi.waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent()).toEqual([
    {
      path: '/v1/segnalazioni/azioni-svolte',
      body: { id_segnalazione: 5, listaAzioniSvolte: [{ id_azioni_svolte: 1, data: '2026-11-20T00:00:00.000Z' }] },
      key: expect.any(String),
    },
  ])
  expect(shownNotices).toEqual(['success: Azione svolta aggiunta.'])
})

test('what is missing is shown at its field, and nothing is sent', async () => {
  await show()
  await add()
  await screen.findByRole('alert')
  const choice = screen.getByRole('combobox', { name: /^Azione svolta/ })
  expect(choice.getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toEqual([])
})

test('a refusal keeps what was chosen, and the second try goes under the same key', async () => {
  const success = answer
  answer = {
    status: 409,
    result: { descrizione: 'Il caso è aperto in modifica da Rossi Anna.' },
    errorCode: 'bloccato',
  }
  await show()
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Azione svolta/ })
  await userEvent.selectOptions(choice, 'Contatto con il segnalante')
  await add()
  await screen.findByText('Il caso è aperto in modifica da Rossi Anna.')
  expect(choice.value).toBe('1')
  answer = success
  await add()
  await vi.waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent()[1]?.key).toBe(sent()[0]?.key)
})

test('a line that was emptied is not sent, and says what is missing', async () => {
  await show()
  for (const part of screen.getAllByRole('textbox')) await userEvent.clear(part)
  await add()
  const choice = screen.getByRole('combobox', { name: /^Azione svolta/ })
  await vi.waitFor(() => expect(choice.getAttribute('aria-invalid')).toBe('true'))
  expect(sent()).toEqual([])
})
