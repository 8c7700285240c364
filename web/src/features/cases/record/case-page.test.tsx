import { paths } from '@portal/contract'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls } from '../../../../test/answer-calls.ts'
import { operatorsWork, withActionsIn } from '../../../../test/case-actions.ts'
import { caseInWork, listsOfCases } from '../../../../test/cases-on-wire.ts'
import { emptyCorrespondence } from '../../../../test/correspondence-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { onNotice } = await import('#lib/page/notices.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CasePage } = await import('./case-page.tsx')
await loadTexts()
await loadTextsOf('desk')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 5_000 })

const at = '2026-11-20T10:00:00.000Z'
const base = {
  ...caseInWork,
  id_operatore: 7,
  operatore: 'Bianchi Luca',
  data_scadenza: '2026-12-02T00:00:00.000Z',
  scadenza: 'in_scadenza',
  messaggi_non_letti: 1,
  resoconto_fatti: 'Mi hanno cacciato dal negozio.',
  id_segnalante: 3,
  id_canale: 2,
  note: 'Da richiamare',
  id_pertinenza: 1,
}
const locked = { ...base, isConflict: 1, bloccato_da: 'Neri Ada', bloccato_dal: at }

let userRole: 'manager' | 'operatorTwo' = 'manager'

/** A server that answers what a test puts here, by the end of the path. */
let answers: Record<string, Answer> = {}
let sent: { path: string; body: unknown }[] = []
let asked: string[] = []
const shownNotices: string[] = []

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  answers = {
    'dettaglio/5': { result: base },
    'lock/5?azione=mantieni': { result: { fino_al: '2026-11-20T14:42:00.000Z' } },
    'lock/5?azione=rilascia': { result: {} },
    'iter/5': { result: { listaView: [], count: 0, da: 1, a: 10 } },
    'carico-operatori': { result: operatorsWork },
  }
  sent = []
  asked = []
  shownNotices.length = 0
  sessionStorage.clear()
  answerCalls(({ method, path: whole, query, body }) => {
    query.delete('lang')
    query.delete('v')
    const path = `${whole.replace('/v1/segnalazioni/', '')}${query.size > 0 ? `?${query}` : ''}`
    asked.push(path)
    if (method === 'POST') sent.push({ path, body })
    return withActionsIn(answers[path] ?? { status: 404, result: {} }, userRole)
  })
})

function show(role: typeof userRole = 'manager', address = '?id=5') {
  userRole = role
  const pages = { [paths.caseDetail]: CasePage, [paths.caseList]: () => <h1>Casi</h1> }
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: role }],
    [bundleQuery().queryKey, listsOfCases],
  ])
  return showPages(pages, [`${paths.caseDetail}${address}`], known)
}

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const openTab = async (name: string | RegExp) => userEvent.click(await screen.findByRole('tab', { name }))
const bodyOf = (path: string) => sent.find((one) => one.path === path)?.body as Record<string, unknown> | undefined

async function beginNotes() {
  await click('Modifica')
  await screen.findByRole('button', { name: 'Salva' })
  await openTab('Azioni')
  return screen.findByLabelText<HTMLTextAreaElement>("Note dell'ufficio")
}

test('a case is read by tabs, in groups, with what matters always in sight', async () => {
  show()
  await screen.findByRole('heading', { name: 'Dettaglio richiesta' })
  const story = await screen.findByRole('region', { name: 'Il racconto' })
  within(story).getByText('Mi hanno cacciato dal negozio.')
  screen.getByText('Portale web', { selector: 'aside dd span' })
  screen.getByText(/Assegnato a/)
  expect(screen.queryByRole('textbox')).toBeNull()
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent?.trim())
  expect(tabs).toEqual([
    'Fatto',
    'Persone',
    'Classificazione',
    'Azioni',
    'Documenti',
    'Corrispondenza 1',
    'Parere',
    'Storico',
    'Chi ha visto',
  ])
  await openTab('Classificazione')
  within(await screen.findByRole('region', { name: 'Pertinenza' })).getByText('Pertinente')
})

test('who may not read the audit log has no tab of it', async () => {
  show('operatorTwo')
  await screen.findByRole('tab', { name: 'Storico' })
  expect(screen.queryByRole('tab', { name: 'Chi ha visto' })).toBeNull()
})

