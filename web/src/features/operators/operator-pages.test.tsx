import { paths } from '@portal/contract'
import { configure, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls, type Call } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { onNotice } = await import('#lib/page/notices.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { OperatorListPage } = await import('./operator-list-page.tsx')
const { OperatorNewPage } = await import('./operator-new-page.tsx')
const { OperatorEditPage } = await import('./operator-edit-page.tsx')
const { OperatorPage } = await import('./operator-page.tsx')
await loadTexts()
await loadTextsOf('desk')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const at = '2026-03-09T13:20:11.000Z'
const rossi = {
  id_utente: 7,
  cf: 'RSSMRA80A01H501U',
  nome: 'Mario',
  cognome: 'Rossi',
  mail: 'mario@esempio.it',
  flag_abilitazione: 1,
  data_abilitazione: at,
  listaRuolo: ['ACLOP1', 'ACLRUP'],
  versione: 3,
  casi_aperti: 0,
  stati_casi_aperti: [],
  sessioni_aperte: 0,
  flag_ultimo_rup: 0,
  storico: [
    {
      progressivo: 1,
      azione: 'modificato',
      data_modifica: at,
      operatore: 'Ferri Giulia',
      campi: [{ campo: 'mail', prima: 'm@esempio.it', dopo: 'mario@esempio.it' }],
    },
  ],
}

let answers: Answers = {}
let calls: readonly Call[] = []
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))
const shownNotices: string[] = []

beforeAll(() => {
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  const list = { result: { listaView: [rossi], count: 1, da: 1, a: 1 } }
  answers = {
    'GET /v1/admin/operatori': list,
    'POST /v1/admin/operatori': list,
    'GET /v1/admin/operatori/7': { result: rossi },
    'GET /v1/admin/user': {
      result: [
        { id_utente: 7, nome: 'Mario', cognome: 'Rossi', listaRuolo: ['ACLOP1'] },
        { id_utente: 8, nome: 'Anna', cognome: 'Bianchi', listaRuolo: ['ACLOP2'] },
        { id_utente: 9, nome: 'Ugo', cognome: 'Verdi', listaRuolo: ['ACLASSOCIAZIONI'] },
      ],
    },
  }
  calls = answerCalls(answers).calls
  shownNotices.length = 0
})

const pages = {
  [paths.operatorList]: OperatorListPage,
  [paths.operatorNew]: OperatorNewPage,
  [paths.operatorEdit]: OperatorEditPage,
  [paths.operatorDetail]: OperatorPage,
}

const show = (address: string) =>
  showPages(pages, [address], queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }]]))

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const fields = { Cognome: 'Neri', Nome: 'Lia', 'Codice fiscale': 'NRELIA80A41H501Q', 'E-mail': 'lia@esempio.it' }

async function fillIn() {
  for (const [label, text] of Object.entries(fields))
    fireEvent.change(await screen.findByLabelText(new RegExp(`^${label}`)), { target: { value: text } })
}

test('the list names everybody with roles and state; the head of the office exports it', async () => {
  show(paths.operatorList)
  const link = await screen.findByRole('link', { name: 'Rossi Mario' })
  expect(link.getAttribute('href')).toBe(`/x${paths.operatorDetail}?id=7`)
  const cells = within(link.closest('tr') as HTMLElement).getAllByRole('cell')
  // The first cell selects the row.
  expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual([
    'RSSMRA80A01H501U',
    'mario@esempio.it',
    'Operatore di I livello, RUP',
    'Abilitato',
    '09/03/2026',
  ])
  screen.getByRole('button', { name: 'Esporta…' })
})

test('words go by POST with the other filters, and stay out of the address', async () => {
  const router = show(paths.operatorList)
  await click('Tutti i filtri')
  await userEvent.type(await screen.findByLabelText('Nome, CF o e-mail'), 'Rossi')
  await userEvent.click(screen.getByRole('checkbox', { name: 'RUP' }))
  await click('Filtra')
  await expect.poll(() => sent()).toHaveLength(1)
  expect(sent()[0]).toEqual({
    path: '/v1/admin/operatori',
    body: { da: 1, a: 10, filtri: { ruoli: ['ACLRUP'], nominativo: 'Rossi' } },
  })
  expect(router.history.location.href).toMatch(/\?ruoli=ACLRUP&ricerca=r\d+$/)
})

