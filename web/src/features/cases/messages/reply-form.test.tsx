import { cleanup, configure, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { emptyCorrespondence } from '../../../../test/correspondence-on-wire.ts'
import { answer, idOf, passed, paste, stubSending } from '../../../../test/sent-files.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { caseQuery } = await import('../cases.queries.ts')
const { CaseCorrespondence } = await import('./correspondence.tsx')
await loadTexts()
await loadTextsOf('desk')
await loadTextsOf('upload')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const files = stubSending()
const saved = (id_testo: number, nome: string, testo: string, more = {}) => ({
  id_testo,
  nome,
  flag_condiviso: 1,
  flag_ritirato: 0,
  flag_modificabile: 0,
  testi: [{ lingua: 'it', testo }],
  ...more,
})
const record = { status: 'inWorkTwo', code: 'CASO-2026-000005', values: { fieldId: 3 } }

let calls: readonly Call[] = []
let answers: Answers = {}
beforeEach(() => {
  sessionStorage.clear()
  files.clear()
  answers = {
    'GET /v1/segnalazioni/corrispondenza/5': { result: emptyCorrespondence },
    'GET /v1/segnalazioni/testi-salvati': {
      result: { testi: [saved(1, 'Altro', 'Altro testo'), saved(2, 'Ricevuta', 'Il caso {codice}', { id_ambito: 3 })] },
    },
    'POST /v1/segnalazioni/messaggi/5': { result: emptyCorrespondence },
    'GET /v1/segnalazioni/numero-casi': {
      result: { assegnati: 1, totali: 1, da_attribuire: 0, richieste_da_decidere: 0, avvisi: 0 },
    },
  }
  calls = answerCalls(answers).calls
})
afterEach(cleanup)

async function show() {
  const user = { id: 7, selectedRole: 'operatorTwo' }
  const known = queryClientWith([
    [currentUserQuery.queryKey, user],
    [caseQuery(5).queryKey, record],
  ])
  showPages({ '/': () => <CaseCorrespondence caseId={5} isShown /> }, ['/'], known)
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Nuovo messaggio/ })
  box.focus()
  return box
}
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('a saved text that fits the case and a pasted file are sent with four keys', async () => {
  const box = await show()
  await userEvent.keyboard('/')
  await screen.findByRole('option', { name: /^Ricevuta/, selected: true })
  await userEvent.keyboard('{Enter}')
  expect(box.value).toBe('Il caso CASO-2026-000005')
  expect(document.activeElement).toBe(box)
  await answer(await paste(box, 'atto.pdf'), passed(1, 'atto.pdf'))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await vi.waitFor(() =>
    expect(sent()).toEqual([
      { testo: 'Il caso CASO-2026-000005', allegati: [{ cmis_id: idOf(1), nomeFile: 'atto.pdf' }] },
    ]),
  )
  await vi.waitFor(() => expect(box.value).toBe(''))
})

test('a field without a value is shown before anything is sent, and stops it', async () => {
  answers['GET /v1/segnalazioni/testi-salvati'] = {
    result: { testi: [saved(1, 'Termine', 'Entro il {termine}, {codice}')] },
  }
  const box = await show()
  await userEvent.keyboard('/')
  await screen.findByRole('option', { name: /^Termine/ })
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Prima di inviare scrivi al loro posto: {termine}')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('alert')
  expect(sent()).toEqual([])
  await userEvent.clear(box)
  await userEvent.type(box, 'Entro domani{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(sent()).toEqual([{ testo: 'Entro domani' }]))
})

const perMail = (more = {}) => ({
  result: {
    ...emptyCorrespondence,
    per_mail: { indirizzo: 'anna@posta.example', flag_proposto: 1, flag_solo_modo: 0, ...more },
  },
})

test('a message goes by mail where that is proposed, unless the operator says no', async () => {
  answers['GET /v1/segnalazioni/corrispondenza/5'] = perMail()
  const box = await show()
  const choice = screen.getByRole<HTMLInputElement>('checkbox', { name: /anche per mail a .*anna@posta\.example/ })
  expect(choice.checked).toBe(true)
  await userEvent.type(box, 'Uno{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(sent()).toEqual([{ testo: 'Uno', flag_per_mail: 1 }]))
  await vi.waitFor(() => expect(box.value).toBe(''))
  await userEvent.click(choice)
  await userEvent.type(box, 'Due{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(sent().at(-1)).toEqual({ testo: 'Due' }))
  // The next message is proposed again.
  await vi.waitFor(() => expect(choice.checked).toBe(true))
})

test('where mail is the only way there is no choice, and the address is named', async () => {
  answers['GET /v1/segnalazioni/corrispondenza/5'] = perMail({ flag_solo_modo: 1 })
  const box = await show()
  expect(screen.queryByRole('checkbox')).toBeNull()
  screen.getByText(/vanno per mail a .*anna@posta\.example/)
  await userEvent.type(box, 'Uno{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(sent()).toEqual([{ testo: 'Uno', flag_per_mail: 1 }]))
})

test('a message shows what became of its mail, or that it came by mail', async () => {
  const message = { data_invio: '2026-11-20T10:00:00.000Z', allegati: [] }
  const failed = { esito_invio: 'non_consegnata', motivo_consegna: 'casella_piena', data_esito: message.data_invio }
  answers['GET /v1/segnalazioni/corrispondenza/5'] = {
    result: {
      ...emptyCorrespondence,
      messaggi: [
        { ...message, id_messaggio: 1, mittente: 'ufficio', testo: 'Quando?', invio_mail: failed },
        { ...message, id_messaggio: 2, mittente: 'segnalante', testo: 'Ieri.', id_posta: 9 },
      ],
    },
  }
  await show()
  screen.getByText('Non consegnata')
  screen.getByText('La casella è piena.')
  expect(screen.getByRole('link', { name: 'Apri la mail' }).getAttribute('href')).toMatch(/\?id=9$/)
})
