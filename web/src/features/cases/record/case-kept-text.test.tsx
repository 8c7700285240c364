import { paths, type Role } from '@portal/contract'
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { operatorsWork, withActions } from '../../../../test/case-actions.ts'
import { caseInWork } from '../../../../test/cases-on-wire.ts'
import { emptyCorrespondence } from '../../../../test/correspondence-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CasePage } = await import('./case-page.tsx')
await loadTexts()
await loadTextsOf('desk')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 10_000 })

const caseOnWire = (id: number) => ({
  ...caseInWork,
  id_segnalazione: id,
  codice: `CASO-2026-00000${id}`,
  numero_protocollo: `CASO-2026-00000${id}`,
  id_operatore: 7,
  operatore: 'Bianchi Luca',
  id_segnalante: 3,
  id_canale: 2,
  id_pertinenza: 1,
})
const conversation = { ...emptyCorrespondence, flag_puo_segnare_chiamata: 0 }
const lists = {
  cancellation_reason: [
    { id: 2, label: 'Duplicato' },
    { id: 3, label: 'Richiesta di chi segnala' },
  ],
}

// A server that knows two cases, and whose answers to what is sent may be lost or refused.
let status = 4
let canWrite = 1
let userRole: Role = 'manager'
let signedInId = 7
let answers: (() => Response | Promise<Response>)[] = []
let asked: string[] = []
let lockCalls: (string | null)[] = []
let locking = Promise.resolve()
let sent: { path: string; key: string | undefined; body: Record<string, unknown> }[] = []

const answerOf = (result: unknown, code = 200) =>
  Response.json({ success: code === 200, result, errorCode: code === 200 ? null : 'x' }, { status: code })
const read: Readonly<Record<string, (id: number) => unknown>> = {
  dettaglio: (id) => withActions({ ...caseOnWire(id), id_stato: status }, userRole, signedInId),
  corrispondenza: () => ({ ...conversation, flag_puo_scrivere: canWrite }),
  'carico-operatori': () => operatorsWork,
  'testi-salvati': () => ({ testi: [] }),
}

beforeAll(() => {
  vi.stubGlobal(
    'fetch',
    async (url: string, { body, headers }: { body?: string; headers?: Record<string, string> }) => {
      const path = url.replace('/x/api/v1/segnalazioni/', '').replace(/\?.*/, '')
      asked.push(path)
      const [name = '', id] = path.split('/')
      if (name === 'lock') {
        lockCalls.push(new URL(url, 'http://x').searchParams.get('azione'))
        await locking
        return answerOf({})
      }
      if (body === undefined) return read[name] ? answerOf(read[name](Number(id))) : answerOf({}, 404)
      sent.push({ path, key: new Headers(headers).get('Idempotency-Key') ?? undefined, body: JSON.parse(body) })
      const answer = answers.shift()
      if (answer) return answer()
      return answerOf(
        name === 'messaggi' ? conversation : withActions({ ...caseOnWire(5), versione: 4 }, userRole, signedInId),
      )
    },
  )
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
beforeEach(() => {
  status = 4
  canWrite = 1
  answers = []
  asked = []
  lockCalls = []
  locking = Promise.resolve()
  sent = []
  sessionStorage.clear()
})

interface Opened {
  readonly caseId?: number
  readonly userId?: number
  readonly role?: Role
}

/** Loads the page again, as after a reload or a new sign-in in the same tab. */
async function open({ caseId = 5, userId = 7, role = 'manager' }: Opened = {}) {
  cleanup()
  userRole = role
  signedInId = userId
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: userId, selectedRole: role }],
    [bundleQuery().queryKey, lists],
  ])
  const pages = { [paths.caseDetail]: CasePage, [paths.caseList]: () => <h1>Casi</h1> }
  const router = showPages(pages, [`${paths.caseDetail}?id=${caseId}`], known)
  await screen.findByRole('button', { name: 'Modifica' })
  return router
}
const kept = () => Object.keys(sessionStorage)
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const resumedNote = 'Ritrovi qui quello che avevi scritto in questa scheda e non inviato.'

const messageField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Nuovo messaggio/ })
async function openMessages(opened?: Opened) {
  await open(opened)
  await userEvent.click(screen.getByRole('tab', { name: 'Corrispondenza' }))
  return messageField()
}