test('a word that is too short is said at its chip, and the list is not said to have failed', async () => {
  show(paths.operatorList)
  const error = { campo: 'filtri.nominativo', codice: 'ricerca_troppo_corta', messaggio: 'Servono tre lettere' }
  answers['POST /v1/admin/operatori'] = { status: 400, result: { errori: [error] }, errorCode: 'dati_non_validi' }
  await userEvent.type(await screen.findByRole('combobox', { name: 'Aggiungi un filtro' }), 'x{Enter}')
  await screen.findByRole('button', { name: 'Nome, CF o e-mail: x, modifica' })
  expect((await screen.findByRole('alert')).textContent).toBe('Servono tre lettere')
  expect(screen.queryByRole('button', { name: 'Riprova' })).toBeNull()
})

test('a new account is sent with its roles in order; then the list opens with the message', async () => {
  answers['POST /v1/admin/add-operatore'] = { result: { id_utente: 9 } }
  const router = show(paths.operatorNew)
  await fillIn()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Operatore di II livello' }))
  expect(screen.queryByLabelText('Ruolo iniziale')).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'RUP' }))
  await userEvent.selectOptions(screen.getByLabelText('Ruolo iniziale'), 'RUP')
  await click('Salva')
  await screen.findByRole('heading', { name: 'Gestione operatori' })
  expect(router.history.location.pathname).toBe(`/x${paths.operatorList}`)
  expect(shownNotices).toEqual(['success: Operatore inserito con successo'])
  expect(sent()[0]?.body).toEqual({
    cognome: 'Neri',
    nome: 'Lia',
    cf: 'NRELIA80A41H501Q',
    mail: 'lia@esempio.it',
    flag_abilitazione: 1,
    listaRuolo: ['ACLRUP', 'ACLOP2'],
    submitType: 'LISTA',
  })
})

test("'Salva e inserisci un altro' empties the form for the next", async () => {
  answers['POST /v1/admin/add-operatore'] = { result: { id_utente: 9 } }
  show(paths.operatorNew)
  await fillIn()
  await userEvent.click(screen.getByRole('checkbox', { name: 'RUP' }))
  await click('Salva e inserisci un altro')
  const surname = screen.getByLabelText(/^Cognome/) as HTMLInputElement
  await expect.poll(() => surname.value).toBe('')
  expect(document.activeElement).toBe(surname)
  expect(sent()[0]?.body).toMatchObject({ submitType: 'NUOVO' })
  expect(shownNotices).toEqual(['success: Operatore inserito con successo'])
})

test('all faults are shown at once without a call; those that only the server sees come to their fields', async () => {
  show(paths.operatorNew)
  await click('Salva')
  const summary = await screen.findByRole('alert')
  expect(document.activeElement).toBe(summary)
  expect(within(summary).getAllByRole('link')).toHaveLength(5)
  expect(sent()).toEqual([])
  const error = { campo: 'cf', codice: 'utenza_presente', messaggio: 'È già di un altro' }
  answers['POST /v1/admin/add-operatore'] = { status: 400, result: { errori: [error] }, errorCode: 'dati_non_validi' }
  await fillIn()
  await userEvent.click(screen.getByRole('checkbox', { name: 'RUP' }))
  await click('Salva')
  await screen.findByRole('link', { name: 'Codice fiscale: È già di un altro' })
  expect(screen.getByLabelText(/^Codice fiscale/).getAttribute('aria-invalid')).toBe('true')
  expect(shownNotices).toEqual([])
})

test("a 409 is shown in the server's sentence where the form is, and nothing typed is lost", async () => {
  const sentence = 'Esiste già un utente con questo codice fiscale'
  const result = { descrizione: sentence, response: sentence }
  answers['POST /v1/admin/add-operatore'] = { status: 409, result, errorCode: 'operatore_presente' }
  show(paths.operatorNew)
  await fillIn()
  await userEvent.click(screen.getByRole('checkbox', { name: 'RUP' }))
  await click('Salva')
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect((screen.getByLabelText(/^Cognome/) as HTMLInputElement).value).toBe('Neri')
  expect(shownNotices).toEqual([])
})

