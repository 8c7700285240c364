import { limits } from '@portal/contract'
import { cleanup, configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls } from '../../../../test/answer-calls.ts'
import { emptyCorrespondence } from '../../../../test/correspondence-on-wire.ts'
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

// The messages of a case on the server, and the notices of the user.
const none = emptyCorrespondence
/** What the calls that change the messages answer, from the messages of the case alone. */
const noMessages = {
  messaggi: [],
  flag_precedenti: 0,
  flag_puo_scrivere: 1,
  flag_puo_segnare_chiamata: 1,
  flag_con_lettore: 1,
  flag_avviso_mail: 0,
}
let conversation: object = none
let notices = 0
let answers: Answers = {}

beforeEach(() => {
  conversation = none
  notices = 0
  sessionStorage.clear()
  answers = {
    'GET /v1/segnalazioni/corrispondenza/5': () => ({ result: conversation }),
    'GET /v1/segnalazioni/numero-casi': () => ({
      result: { assegnati: 1, totali: 1, da_attribuire: 0, richieste_da_decidere: 0, avvisi: notices },
    }),
  }
  answers['GET /v1/segnalazioni/testi-salvati'] = () => ({ result: { testi: [] } })
  answers['GET /v1/admin/user'] = { result: [] }
  answerCalls(answers)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (known: Parameters<typeof queryClientWith>[0] = []) =>
  showPages(
    { '/': () => <CaseCorrespondence caseId={5} isShown /> },
    ['/'],
    queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: 'operatorOne' }], ...known]),
  )

test('an answer that comes while the messages are open is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show()
  await screen.findByText(/^Qui compaiono messaggi/)
  await vi.advanceTimersByTimeAsync(limits.badgePollMs)
  notices = 1
  const answer = { id_messaggio: 2, mittente: 'segnalante', testo: 'Sì, era lunedì', allegati: [] }
  conversation = { ...none, messaggi: [{ ...answer, data_invio: '2026-11-20T10:00:00.000Z' }] }
  await vi.advanceTimersByTimeAsync(limits.badgePollMs)
  expect(await screen.findByText('Sì, era lunedì')).toBeDefined()
})

test('a message of the office says which operator wrote it', async () => {
  const written = { id_messaggio: 2, mittente: 'ufficio', testo: 'Buongiorno', allegati: [], utente: 'Neri Ada' }
  conversation = { ...none, messaggi: [{ ...written, data_invio: '2026-11-20T10:00:00.000Z' }] }
  show()
  const message = (await screen.findByText('Buongiorno')).closest('li')
  expect(message?.textContent).toContain('· Neri Ada')
})

test.each([
  [{ status: 'closed' }, 'Il caso è chiuso: non si possono inviare messaggi.'],
  [{ status: 'inWorkTwo' }, /^Il caso non è assegnato a te/],
  [{ status: 'inWorkTwo', pseudonymisedAt: new Date() }, /^I dati delle persone di questo caso sono stati cancellati/],
])('where no message can be written the one reason that holds is given: %j', async (record, reason) => {
  conversation = { ...none, flag_puo_scrivere: 0 }
  show([[caseQuery(5).queryKey, record]])
  await screen.findByText(reason)
  expect(screen.queryByRole('textbox', { name: /^Nuovo messaggio/ })).toBeNull()
})

test('a reporter who cannot read messages is sent none, and the page says how to reach them', async () => {
  conversation = { ...none, flag_puo_scrivere: 0, flag_con_lettore: 0 }
  show()
  await screen.findByText(/il caso è stato inserito dall'ufficio/)
  expect(screen.queryByRole('textbox', { name: /^Nuovo messaggio/ })).toBeNull()
})

test.each([
  ['at the text', [{ campo: 'testo', codice: 'valore_non_valido', messaggio: 'Carattere non ammesso' }]],
  ['of no field', []],
])('a message that is refused with an error %s says so once, and its text stays', async (_where, errori) => {
  conversation = { ...none, flag_puo_scrivere: 1 }
  const denial = { descrizione: 'Il messaggio non va bene', errori }
  answers['POST /v1/segnalazioni/messaggi/5'] = { status: 400, errorCode: 'dati_non_validi', result: denial }
  show()
  await userEvent.type(await screen.findByRole('textbox'), 'Buongiorno')
  await userEvent.click(screen.getByRole('button', { name: 'Invia il messaggio' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(errori[0]?.messaggio ?? denial.descrizione)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Buongiorno')
})

test('a request to be called has its number as a link until the operator notes the call', async () => {
  const wishes = { telefono: '3331234567', orari_chiamata: 'la mattina', flag_parlare_solo_con_me: 1 }
  const message = {
    id_messaggio: 9,
    mittente: 'segnalante',
    testo: '',
    allegati: [],
    data_invio: '2026-11-20T10:00:00.000Z',
  }
  const noted: unknown[] = []
  conversation = { ...none, messaggi: [{ ...message, richiamata: wishes }] }
  answers['POST /v1/segnalazioni/messaggi/5/chiamata'] = ({ body }) => {
    noted.push(body)
    const done = { ...wishes, data_chiamata: '2026-11-20T11:00:00.000Z' }
    conversation = { ...none, messaggi: [{ ...message, richiamata: done }] }
    return { result: noMessages }
  }
  show()
  expect((await screen.findByRole('link', { name: '3331234567' })).getAttribute('href')).toBe('tel:3331234567')
  expect(screen.getByText('la mattina')).toBeTruthy()
  expect(screen.getByText('Parla solo con chi segnala')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ho chiamato' }))
  expect(await screen.findByText('Chiamata fatta il')).toBeTruthy()
  expect(noted).toEqual([{ id_messaggio: 9 }])
  expect(screen.queryByRole('button', { name: 'Ho chiamato' })).toBeNull()
})