async function openAction(name: string, title: string, opened?: Opened) {
  await open(opened)
  await click('Altre azioni')
  await userEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)
  return within(await screen.findByRole('dialog', { name: title }))
}
const openCancel = (opened?: Opened) => openAction('Annulla il caso…', 'Annullare il caso?', opened)
type Dialog = Awaited<ReturnType<typeof openCancel>>
const reason = (dialog: Dialog) => dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^Motivo/ })

test('a message half written is kept without a call, and given back on the same case', async () => {
  const field = await openMessages()
  const calls = asked.length
  await userEvent.type(field, 'Gentile signora,')
  expect(asked.slice(calls)).toEqual([])
  expect(screen.queryByText(resumedNote)).toBeNull()
  expect((await openMessages()).value).toBe('Gentile signora,')
  screen.getByText(resumedNote)
})

test.each<[string, Opened]>([
  ['another case', { caseId: 6 }],
  ['another person', { userId: 9 }],
  ['the same person in another role', { role: 'operatorTwo' }],
])('a message half written is not shown to %s', async (_of, opened) => {
  await userEvent.type(await openMessages(), 'Gentile signora,')
  expect((await openMessages(opened)).value).toBe('')
  expect(screen.queryByText(resumedNote)).toBeNull()
})

test('a message whose answer was lost is sent again under its key after a reload, and forgotten once sent', async () => {
  await userEvent.type(await openMessages(), 'Gentile signora,')
  answers = [() => Promise.reject(new TypeError('network'))]
  await click('Invia il messaggio')
  await screen.findByText('Il messaggio non è stato inviato')
  await openMessages()
  await click('Invia il messaggio')
  await waitFor(() => expect(kept()).toEqual([]))
  expect((await messageField()).value).toBe('')
  expect(screen.queryByText(resumedNote)).toBeNull()
  expect(sent.map(({ body }) => body)).toEqual([{ testo: 'Gentile signora,' }, { testo: 'Gentile signora,' }])
  expect(sent[0]?.key).toBeTruthy()
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('another text is another message, with a key of its own', async () => {
  await userEvent.type(await openMessages(), 'Uno')
  answers = [() => Promise.reject(new TypeError('network'))]
  await click('Invia il messaggio')
  await screen.findByText('Il messaggio non è stato inviato')
  await userEvent.type(await openMessages(), ' e due')
  await click('Invia il messaggio')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

test('what is written while a message is under way is not taken away by its answer', async () => {
  let arrive: (answer: Response) => void = () => undefined
  answers = [() => new Promise((resolve) => (arrive = resolve))]
  const field = await openMessages()
  await userEvent.type(field, 'Prima')
  await click('Invia il messaggio')
  await waitFor(() => expect(sent).toHaveLength(1))
  await userEvent.type(field, ' e ancora')
  arrive(answerOf(conversation))
  await screen.findByRole('button', { name: 'Invia il messaggio' })
  expect(field.value).toBe('Prima e ancora')
  expect((await openMessages()).value).toBe('Prima e ancora')
})

test('a message that is emptied, or left all the same, leaves nothing behind', async () => {
  const field = await openMessages()
  await userEvent.type(field, 'Da non inviare')
  await userEvent.clear(field)
  expect(kept()).toEqual([])
  await userEvent.type(field, 'Nemmeno questo')
  await userEvent.click(screen.getByRole('link', { name: 'Casi' }))
  await click('Esci senza salvare')
  await screen.findByRole('heading', { name: 'Casi' })
  expect(kept()).toEqual([])
})

test('a message that cannot be sent any more is still there to be copied, or thrown away', async () => {
  await userEvent.type(await openMessages(), 'Gentile signora,')
  canWrite = 0
  await open()
  await userEvent.click(screen.getByRole('tab', { name: 'Corrispondenza' }))
  const note = (await screen.findByText('Gentile signora,')).closest<HTMLElement>('.alert') as HTMLElement
  within(note).getByRole('button', { name: 'Copia quello che hai scritto' })
  await userEvent.click(within(note).getByRole('button', { name: 'Scarta' }))
  await click('Torna indietro')
  screen.getByText('Gentile signora,')
  await userEvent.click(within(note).getByRole('button', { name: 'Scarta' }))
  await click('Sì, scarta')
  expect(screen.queryByText('Gentile signora,')).toBeNull()
  expect(kept()).toEqual([])
  await waitFor(() => expect(document.activeElement?.id).toBe('case-messages-off'))
})

test('the reason of an action is kept without a call, given back in the same dialog, and forgotten once it is done', async () => {
  const dialog = await openCancel()
  const calls = asked.length
  await userEvent.selectOptions(dialog.getByLabelText(/^Motivo ricorrente/), 'Duplicato')
  await userEvent.type(reason(dialog), ' di ieri')
  expect(asked.slice(calls)).toEqual([])
  const again = await openCancel()
  expect(reason(again).value).toBe('Duplicato di ieri')
  again.getByText(resumedNote)
  // Another usual reason takes the place of the one that the text begins with.
  await userEvent.selectOptions(again.getByLabelText(/^Motivo ricorrente/), 'Richiesta di chi segnala')
  expect(reason(again).value).toBe('Richiesta di chi segnala. di ieri')
  status = 8
  await userEvent.click(again.getByRole('button', { name: 'Annulla il caso' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.at(-1)?.body).toMatchObject({ azione: 'annulla', motivo: 'Richiesta di chi segnala. di ieri' })
  expect(kept()).toEqual([])
})

test('an action that is being sent is not sent again', async () => {
  let arrive: (answer: Response) => void = () => undefined
  answers = [() => new Promise((resolve) => (arrive = resolve))]
  const dialog = await openCancel()
  await userEvent.type(reason(dialog), 'Duplicato')
  const { form } = reason(dialog)
  act(() => form?.requestSubmit())
  act(() => form?.requestSubmit())
  await waitFor(() => expect(sent).toHaveLength(1))
  arrive(answerOf(withActions({ ...caseOnWire(5), versione: 4 }, userRole, signedInId)))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(1)
})

test.each<[string, Opened]>([
  ['of another case', { caseId: 6 }],
  ['to another person', { userId: 9 }],
])('the reason of an action is not shown in the dialog %s', async (_of, opened) => {
  await userEvent.type(reason(await openCancel()), 'Solo mio')
  expect(reason(await openCancel(opened)).value).toBe('')
})

test('the reason of one action is not that of another', async () => {
  await userEvent.type(reason(await openCancel()), 'Solo per annullare')
  const other = await openAction('Chiudi', 'Chiudere il caso')
  expect(reason(other).value).toBe('')
})

test('an action that was refused for a lost session or network keeps what was typed', async () => {
  const dialog = await openCancel()
  await userEvent.type(reason(dialog), 'Duplicato')
  answers = [() => answerOf({ descrizione: 'Sessione scaduta' }, 401)]
  await userEvent.click(dialog.getByRole('button', { name: 'Annulla il caso' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(reason(await openCancel()).value).toBe('Duplicato')
})

test.each(['Torna al caso', 'Chiudi'])('a dialog that is left by «%s» has what was typed in it again', async (way) => {
  const dialog = await openCancel()
  await userEvent.type(reason(dialog), 'Guardo prima il fascicolo')
  await userEvent.click(dialog.getByRole('button', { name: way }))
  await click('Altre azioni')
  await userEvent.click(screen.getAllByRole('button', { name: 'Annulla il caso…' }).at(-1) as HTMLElement)
  const again = within(await screen.findByRole('dialog'))
  expect(reason(again).value).toBe('Guardo prima il fascicolo')
  again.getByText(resumedNote)
  await userEvent.selectOptions(again.getByLabelText(/^Motivo ricorrente/), 'Duplicato')
  await userEvent.click(again.getByRole('button', { name: 'Scarta' }))
  await click('Sì, scarta')
  expect(reason(again).value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(reason(again)))
  // The usual reason goes with it: chosen once more it begins the text again.
  await userEvent.selectOptions(again.getByLabelText(/^Motivo ricorrente/), 'Duplicato')
  expect(reason(again).value).toMatch(/^Duplicato/)
  await userEvent.selectOptions(again.getByLabelText(/^Motivo ricorrente/), '')
  await userEvent.clear(reason(again))
  expect(again.queryByText(resumedNote)).toBeNull()
  expect(kept()).toEqual([])
})

test('a dialog that is only looked at keeps nothing', async () => {
  await openCancel()
  expect(kept()).toEqual([])
})

test('a lock granted after the user left the page is released', async () => {
  let letThrough = () => {}
  locking = new Promise((resolve) => {
    letThrough = () => resolve()
  })
  await open()
  await click('Modifica')
  await userEvent.click(screen.getByRole('link', { name: 'Casi' }))
  await screen.findByRole('heading', { name: 'Casi' })
  letThrough()
  await waitFor(() => expect(lockCalls).toEqual(['mantieni', 'rilascia']))
})