test('a case is locked, changed, saved under the version that was read, and left', async () => {
  show()
  const notes = await beginNotes()
  screen.getByText(/Lo stai modificando tu \(fino alle 15:42\)/)
  await userEvent.clear(notes)
  await userEvent.type(notes, 'Richiamato')
  const saved = { ...base, versione: 4, note: 'Richiamato' }
  answers['integrazione-segnalazione'] = { result: saved }
  answers['dettaglio/5'] = { result: saved }
  await click('Salva')
  await screen.findByRole('button', { name: 'Modifica' })
  expect(bodyOf('integrazione-segnalazione')).toMatchObject({
    id_segnalazione: 5,
    versione: 3,
    note: 'Richiamato',
    resoconto_fatti: 'Mi hanno cacciato dal negozio.',
    id_pertinenza: 1,
  })
  expect(shownNotices).toEqual(['success: Segnalazione modificata con successo'])
  await vi.waitFor(() => expect(asked).toContain('lock/5?azione=rilascia'))
  screen.getByText('Richiamato')
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(document.activeElement?.textContent).toBe('Dettaglio richiesta')
})

test('the reporter’s own words cannot be edited', async () => {
  show()
  await click('Modifica')
  await screen.findByLabelText('Canale')
  expect(screen.queryByLabelText('Che cosa è successo')).toBeNull()
  screen.getByText('Mi hanno cacciato dal negozio.')
})

test('faults in any tab are shown in one place; a link opens the tab and leads to the field', async () => {
  show()
  await click('Modifica')
  await openTab('Persone')
  await userEvent.type(await screen.findByLabelText('Codice fiscale di chi segnala'), 'XX')
  await openTab('Azioni')
  await click("Aggiungi un'azione svolta")
  const line = within(await screen.findByRole('group', { name: 'Azione 1' }))
  await userEvent.type(line.getByLabelText(/^Data/), '31/2')
  await openTab('Fatto')
  await click('Salva')
  const summary = await screen.findByRole('alert')
  expect(document.activeElement).toBe(summary)
  expect(sent).toEqual([])
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Codice fiscale di chi segnala: Codice fiscale non valido.',
    'Azione 1, Azione svolta: Campo obbligatorio',
    'Azione 1, Data: Controlla giorno, mese e anno',
  ])
  screen.getByRole('tab', { name: /^Persone 1 ?errore$/ })
  screen.getByRole('tab', { name: /^Azioni 2 ?errori$/ })
  await userEvent.click(within(summary).getByRole('link', { name: /^Codice fiscale/ }))
  const field = screen.getByLabelText('Codice fiscale di chi segnala')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(field)
  expect(screen.getByRole('tab', { name: 'Persone' })).toBeTruthy()
})

test('a case that somebody else saved meanwhile is merged by choosing; nothing is overwritten unseen', async () => {
  show()
  const notes = await beginNotes()
  await userEvent.clear(notes)
  await userEvent.type(notes, 'La mia nota')
  const theirs = { ...base, versione: 9, note: 'La loro nota', id_canale: 1 }
  answers['integrazione-segnalazione'] = { status: 409, result: theirs, errorCode: 'conflitto' }
  await click('Salva')
  const title = await screen.findByRole('heading', { name: 'Il caso è cambiato mentre scrivevi' })
  await vi.waitFor(() => expect(document.activeElement).toBe(title))
  screen.getByText('1 scelta ancora da fare')
  const channel = within(screen.getByRole('region', { name: 'Canale' }))
  expect(channel.getByRole('radio', { name: 'Tieni quella salvata: Canale' })).toHaveProperty('checked', true)
  const note = within(screen.getByRole('region', { name: "Note dell'ufficio" }))
  for (const text of ['Da richiamare', 'La mia nota', 'La loro nota']) note.getByText(text)
  await click('Salva con queste scelte')
  note.getByText('Scegli quale versione tenere')
  expect(sent).toHaveLength(1)
  await userEvent.click(note.getByRole('radio', { name: /^Tieni la tua/ }))
  screen.getByText('Tutto è scelto: puoi salvare.')
  answers['integrazione-segnalazione'] = { result: { ...theirs, versione: 10, note: 'La mia nota' } }
  await click('Salva con queste scelte')
  await screen.findByRole('button', { name: 'Modifica' })
  expect(sent.at(-1)?.body).toMatchObject({ versione: 9, note: 'La mia nota', id_canale: 1 })
})

