import { paths } from '@portal/contract'
import { cleanup, configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { onNotice } = await import('#lib/page/notices.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CaseNewPage } = await import('./case-new-page.tsx')
const { cluesIn, personCluesIn } = await import('./same-person.queries.ts')
await loadTexts()
await loadTextsOf('desk')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 15_000 })

let status = 200
/** Whether a server that heard the first try refuses another text under its key. */
let knowsFirst = false
let duplicates: object[] = []
let people: object[] = []
let calls: readonly Call[] = []
const known = {
  id_persona_fisica: 5,
  versione: 1,
  data_modifica: '2026-11-20T10:00:00.000Z',
  azioni: { modifica: null },
  isConflict: 0,
  cognome: 'De Rosa',
  nome: 'Inés',
  id_lingua: 3,
  anagrafica: { recapito_pri: '+393331112223', email: 'ines@example.org', id_nazione: 105, id_regione: 12 },
}
const sent = () =>
  calls
    .filter(({ method }) => method === 'POST')
    .map(({ path, headers, body }) => ({ path, key: headers.get('Idempotency-Key'), body }))
const shownNotices: string[] = []
const entries = () => sent().filter(({ path }) => path === '/v1/segnalazioni/nuova-segnalazione')

function enter(): Answer {
  if (knowsFirst && JSON.stringify(entries().at(-1)?.body) !== JSON.stringify(entries()[0]?.body))
    return { status: 409, result: {}, errorCode: 'chiave_riutilizzata' }
  return { status, result: { id_segnalazione: 77, codice: 'UNAR-2026-000077' }, errorCode: null }
}

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  status = 200
  knowsFirst = false
  duplicates = []
  people = []
  calls = answerCalls({
    'POST /v1/segnalazioni/possibili-duplicati': () => ({ result: { listaView: duplicates } }),
    'POST /v1/anagrafica/stessa-persona': () => ({ result: { listaView: people } }),
    'GET /v1/anagrafica/dettaglio-persona-fisica/5': () => ({ result: known }),
    'POST /v1/segnalazioni/nuova-segnalazione': enter,
  }).calls
  shownNotices.length = 0
  sessionStorage.clear()
})

const lists = {
  channel: [
    { id: 1, label: 'Numero verde' },
    { id: 5, label: 'Posta ordinaria' },
  ],
  language: [{ id: 3, label: 'Spagnolo' }],
  reporter_type: [{ id: 3, label: 'Testimone' }],
}

function show(role: 'manager' | 'operatorOne' = 'operatorOne', query = '') {
  const pages = {
    [paths.caseNew]: CaseNewPage,
    [paths.caseDetail]: () => <h1>Dettaglio</h1>,
    [paths.caseList]: () => <h1>Casi</h1>,
  }
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: role }],
    [bundleQuery().queryKey, lists],
  ])
  return showPages(pages, [paths.caseList, `${paths.caseNew}${query}`], known)
}

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
async function fillIn() {
  await userEvent.selectOptions(await screen.findByLabelText(/^Profilo/), 'Testimone')
  await userEvent.type(screen.getByLabelText(/^Che cosa è successo/), 'Un fatto')
}