test('a changed form is not left before a question; an unchanged one is', async () => {
  const router = show(paths.operatorNew)
  await userEvent.type(await screen.findByLabelText(/^Cognome/), 'N')
  await userEvent.click(screen.getByRole('link', { name: 'Torna indietro' }))
  const question = await screen.findByRole('dialog', { name: 'Uscire senza salvare?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Continua a scrivere' }))
  expect(router.history.location.pathname).toBe(`/x${paths.operatorNew}`)
  await userEvent.clear(screen.getByLabelText(/^Cognome/))
  await userEvent.click(screen.getByRole('link', { name: 'Torna indietro' }))
  await screen.findByRole('heading', { name: 'Gestione operatori' })
})

test('a version conflict offers the newer one, and what was typed stays readable and can be put back', async () => {
  answers['POST /v1/admin/mod-operatore'] = {
    status: 409,
    result: { descrizione: 'Il dato è cambiato' },
    errorCode: 'conflitto',
  }
  show(`${paths.operatorEdit}?id=7`)
  const name = await screen.findByLabelText<HTMLInputElement>(/^Nome/)
  await userEvent.type(name, ' Maria')
  await click('Salva')
  expect((await screen.findByRole('alert')).textContent).toContain('Il dato è cambiato')
  answers['GET /v1/admin/operatori/7'] = { result: { ...rossi, telefono: '0611', versione: 4 } }
  await click('Carica la versione più recente')
  const typed = await screen.findByText(/Avevi scritto/)
  const box = typed.closest('.alert') as HTMLElement
  expect(
    within(box)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Nome'])
  expect(within(box).getByRole('definition').textContent).toBe('Mario Maria')
  expect(name.value).toBe('Mario')
  await click('Rimetti quello che avevo scritto')
  expect(name.value).toBe('Mario Maria')
  expect(screen.getByLabelText<HTMLInputElement>(/^Telefono/).value).toBe('0611')
  answers['POST /v1/admin/mod-operatore'] = { result: { id_utente: 7 } }
  await click('Salva')
  await screen.findByRole('heading', { name: 'Gestione operatori' })
  expect(sent().at(-1)?.body).toMatchObject({
    versione: 4,
    nome: 'Mario Maria',
    telefono: '0611',
    data_abilitazione: at,
  })
  expect(shownNotices).toEqual(['success: Operatore modificato con successo'])
})

test('the detail tells data, history and roles in their order', async () => {
  show(`${paths.operatorDetail}?id=7`)
  const data = await screen.findByRole('region', { name: 'Dati' })
  const roles = within(data).getAllByRole('listitem')
  expect(roles.map(({ textContent }) => textContent)).toEqual(['Operatore di I livelloRuolo iniziale', 'RUP'])
  const history = screen.getByRole('region', { name: 'Storico' })
  expect(history.textContent).toContain('Modifica')
  expect(history.textContent).toContain('Ferri Giulia')
  expect(history.textContent).toContain('E-mail: da «m@esempio.it» a «mario@esempio.it»')
})

test.each([
  [{ casi_aperti: 2 }, 'vanno prima riassegnati'],
  [{ flag_ultimo_rup: 1 }, "È l'ultimo RUP abilitato"],
])('an account with %o cannot be closed, and its buttons say why', async (state, reason) => {
  answers['GET /v1/admin/operatori/7'] = { result: { ...rossi, ...state } }
  show(`${paths.operatorDetail}?id=7`)
  for (const name of ['Disabilita', 'Elimina']) {
    const button = await screen.findByRole('button', { name })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(reason)
    await userEvent.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})

test('open cases go to a colleague who can work on all of them, and how many is shown; a refusal stays in the dialog', async () => {
  answers['GET /v1/admin/operatori/7'] = { result: { ...rossi, casi_aperti: 2, stati_casi_aperti: [4] } }
  const error = { campo: 'id_destinatari', codice: 'destinatario_non_adatto', messaggio: 'Non è adatto' }
  answers['POST /v1/admin/riassegna-casi'] = { status: 400, result: { errori: [error] }, errorCode: 'dati_non_validi' }
  show(`${paths.operatorDetail}?id=7`)
  await click('Riassegna i casi')
  const dialog = await screen.findByRole('dialog')
  await expect
    .poll(() =>
      within(dialog)
        .queryAllByRole('checkbox')
        .map((box) => box.closest('div')?.textContent),
    )
    .toEqual(['Bianchi Anna – Operatore di II livello'])
  await userEvent.click(within(dialog).getByLabelText(/^Bianchi Anna/))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Riassegna' }))
  await within(dialog).findByRole('link', { name: 'A chi: Non è adatto' })
  answers['POST /v1/admin/riassegna-casi'] = { result: { spostati: 2 } }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Riassegna' }))
  await expect.poll(() => shownNotices).toEqual(['success: 2 casi riassegnati a Bianchi Anna'])
  expect(sent().at(-1)?.body).toEqual({ id_utente: 7, id_destinatari: [8] })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('sessions are closed after a question', async () => {
  answers['GET /v1/admin/operatori/7'] = { result: { ...rossi, sessioni_aperte: 2 } }
  answers['POST /v1/admin/chiudi-sessioni'] = { result: { chiuse: 2 } }
  show(`${paths.operatorDetail}?id=7`)
  await click('Chiudi le sessioni')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Chiudi le sessioni' }))
  await expect.poll(() => shownNotices).toEqual(['success: 2 sessioni chiuse'])
  expect(sent()).toEqual([{ path: '/v1/admin/chiudi-sessioni', body: { id_utente: 7 } }])
})

test('a deletion is confirmed by name; the list opens with the specified message', async () => {
  answers['POST /v1/admin/del-operatore'] = { result: { nome: 'Mario', cognome: 'Rossi' } }
  show(`${paths.operatorDetail}?id=7`)
  await click('Elimina')
  const dialog = screen.getByRole('dialog', { name: "Eliminare l'operatore?" })
  expect(dialog.textContent).toContain("Sei sicuro di voler eliminare l'operatore Rossi Mario?")
  await userEvent.click(within(dialog).getByRole('button', { name: 'Elimina' }))
  await screen.findByRole('heading', { name: 'Gestione operatori' })
  expect(shownNotices).toEqual(["success: L' operatore Rossi Mario è stato eliminato con successo"])
})

test('an account that was deleted is shown read-only', async () => {
  const result = { ...rossi, data_eliminazione: at, descrizione: 'Si può solo leggere' }
  answers['GET /v1/admin/operatori/7'] = { status: 409, result, errorCode: 'operatore_eliminato' }
  show(`${paths.operatorDetail}?id=7`)
  expect(await screen.findByText('I dati si possono solo leggere.', { exact: false })).toBeTruthy()
  expect(screen.getByText('RSSMRA80A01H501U')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Modifica' })).toBeNull()
})

test('an account is opened again from a day on', async () => {
  answers['GET /v1/admin/operatori/7'] = { result: { ...rossi, flag_abilitazione: 0, data_disabilitazione: at } }
  answers['POST /v1/admin/mod-operatore'] = { result: { id_utente: 7 } }
  show(`${paths.operatorDetail}?id=7`)
  await click('Abilita')
  const dialog = screen.getByRole('dialog', { name: 'Abilitare Rossi Mario?' })
  const from = within(dialog).getByLabelText(/^Abilitato dal/)
  await userEvent.clear(from)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Abilita' }))
  expect(document.activeElement).toBe(within(dialog).getByRole('alert'))
  await userEvent.type(from, '01/12/2999')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Abilita' }))
  await expect.poll(() => sent()).toHaveLength(1)
  expect(sent()[0]?.body).toMatchObject({
    flag_abilitazione: 1,
    data_abilitazione: '2999-12-01T00:00:00.000Z',
    versione: 3,
  })
})