test('what an earlier try has saved already is shown as done', async () => {
  show()
  const notes = await beginNotes()
  await userEvent.clear(notes)
  await userEvent.type(notes, 'Richiamato')
  const saved = { ...base, versione: 4, note: 'Richiamato' }
  answers['integrazione-segnalazione'] = { status: 409, result: saved, errorCode: 'conflitto' }
  answers['dettaglio/5'] = { result: saved }
  await click('Salva')
  await vi.waitFor(() => expect(shownNotices).toEqual(['success: Segnalazione modifica con successo']))
  await screen.findByRole('button', { name: 'Modifica' })
})

test('a user who loses the lock keeps the draft, and resumes when the case is free', async () => {
  show()
  const notes = await beginNotes()
  await userEvent.type(notes, ' oggi')
  const denial = { descrizione: 'Il caso è aperto in modifica da Neri Ada' }
  answers['integrazione-segnalazione'] = { status: 409, result: denial, errorCode: 'bloccato' }
  answers['dettaglio/5'] = { status: 409, result: locked, errorCode: 'bloccato' }
  await click('Salva')
  const note = await screen.findByText('Non puoi più salvare: la modifica è passata ad altri')
  screen.getByText('Il caso è aperto in modifica da Neri Ada')
  expect(document.activeElement?.contains(note)).toBe(true)
  screen.getByText('Da richiamare oggi')
  expect(screen.queryByRole('textbox')).toBeNull()
  const resume = screen.getByRole('button', { name: 'Riprendi la modifica' })
  await vi.waitFor(() => expect(resume.getAttribute('aria-disabled')).toBe('true'))
  answers['dettaglio/5'] = { result: base }
  cleanup()
  show()
  await click(/^Ripristina la bozza non salvata del/)
  await openTab('Azioni')
  const again = await screen.findByLabelText<HTMLTextAreaElement>("Note dell'ufficio")
  expect(again.value).toBe('Da richiamare oggi')
})

test('a server that is away costs nothing of what was typed', async () => {
  show()
  const notes = await beginNotes()
  await userEvent.type(notes, ' oggi')
  answers['integrazione-segnalazione'] = { status: 0, result: {} }
  await click('Salva')
  await screen.findByText('Non è stato salvato: il server non risponde')
  expect(notes.value).toBe('Da richiamare oggi')
})

test('a draft is kept without a call, so that no session is prolonged; another role is not offered it', async () => {
  show()
  const notes = await beginNotes()
  const calls = asked.length
  await userEvent.type(notes, ' oggi')
  await vi.waitFor(() => expect(Object.values(sessionStorage).join()).toContain('Da richiamare oggi'))
  expect(asked.slice(calls)).toEqual([])
  cleanup()
  show('operatorTwo')
  await screen.findByRole('button', { name: 'Modifica' })
  expect(screen.queryByText("C'è una bozza non salvata")).toBeNull()
  cleanup()
  show()
  await screen.findByText("C'è una bozza non salvata")
  await click('Scarta')
  await click('Sì, scarta')
  expect(screen.queryByText("C'è una bozza non salvata")).toBeNull()
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a changed case is not left before a question; who leaves all the same finds no draft of it', async () => {
  const router = show()
  await userEvent.type(await beginNotes(), ' oggi')
  await userEvent.click(screen.getByRole('link', { name: 'Casi' }))
  const question = await screen.findByRole('dialog', { name: 'Uscire senza salvare?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Esci senza salvare' }))
  await screen.findByRole('heading', { name: 'Casi' })
  expect(router.history.location.pathname).toBe(`/x${paths.caseList}`)
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a message draft stays while other tabs are open, and leaving asks about it', async () => {
  const own = { id_messaggio: 1, mittente: 'ufficio', testo: 'Prima risposta', data_invio: at, allegati: [] }
  const conversation = emptyCorrespondence
  answers['corrispondenza/5'] = { result: conversation }
  answers['messaggi/5'] = { result: conversation }
  show()
  await openTab('Corrispondenza 1')
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Nuovo messaggio/ })
  await userEvent.type(await field(), 'Prima risposta')
  answers['corrispondenza/5'] = { result: { ...conversation, messaggi: [own] } }
  await click(/^Invia/)
  await screen.findByText('Prima risposta', { selector: 'p' })
  await userEvent.type(await field(), 'Seconda, non ancora inviata')
  await openTab('Fatto')
  expect(screen.queryByRole('tab', { name: /^Corrispondenza 1/ })).toBeNull()
  expect(asked.filter((path) => path === 'corrispondenza/5')).toHaveLength(2)
  await openTab('Corrispondenza')
  expect((await field()).value).toBe('Seconda, non ancora inviata')
  // What came meanwhile is asked for when it is looked at again, and not before.
  await vi.waitFor(() => expect(asked.filter((path) => path === 'corrispondenza/5')).toHaveLength(3))
  await userEvent.click(screen.getByRole('link', { name: 'Casi' }))
  await screen.findByRole('dialog', { name: 'Uscire senza salvare?' })
})

