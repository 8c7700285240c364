import { paths } from '@portal/contract'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import values from '../../../../contract/test/examples/application.json' with { type: 'json' }
import { answerCalls } from '../../../test/answer-calls.ts'
import { showPages } from '../../../test/show-page.tsx'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { EnrolmentPage } = await import('./enrolment-page.tsx')
const { EnrolmentCompletePage } = await import('./complete-page.tsx')
const { expireDraft, storeDraft } = await import('./enrolment-store.ts')
// The page loads it when somebody begins.
await import('./enrolment-form.tsx')

vi.setConfig({ testTimeout: 30_000 })

beforeAll(async () => {
  await loadTexts('it')
  await Promise.all((['enrolment', 'wizard', 'upload'] as const).map(loadTextsOf))
})
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T10:00:00Z') })
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

const file = { id: '11111111-1111-4111-8111-111111111111', name: 'statuto.pdf', size: 10 }
const draft = { name: 'Onda Nuova', statute: [file] }
const show = () => showPages({ [paths.enrolment]: EnrolmentPage }, [paths.enrolment])
const minutes = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 60_000))
const question = () => screen.queryByRole('alertdialog', { name: 'Sei ancora lì?' })
const lapsed = () => screen.findByText(/^Per la tua sicurezza abbiamo cancellato la bozza/)
const tab = () => JSON.stringify(sessionStorage)

test('an application that lies open is asked about after twenty minutes, and deleted after thirty', async () => {
  answerCalls({})
  storeDraft(draft)
  show()
  await screen.findByDisplayValue('Onda Nuova')
  await minutes(19)
  expect(question()).toBeNull()
  await minutes(1.5)
  expect(question()).not.toBeNull()
  await minutes(10)
  await lapsed()
  expect(question()).toBeNull()
  expect(screen.queryByDisplayValue('Onda Nuova')).toBeNull()
  expect(tab()).not.toContain('Onda Nuova')
  fireEvent.click(screen.getByRole('button', { name: 'Inizia la domanda' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Denominazione/ })).value).toBe('')
})

test("'Continua' keeps it, and so does a key", async () => {
  answerCalls({})
  storeDraft(draft)
  show()
  await screen.findByDisplayValue('Onda Nuova')
  await minutes(21)
  fireEvent.click(screen.getByRole('button', { name: 'Continua' }))
  await minutes(15)
  act(() => void dispatchEvent(new KeyboardEvent('keydown')))
  await minutes(15)
  expect(question()).toBeNull()
  expect(tab()).toContain('Onda Nuova')
})

test('one that nobody came back to is deleted before it is shown', async () => {
  answerCalls({})
  storeDraft(draft)
  await minutes(31)
  show()
  await lapsed()
  expect(screen.queryByDisplayValue('Onda Nuova')).toBeNull()
  expect(tab()).not.toContain('Onda Nuova')
})

test('on another page of the site it is deleted too, a minute later', async () => {
  storeDraft(draft)
  await minutes(30.5)
  expireDraft()
  expect(tab()).toContain('Onda Nuova')
  await minutes(1)
  expireDraft()
  expect(tab()).not.toContain('Onda Nuova')
})

test('a request that a link opened is no longer shown, and the link opens it again', async () => {
  const request = {
    ...values,
    id_persona_giuridica: 7,
    id_stato_persona_giuridica: 3,
    versione: 3,
    numero_richiesta: 'R-2026-000012',
    data_richiesta: '2026-01-10T09:00:00.000Z',
    flag_in_ritardo: 0,
    flag_cancellazione_richiesta: 0,
    flag_rinnovo_ritirabile: 0,
    flag_certificato: 0,
    modifica: null,
    rinnovo: 'stato_non_ammesso',
    tappe: [],
  }
  answerCalls({ 'POST /v1/noauth/pratica-pg': { result: request } })
  history.replaceState(null, '', `#pratica=${'x'.repeat(43)}`)
  showPages({ [paths.enrolmentComplete]: EnrolmentCompletePage }, [paths.enrolmentComplete])
  await screen.findByDisplayValue(values.ragione_sociale)
  await minutes(31)
  await lapsed()
  expect(screen.queryByDisplayValue(values.ragione_sociale)).toBeNull()
  expect(screen.getByText(/^Apri questa pagina con il link/)).toBeTruthy()
})