test('a call is entered with the essential fields, and taken by the operator who entered it', async () => {
  const router = show()
  await fillIn()
  await click('Salva e prendi in carico')
  await screen.findByRole('heading', { name: 'Dettaglio' })
  expect(router.history.location.href).toBe(`/x${paths.caseDetail}?id=77`)
  expect(entries()).toHaveLength(1)
  expect(entries()[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(entries()[0]?.body).toEqual({
    id_canale: 1,
    id_segnalante: 3,
    resoconto_fatti: 'Un fatto',
    flag_associazione: 0,
    flag_presa_in_carico: 1,
  })
  expect(shownNotices).toEqual(['success: Segnalazione inserita con successo'])
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('RUP takes no cases; with a submit type one goes back a step', async () => {
  const router = show('manager', '?submitType=LISTA')
  await fillIn()
  expect(screen.queryByRole('button', { name: 'Salva e prendi in carico' })).toBeNull()
  await click('Salva')
  await screen.findByRole('heading', { name: 'Casi' })
  expect(router.history.location.pathname).toBe(`/x${paths.caseList}`)
  expect(entries()[0]?.body).toMatchObject({ submitType: 'LISTA' })
})

test('the summary lists the errors in the order of the page', async () => {
  show()
  await click('Salva')
  const links = within(await screen.findByRole('alert')).getAllByRole('link')
  const fields = links.map((link) => document.getElementById(link.getAttribute('href')?.slice(1) ?? ''))
  expect(links.map(({ textContent }) => textContent?.split(':')[0])).toEqual(['Profilo', 'Che cosa è successo'])
  for (const [index, field] of fields.slice(1).entries())
    expect(fields[index]?.compareDocumentPosition(field as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('faults are shown at once; one that is folded away is opened by its link', async () => {
  show()
  await userEvent.click(await screen.findByText('La vittima'))
  await userEvent.type(await screen.findByLabelText('Codice fiscale della vittima'), 'XX')
  await userEvent.click(screen.getByText('La vittima'))
  await vi.waitFor(() => expect(screen.queryByLabelText('Codice fiscale della vittima')).toBeNull())
  await click('Salva')
  const summary = within(await screen.findByRole('alert'))
  expect(summary.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Profilo: Campo obbligatorio',
    'Che cosa è successo: Campo obbligatorio',
    'Codice fiscale della vittima: Codice fiscale non valido.',
  ])
  expect(sent()).toEqual([])
  await userEvent.click(summary.getByRole('link', { name: /vittima/ }))
  expect(document.activeElement).toBe(screen.getByLabelText('Codice fiscale della vittima'))
})

test('a repeat after a lost answer carries the same key, a changed text another', async () => {
  show()
  await fillIn()
  status = 0
  await click('Salva')
  await screen.findByText('Non è stato salvato: il server non risponde')
  await click('Salva')
  await vi.waitFor(() => expect(entries()).toHaveLength(2))
  await userEvent.type(screen.getByLabelText(/^Che cosa è successo/), '.')
  status = 200
  await click('Salva')
  await screen.findByRole('heading', { name: 'Dettaglio' })
  const [first, second, third] = entries().map(({ key }) => key)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test.each([
  ['Salva', 'Salva e prendi in carico'],
  ['Salva e prendi in carico', 'Salva'],
])('«%s» whose answer was lost and then «%s» make one case, the first', async (first, second) => {
  show()
  await fillIn()
  status = 0
  await click(first)
  await screen.findByText('Non è stato salvato: il server non risponde')
  status = 200
  knowsFirst = true
  await click(second)
  await screen.findByRole('heading', { name: 'Dettaglio' })
  const [lost, refused, found] = entries()
  expect(entries()).toHaveLength(3)
  expect(refused?.body).not.toEqual(lost?.body)
  expect(found).toEqual(lost)
  expect(shownNotices).toEqual([expect.stringContaining('success')])
})

test('what was typed is offered again after a reload, before anything writes over it', async () => {
  show()
  await fillIn()
  cleanup()
  show()
  await screen.findByText("C'è una bozza non salvata")
  expect(screen.queryByLabelText(/^Canale/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Ripristina la bozza/ }))
  expect(await screen.findByLabelText(/^Che cosa è successo/)).toHaveProperty('value', 'Un fatto')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Profilo/))
})

test('what was taken back by hand is kept no more', async () => {
  show()
  const field = await screen.findByLabelText(/^Che cosa è successo/)
  await userEvent.type(field, 'Un fatto')
  await vi.waitFor(() => expect(Object.keys(sessionStorage)).toHaveLength(1))
  await userEvent.clear(field)
  await vi.waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]))
})

test('a call was received today; what comes by post may have come before', async () => {
  show()
  const channel = await screen.findByLabelText(/^Canale/)
  expect(channel).toHaveProperty('value', '1')
  // A call begins at its first open question.
  expect(document.activeElement).toBe(screen.getByLabelText(/^Profilo/))
  expect(screen.queryByLabelText(/^Data di ricezione/)).toBeNull()
  await userEvent.selectOptions(channel, 'Posta ordinaria')
  expect(screen.getByLabelText(/^Data di ricezione/)).toBeDefined()
})

test('whether and when to call back is asked once there is a telephone', async () => {
  show()
  await screen.findByLabelText(/^Canale/)
  expect(screen.queryByLabelText('Quando si può chiamare')).toBeNull()
  await userEvent.type(screen.getByLabelText('Telefono'), '3331112223')
  expect(screen.getByLabelText('Quando si può chiamare')).toBeDefined()
  await userEvent.click(screen.getByLabelText('Non chiamare'))
  expect(screen.queryByLabelText('Quando si può chiamare')).toBeNull()
})

const earlier = {
  id_segnalazione: 9,
  codice: 'UNAR-2026-000009',
  id_stato: 1,
  data_creazione: '2026-11-20T10:00:00.000Z',
  id_lingua: 1,
  id_segnalante: 3,
  id_canale: 1,
  numero_protocollo: 'p',
  versione: 1,
  messaggi_non_letti: 0,
  motivi: ['nominativo'],
}

test('an accommodation is asked for beside the wishes about calls, and a date that is typed cannot be unknown', async () => {
  show()
  expect(await screen.findByLabelText('Chiede un accomodamento')).toBeTruthy()
  expect(screen.queryByLabelText("Lingua dell'interprete")).toBeNull()
  await userEvent.click(screen.getByLabelText('Chiede un accomodamento'))
  await userEvent.type(screen.getByLabelText("Lingua dell'interprete"), 'wolof')
  const unknown = () => screen.queryByLabelText('Data sconosciuta')
  expect(unknown()).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^Data del fatto/), '3')
  expect(unknown()).toBeNull()
  await userEvent.clear(screen.getByLabelText(/^Data del fatto/))
  expect(unknown()).toBeTruthy()
  await fillIn()
  await click('Salva')
  await screen.findByRole('heading', { name: 'Dettaglio' })
  expect(entries()[0]?.body).toMatchObject({ flag_accomodamento: 1, accomodamento: { interprete: 'wolof' } })
})

test('cases that may be the same are shown while one types, with the reason', async () => {
  duplicates = [earlier]
  show()
  await userEvent.type(await screen.findByLabelText('Cognome'), 'Rossi')
  const link = await screen.findByRole('link', { name: /^UNAR-2026-000009/ })
  expect(link.getAttribute('href')).toBe(`/x${paths.caseDetail}?id=9`)
  expect(link.getAttribute('target')).toBe('_blank')
  expect(screen.getByText('stesso nominativo')).toBeDefined()
  // They stand below what is typed: what stays in sight leads to them.
  await click('1 corrispondenza: guardala')
  expect(document.activeElement?.contains(link)).toBe(true)
  const bodies = (path: string) => sent().flatMap((one) => (one.path === path ? [one.body] : []))
  expect(bodies('/v1/segnalazioni/possibili-duplicati')).toEqual([{ listaNominativo: ['Rossi'] }])
  expect(bodies('/v1/anagrafica/stessa-persona')).toEqual([{ parole: 'Rossi' }])
})

test('a key takes a known person over: names as the office has them, what was typed stays, and all of it can be undone', async () => {
  const { id_persona_fisica, cognome, nome } = known
  people = [{ id_persona_fisica, cognome, nome, numero_casi: 2, motivi: ['simile'] }]
  duplicates = [earlier, ...[10, 11, 12, 13].map((id) => ({ ...earlier, id_segnalazione: id, codice: `C-${id}` }))]
  show()
  await userEvent.type(await screen.findByLabelText('Cognome'), 'de ros')
  await userEvent.type(screen.getByLabelText('Telefono'), '3339998887')
  const use = await screen.findByRole('button', { name: 'Usa i dati: De Rosa Inés' })
  expect(use.getAttribute('aria-keyshortcuts')).toBe('F2')
  // Five at most, the registry first.
  expect(screen.getAllByRole('button', { name: /^Usa i dati/ })).toHaveLength(5)
  await userEvent.click(use)
  await screen.findByText('Dati ripresi da')
  const shown = (label: string) => screen.getByLabelText(label).getAttribute('value')
  expect(['Cognome', 'Nome', 'Telefono', 'E-mail'].map(shown)).toEqual([
    'De Rosa',
    'Inés',
    '3339998887',
    'ines@example.org',
  ])
  expect(screen.getByLabelText('Lingua')).toHaveProperty('value', '3')
  expect(screen.queryByRole('button', { name: 'Usa i dati: De Rosa Inés' })).toBeNull()
  await click('Annulla')
  expect(['Cognome', 'Nome', 'Telefono', 'E-mail'].map(shown)).toEqual(['de ros', '', '3339998887', ''])
})

test("the victim's name and every protocol number are clues, and typing them asks once they have settled", async () => {
  show()
  await userEvent.click(await screen.findByText('La vittima'))
  await userEvent.type(await screen.findByLabelText('Cognome della vittima'), 'Zerhouni')
  await userEvent.click(screen.getByText('Protocollo'))
  const numbers = ['DPO 12/A', '0077']
  for (const [index, number] of numbers.entries()) {
    await click('Aggiungi un numero')
    const line = within(await screen.findByRole('group', { name: `Numero ${index + 1}` }))
    await userEvent.type(line.getByLabelText(/^Numero/), number)
  }
  const last = () => sent().at(-1)?.body
  await vi.waitFor(() => expect(last()).toEqual({ listaNumeroProtocollo: numbers, listaNominativo: ['Zerhouni'] }))
  const keys = `Zerhouni${numbers.join('')}`.length
  expect(sent().length).toBeLessThan(keys / 2)
})

test('a case is looked for by its number, by a name of three letters, by place and day together', () => {
  expect(cluesIn({ lastName: 'Li' })).toBeUndefined()
  expect(cluesIn({ placeCity: 8501 })).toBeUndefined()
  expect(cluesIn({ placeCity: 8501, eventDate: '2026-01-02' })).toEqual({ placeCity: 8501, eventDate: '2026-01-02' })
  expect(cluesIn({ protocolNumbers: [{ number: '12' }] })).toEqual({
    protocolNumbers: ['12'],
  })
})

test('who reports and who it happened to are looked for, unless another answer hides who they are', () => {
  const persons = (entry: Parameters<typeof cluesIn>[0]) => cluesIn(entry)?.persons
  const victim = { victimFirstName: 'Amina', victimLastName: 'Zerhouni' }
  const reporter = { firstName: 'Karim', lastName: 'Bennani' }
  expect(persons({ profile: 3, ...reporter, ...victim })).toEqual(['Bennani Karim', 'Zerhouni Amina'])
  expect(persons({ profile: 3, anonymous: true, ...reporter, ...victim })).toEqual(['Zerhouni Amina'])
  expect(persons({ profile: 1, ...reporter, ...victim })).toEqual(['Bennani Karim'])
  expect(persons({ profile: 4, organisationName: 'Ente', ...victim })).toEqual(['Ente', 'Zerhouni Amina'])
  expect(persons({ profile: 3, lastName: 'Zerhouni', victimLastName: 'Zerhouni' })).toEqual(['Zerhouni'])
  expect(persons({ profile: 3, victimLastName: 'Ze' })).toBeUndefined()
})

test('contacts that are long enough to be whole are looked for', () => {
  const caller = { profile: 3, phone: '+39333', email: 'a@example.org' }
  expect(cluesIn(caller)).toEqual({ contacts: ['a@example.org'] })
  expect(personCluesIn(caller)).toEqual({ email: 'a@example.org' })
  expect(personCluesIn({ profile: 3, phone: '+393331112223', lastName: 'Li' })).toEqual({ phone: '+393331112223' })
  expect(personCluesIn({ profile: 3, anonymous: true, lastName: 'Rossi' })).toBeUndefined()
})

test('every protocol number that was typed is looked for', () => {
  const protocolNumbers = [{ number: '12' }, {}, { number: 'DPO 12/A' }]
  expect(cluesIn({ protocolNumbers })).toEqual({ protocolNumbers: ['12', 'DPO 12/A'] })
})