test('a case that somebody else writes is read, with who and since when; RUP may take it over', async () => {
  answers['dettaglio/5'] = { status: 409, result: locked, errorCode: 'bloccato' }
  show()
  await screen.findByText("Un'altra persona sta modificando il caso")
  expect(screen.getAllByText('Neri Ada').length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Modifica' }).getAttribute('aria-disabled')).toBe('true')
  await click('Subentra')
  answers['lock/5?azione=subentra'] = { result: { fino_al: at } }
  answers['dettaglio/5'] = { result: base }
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Subentra' }))
  await screen.findByRole('button', { name: 'Salva' })
  expect(asked).toContain('lock/5?azione=subentra')
})

test('an action asks what the case lacks, tells faults at their fields, and is shown as done', async () => {
  show()
  await click('Chiudi')
  const dialog = within(await screen.findByRole('dialog', { name: 'Chiudere il caso' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Chiudi il caso' }))
  const summary = within(await dialog.findByRole('alert'))
  expect(summary.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Esito finale: Campo obbligatorio',
    "Azione svolta: Indica almeno un'azione svolta",
  ])
  await userEvent.selectOptions(dialog.getByLabelText(/^Esito finale/), 'Parere')
  await userEvent.selectOptions(dialog.getByLabelText(/^Azione svolta/), 'Contatto con il segnalante')
  const closed = { ...base, id_stato: 6, versione: 4, flag_modificabile: 0 }
  answers['cambia-stato-segnalazione'] = { result: closed }
  answers['dettaglio/5'] = { result: closed }
  await userEvent.click(dialog.getByRole('button', { name: 'Chiudi il caso' }))
  await screen.findByText(/Il caso è chiuso: si può solo leggere/)
  expect(bodyOf('cambia-stato-segnalazione')).toMatchObject({
    id_segnalazione: 5,
    versione: 3,
    azione: 'chiudi',
    id_esito_finale: 3,
    id_azioni_svolte: 1,
  })
  expect(shownNotices).toEqual(['success: Caso chiuso'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('operators are offered in order of load, by keyboard alone; what is refused is shown where it was asked', async () => {
  answers['dettaglio/5'] = { result: { ...base, id_stato: 1, id_operatore: undefined, operatore: undefined } }
  show()
  await click('Assegna')
  const first = await screen.findByRole('button', { name: /4 casi aperti · 1 in ritardo/ })
  await waitFor(() => expect(document.activeElement).toBe(first))
  const one = within(screen.getByRole('list', { name: 'Assegna Op. I' })).getByRole('button', { name: /Verdi Ugo/ })
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(one)
  const descrizione = 'La persona scelta non può lavorare su questo caso'
  answers['cambia-stato-segnalazione'] = { status: 409, result: { descrizione }, errorCode: 'operatore_non_adatto' }
  await userEvent.keyboard('{Enter}')
  await screen.findByText(descrizione)
  expect(bodyOf('cambia-stato-segnalazione')).toMatchObject({ azione: 'assegna_op1', id_operatore: 8 })
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('list', { name: 'Assegna Op. I' })).toBeNull()
})

test('a usual reason begins the text; cancelling needs one', async () => {
  show()
  await click('Altre azioni')
  await click('Annulla il caso…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Annullare il caso?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Annulla il caso' }))
  await dialog.findByRole('link', { name: 'Motivo: Campo obbligatorio' })
  await userEvent.selectOptions(dialog.getByLabelText(/^Motivo ricorrente/), 'Duplicato')
  expect(dialog.getByLabelText(/^Motivo \*|^Motivo$/)).toHaveProperty('value', 'Duplicato')
  expect(sent).toEqual([])
})

test('among the other actions what is possible comes first', async () => {
  show()
  await click('Altre azioni')
  const list = screen.getByRole('button', { name: 'Altre azioni' }).parentElement?.querySelector('ul')
  const off = within(list as HTMLElement)
    .getAllByRole('button')
    .map((entry) => entry.getAttribute('aria-disabled') === 'true')
  expect(off).toContain(true)
  expect(off).toEqual([...off].sort((one, other) => Number(one) - Number(other)))
})

test('a case that was entered later says the day on which it was received, and no time', async () => {
  answers['dettaglio/5'] = { result: { ...base, data_creazione: '2026-09-24T12:00:00.000Z' } }
  show()
  const facts = await screen.findByRole('complementary', { name: 'In breve' })
  expect(within(facts).getByText('Ricevuta il').nextElementSibling?.textContent).toBe('24/09/2026')
})

test.each([
  [1, null],
  [4, 'Spagnolo'],
])('a language is a fact unless it is Italian: %i', async (id_lingua, shown) => {
  answers['dettaglio/5'] = { result: { ...base, id_lingua } }
  show()
  const facts = await screen.findByRole('complementary', { name: 'In breve' })
  await within(facts).findByText('Ricevuta il')
  expect(within(facts).queryByText('Lingua')?.nextElementSibling?.textContent ?? null).toBe(shown)
})

test.each([
  [6, true],
  [1, false],
])('a record to sign is offered for reports made in person alone: channel %i', async (id_canale, isOffered) => {
  answers['dettaglio/5'] = { result: { ...base, id_canale } }
  show()
  await click('Altre azioni')
  for (const name of ['Verbale da firmare', 'Verbale in Word'])
    expect(screen.queryByRole('button', { name }) !== null).toBe(isOffered)
})

test('what cannot be done can be reached, and says why', async () => {
  show('operatorTwo')
  await click('Altre azioni')
  const cancel = screen.getByRole('button', { name: 'Annulla il caso…' })
  expect(cancel.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(cancel.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Spetta a: RUP')
  await userEvent.click(cancel)
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Annulla il caso…' })).toBeNull()
  screen.getByRole('button', { name: 'Restituisci' })
})

const event = (id: number, more: object = {}) => ({
  id_voce: id,
  tipo: 'modificata',
  data: at,
  campi_modificati: [],
  ...more,
})

test('the history tells who, when, what and the fields before and after; earlier entries come when asked for', async () => {
  const first = event(30, {
    tipo: 'assegna_op2',
    utente: 'Rossi Mario',
    ruolo: 'ACLRUP',
    id_stato_da: 2,
    id_stato_a: 4,
    motivo: 'Esperta di lavoro',
    campi_modificati: [{ campo: 'id_canale', prima: 1, dopo: 2 }],
  })
  const freed = event(29, { tipo: 'restituisci', operatore_assegnato: 'Neri Ada' })
  const rows = [first, freed, ...Array.from({ length: 8 }, (_, index) => event(28 - index))]
  answers['iter/5'] = { result: { listaView: rows, count: 11, da: 1, a: 10 } }
  answers['iter/5?da=11&a=20'] = { result: { listaView: [event(1, { tipo: 'ricevuta' })], count: 11, da: 11, a: 20 } }
  show()
  await openTab('Storico')
  const panel = within(await screen.findByRole('region', { name: 'Storico' }))
  const [entry] = await panel.findAllByRole('listitem')
  const newest = within(entry as HTMLElement)
  newest.getByText('Assegnato al II livello')
  newest.getByText('In attribuzione')
  newest.getByText('In lavorazione Op. II')
  newest.getByText('Esperta di lavoro')
  panel.getByText((_, node) => node?.textContent === 'Prima assegnato a: Neri Ada')
  const row = within(newest.getByRole('row', { name: /^Canale/, hidden: true }))
  expect(row.getAllByRole('cell', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Numero verde',
    'Portale web',
  ])
  expect(newest.getByRole('link').getAttribute('href')).toBe(`/x${paths.caseDetail}?id=5&evento=30`)
  await userEvent.click(panel.getByRole('button', { name: 'Mostra precedenti' }))
  const oldest = (await panel.findByText('Segnalazione ricevuta')).closest('li')
  await vi.waitFor(() => expect(document.activeElement).toBe(oldest))
  expect(panel.queryByRole('button', { name: 'Mostra precedenti' })).toBeNull()
})

test('a case is read as it was after an event of its history', async () => {
  answers['dettaglio-storico/5?id_voce=30'] = { result: { ...base, id_canale: 1 } }
  show('operatorTwo', '?id=5&evento=30')
  await screen.findByRole('heading', { name: 'Dettaglio storico richiesta' })
  await screen.findByRole('region', { name: 'Come è arrivata' })
  expect(screen.getAllByText('Numero verde').length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Modifica' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Torna al caso di oggi' }).getAttribute('href')).toBe(
    `/x${paths.caseDetail}?id=5`,
  )
})
