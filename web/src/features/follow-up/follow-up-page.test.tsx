import texts from '@portal/contract/texts/follow-up/it.json'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { showPages } from '../../../test/show-page.tsx'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { FollowUpPage } = await import('./follow-up-page.tsx')

beforeAll(async () => {
  await loadTexts('it')
  await Promise.all([loadTextsOf('follow-up'), loadTextsOf('upload')])
})

const record = (stato: string, canAnswer: 0 | 1) => ({
  codice: 'TAG-2026-000123',
  data_ricezione: '2026-11-19T10:00:00.000Z',
  stato,
  messaggi: [],
  allegati: [],
  flag_precedenti: 0,
  flag_puo_rispondere: canAnswer,
  flag_puo_chiedere_chiamata: canAnswer,
  secondi_rimasti: 1800,
})

test.each([
  ['in_esame', 1, texts.followUp.leftTitle],
  ['chiusa', 0, texts.followUp.leftEndedTitle],
] as const)('leaving a report that is %s shows its true state', async (state, canAnswer, text) => {
  answerCalls({
    'POST /v1/noauth/pratica/accesso': { result: record(state, canAnswer) },
    'POST /v1/noauth/pratica/uscita': { result: {} },
  })
  showPages({ '/segui': FollowUpPage }, ['/segui'])
  await userEvent.type(await screen.findByLabelText(/^Codice/), 'TAG-2026-000123')
  await userEvent.type(screen.getByLabelText(/^PIN/), '12345-67890')
  await userEvent.click(screen.getByRole('button', { name: 'Apri' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Esci' }))
  expect(await screen.findByText(text, { exact: true })).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/chiuso la tua segnalazione/)
})

test('a reporter asks to be called; the request is shown with its state, and cannot be made twice', async () => {
  const sent: unknown[] = []
  const wishes = { telefono: '3331234567', orari_chiamata: 'la mattina', flag_parlare_solo_con_me: 1 }
  const message = {
    id_messaggio: 1,
    mittente: 'segnalante',
    testo: '',
    data_invio: '2026-11-20T10:00:00.000Z',
    allegati: [],
  }
  answerCalls({
    'POST /v1/noauth/pratica/accesso': { result: record('in_esame', 1) },
    'POST /v1/noauth/pratica/richiamata': ({ body }) => {
      sent.push(body)
      const asked = { ...record('in_esame', 1), messaggi: [{ ...message, richiamata: wishes }] }
      return { result: { ...asked, flag_puo_chiedere_chiamata: 0 } }
    },
  })
  showPages({ '/segui': FollowUpPage }, ['/segui'])
  await userEvent.type(await screen.findByLabelText(/^Codice/), 'TAG-2026-000123')
  await userEvent.type(screen.getByLabelText(/^PIN/), '12345-67890')
  await userEvent.click(screen.getByRole('button', { name: 'Apri' }))

  const { call } = texts.followUp
  await userEvent.click(await screen.findByRole('button', { name: call.submit }))
  expect(screen.getAllByText(/scrivi il numero a cui chiamarti/).length).toBeGreaterThan(0)
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText(/^Telefono/), '333 123-4567')
  await userEvent.type(screen.getByLabelText(/^Quando si può chiamare/), 'la mattina')
  await userEvent.click(screen.getByLabelText(call.only))
  await userEvent.click(screen.getByRole('button', { name: call.submit }))
  expect(await screen.findByText(call.waiting)).toBeTruthy()
  const news = screen.getByText(call.sent).closest('[role=status]')
  await waitFor(() => expect(document.activeElement).toBe(news))
  expect(sent).toEqual([wishes])
  expect(screen.queryByRole('button', { name: call.submit })).toBeNull()
})
