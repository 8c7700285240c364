import { paths } from '@portal/contract'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { onNotice } = await import('#lib/page/notices.ts')
const { RecordPage } = await import('./record-page.tsx')
const { NewPersonPage } = await import('./new-record-page.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 10_000 })

const base = {
  id_persona_fisica: 7,
  nome: 'Maria',
  cognome: 'Rossi',
  codice_fiscale: 'RSSMRA80A41H501Y',
  versione: 3,
  data_modifica: '2026-11-20T10:00:00.000Z',
  isConflict: 0,
  azioni: { modifica: null },
  anagrafica: { email: 'maria@example.it' },
  listaPersonaGiuridicaReferente: [{ id_persona_giuridica: 3, ragione_sociale: 'Porte Aperte' }],
}
const entry = {
  id_storico: 1,
  tipo: 'modifica',
  data_modifica: '2026-11-20T10:00:00.000Z',
  operatore: 'Bianchi Anna',
  campi_modificati: [{ campo: 'anagrafica.email', prima: 'vecchia@example.it', dopo: 'maria@example.it' }],
}

let answers: Record<string, Answer | ((call: Call) => Answer)> = {}
let calls: readonly Call[] = []

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
beforeEach(() => {
  answers = {
    'dettaglio-persona-fisica/7': { result: base },
    'storia-persona-fisica/7': { result: { listaView: [entry], count: 1, da: 1, a: 10 } },
    'lock-pf/7': { result: { fino_al: '2026-11-20T14:42:00.000Z' } },
    'mod-persona-fisica': { result: { ...base, versione: 4 } },
    'add-persona-fisica': { result: { id_persona_fisica: 7 } },
    'doppioni-persona-fisica': { result: { listaDoppioni: [] } },
    'doppioni-diversi': { result: { numero: 1 } },
    'annulla-unione': { result: { flag_annullata: 0, campi_modificati: ['anagrafica.email'] } },
  }
  sessionStorage.clear()
  calls = answerCalls((call) => {
    const answer = answers[call.path.replace('/v1/anagrafica/', '')] ?? { status: 404, result: {} }
    return typeof answer === 'function' ? answer(call) : answer
  }).calls
})

const Page = () => (
  <RecordPage
    renderCases={(kind, id) => <p>{`cases of ${kind} ${id}`}</p>}
    renderAssociations={(kind, code) => <p>{`associations of ${kind} ${code}`}</p>}
    readersHref={(kind, id) => `/audit/${kind}/${id}`}
  />
)

function show(address: string, role = 'manager') {
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: role }],
    [bundleQuery().queryKey, {}],
  ])
  return showPages({ [paths.personDetail]: Page, [paths.personNew]: NewPersonPage }, [address], known)
}
const showRecord = (role?: string) => show(`${paths.personDetail}?id=7`, role)
const sent = (end: string) => calls.filter(({ method, path }) => method === 'POST' && path.endsWith(end))
const bar = () => screen.findByRole('region', { name: 'Azioni sulla scheda' })
const edit = async () => userEvent.click(within(await bar()).getByRole('button', { name: 'Modifica' }))

test('a record that was merged into another says so and leads to that one', async () => {
  answers['dettaglio-persona-fisica/7'] = { status: 404, result: { id_scheda: 9 }, errorCode: 'scheda_unita' }
  answers['dettaglio-persona-fisica/9'] = { result: { ...base, id_persona_fisica: 9, cognome: 'Gallo' } }
  answers['storia-persona-fisica/9'] = { result: { listaView: [], count: 0, da: 1, a: 10 } }
  showRecord()
  await screen.findByText('Questa scheda è stata unita alla scheda n. 9')
  expect(screen.queryByText('Scheda non trovata')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Apri la scheda n. 9' }))
  await screen.findByText('Gallo Maria')
})

test('a record shows what is known of it, where it occurs, and what happened to it', async () => {
  showRecord()
  await screen.findByText('Rossi Maria')
  expect(screen.getAllByText('RSSMRA80A41H501Y').length).toBeGreaterThan(0)
  screen.getByText('cases of person 7')
  expect(screen.getByRole('link', { name: 'Porte Aperte' }).getAttribute('href')).toContain('id=3')
  screen.getByText('associations of person RSSMRA80A41H501Y')
  await screen.findByText('Scheda modificata')
  screen.getByText('Bianchi Anna')
  expect(screen.getByRole('link', { name: 'Chi ha consultato la scheda' }).getAttribute('href')).toContain('/audit/')
  // Every part of the page shows the record that was read once.
  expect(calls.filter(({ path }) => path.endsWith('/dettaglio-persona-fisica/7'))).toHaveLength(1)
})

test('who looked at a record is shown to the head of the office alone', async () => {
  showRecord('operatorOne')
  await screen.findByText('Rossi Maria')
  expect(screen.queryByRole('link', { name: 'Chi ha consultato la scheda' })).toBeNull()
})

test('an edited record is saved with the version that was read', async () => {
  const notices: string[] = []
  onNotice(({ body }) => notices.push(String(body)))
  showRecord()
  await edit()
  const field = await screen.findByRole('textbox', { name: /^E-mail/ })
  await userEvent.clear(field)
  await userEvent.type(field, 'nuova@example.it')
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  await waitFor(() => expect(notices).toContain('Anagrafica modificata con successo'))
  expect(sent('mod-persona-fisica')[0]?.body).toMatchObject({
    id_persona_fisica: 7,
    versione: 3,
    cognome: 'Rossi',
    anagrafica: { email: 'nuova@example.it' },
  })
})

test('a tax code that disagrees with the record is a warning, a mistyped one an error', async () => {
  showRecord()
  await edit()
  const name = await screen.findByRole('textbox', { name: /^Cognome/ })
  await userEvent.clear(name)
  await userEvent.type(name, 'Verdi')
  await screen.findByText(/^Controlla: cognome/)
  const code = screen.getByRole('textbox', { name: /^Codice fiscale/ })
  await userEvent.clear(code)
  await userEvent.type(code, 'RSSMRA80A41H501A')
  expect(screen.queryByText(/^Controlla/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  const summary = await screen.findByRole('alert')
  within(summary).getByText(/l'ultimo carattere non corrisponde/)
  expect(sent('mod-persona-fisica')).toEqual([])
})

test('a record that somebody else edits opens all the same, to be read', async () => {
  const held = { isConflict: 1, bloccato_da: 'Neri Lia', bloccato_dal: '2026-11-20T10:00:00.000Z' }
  answers['dettaglio-persona-fisica/7'] = {
    status: 409,
    result: { ...base, ...held, azioni: { modifica: 'bloccata' } },
  }
  showRecord()
  await screen.findByText("Un'altra persona sta modificando la scheda")
  const button = within(await bar()).getByRole('button', { name: 'Modifica' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('a new record opens once it is inserted; one that exists already says so, and nothing is lost', async () => {
  const notices: string[] = []
  onNotice(({ body }) => notices.push(String(body)))
  show(paths.personNew)
  const known = "Attenzione, l'anagrafica che si cerca di inserire risulta già censita."
  answers['add-persona-fisica'] = { status: 406, result: { descrizione: known } }
  await userEvent.type(await screen.findByRole('textbox', { name: /^Cognome/ }), 'Rossi')
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome/ }), 'Maria')
  await userEvent.type(screen.getByRole('textbox', { name: /^Codice fiscale/ }), 'RSSMRA80A41H501Y')
  const submit = screen.getByRole('button', { name: 'Inserisci la scheda' })
  await userEvent.click(submit)
  await screen.findByText(known)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Cognome/ }).value).toBe('Rossi')
  answers['add-persona-fisica'] = { result: { id_persona_fisica: 7 } }
  await userEvent.click(submit)
  await screen.findByText('cases of person 7')
  expect(notices).toContain('Anagrafica inserita con successo')
})

const similar = {
  id_scheda: 9,
  denominazione: 'Rossi Maria',
  codice: 'RSSMRA80A41H501Y',
  peso: 14,
  confronti: [{ dato: 'nome', esito: 'uguale', peso: 9 }],
}

test('a new record that is like others shows them first; sent again it is inserted and kept apart from them', async () => {
  answers['doppioni-persona-fisica'] = { result: { listaDoppioni: [similar] } }
  show(paths.personNew)
  await userEvent.type(await screen.findByRole('textbox', { name: /^Cognome/ }), 'Rossi')
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome/ }), 'Maria')
  const submit = screen.getByRole('button', { name: 'Inserisci la scheda' })
  await userEvent.click(submit)
  await screen.findByText("Nell'anagrafica c'è già una scheda simile")
  expect(screen.getByRole('link', { name: /^Rossi Maria/ }).getAttribute('href')).toContain('id=9')
  screen.getByText(/Nome: uguale/)
  expect(sent('add-persona-fisica')).toEqual([])
  await userEvent.click(submit)
  await screen.findByText('cases of person 7')
  expect(sent('add-persona-fisica')).toHaveLength(1)
  expect(sent('doppioni-diversi')[0]?.body).toEqual({ tipo: 'fisica', id_scheda: 7, altre: [9] })
})

test('an edit that makes a record like others shows them first; those it was like before are not asked about', async () => {
  const listed = { ...similar, id_scheda: 5, denominazione: 'Rossi Mara' }
  const foundFor: Record<string, object[]> = { 'maria@example.it': [listed], 'nuova@example.it': [listed, similar] }
  answers['doppioni-persona-fisica'] = ({ body }: Call) => ({
    result: { listaDoppioni: foundFor[body.anagrafica.email] ?? [] },
  })
  showRecord()
  await edit()
  const field = await screen.findByRole('textbox', { name: /^E-mail/ })
  await userEvent.clear(field)
  await userEvent.type(field, 'nuova@example.it')
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  const alert = (await screen.findByText("Nell'anagrafica c'è già una scheda simile")).closest('[tabindex="-1"]')
  await waitFor(() => expect(document.activeElement).toBe(alert))
  expect(screen.queryByRole('link', { name: /^Rossi Mara/ })).toBeNull()
  expect(sent('mod-persona-fisica')).toEqual([])
  expect(sent('doppioni-persona-fisica')[0]?.body).toMatchObject({ id_scheda: 7 })
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  await waitFor(() => expect(sent('mod-persona-fisica')).toHaveLength(1))
  await waitFor(() => expect(sent('doppioni-diversi')[0]?.body).toEqual({ tipo: 'fisica', id_scheda: 7, altre: [9] }))
  await waitFor(() => expect(screen.queryByText("Nell'anagrafica c'è già una scheda simile")).toBeNull())
})

test('a merge is undone from the history, with a question about what was edited since', async () => {
  const merge = { ...entry, tipo: 'unione', id_unione: 4, annullabile_fino_al: '2026-12-20T10:00:00.000Z' }
  answers['storia-persona-fisica/7'] = { result: { listaView: [merge], count: 1, da: 1, a: 10 } }
  showRecord()
  await userEvent.click(await screen.findByRole('button', { name: "Annulla l'unione" }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText(/20\/12\/2026/)
  await userEvent.click(within(dialog).getByRole('button', { name: "Annulla l'unione" }))
  await screen.findByText(/Che cosa fare di: E-mail\?/)
  answers['annulla-unione'] = { result: { flag_annullata: 1, campi_modificati: ['anagrafica.email'] } }
  await userEvent.click(screen.getByRole('button', { name: 'Torna ai dati di prima' }))
  await waitFor(() => expect(sent('annulla-unione')).toHaveLength(2))
  expect(sent('annulla-unione')[1]?.body).toEqual({
    id_unione: 4,
    flag_deciso: 1,
    campi_da_ripristinare: ['anagrafica.email'],
  })
})

test('who may not merge may not undo', async () => {
  const merge = { ...entry, tipo: 'unione', id_unione: 4, annullabile_fino_al: '2026-12-20T10:00:00.000Z' }
  answers['storia-persona-fisica/7'] = { result: { listaView: [merge], count: 1, da: 1, a: 10 } }
  showRecord('operatorOne')
  await screen.findByText("Scheda unita a un'altra")
  expect(screen.queryByRole('button', { name: "Annulla l'unione" })).toBeNull()
})

test('the birth that a tax code names is offered, and fills date and place', async () => {
  answers['/v1/tipologiche/luogo-catastale/H501'] = {
    result: { denominazione: 'Roma (RM)', id_nazione: 105, id_regione: 12, id_provincia: 58, id_citta: 8501 },
  }
  showRecord()
  await edit()
  await screen.findByText('Il codice fiscale dice: nascita il 01/01/1980, Roma (RM).')
  await userEvent.click(screen.getByRole('button', { name: 'Usa questi dati' }))
  expect(screen.queryByRole('button', { name: 'Usa questi dati' })).toBeNull()
  await userEvent.click(within(await bar()).getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(sent('mod-persona-fisica')[0]?.body).toMatchObject({
      data_nascita: '1980-01-01T00:00:00.000Z',
      nascita: { id_nazione: 105, id_regione: 12, id_provincia: 58, id_citta: 8501 },
    }),
  )
})

test('a place that no list has is kept as its code', async () => {
  showRecord()
  await edit()
  await screen.findByText(/luogo con codice H501, che non è in elenco/)
  await userEvent.click(screen.getByRole('button', { name: 'Usa questi dati' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Luogo di nascita, se non è in elenco' }).value).toBe(
    'H501',
  )
})

test('what a record says of the birth is not replaced by the code', async () => {
  answers['dettaglio-persona-fisica/7'] = { result: { ...base, nascita: { luogo: 'Villa Rossa' } } }
  showRecord()
  await edit()
  await userEvent.click(await screen.findByRole('button', { name: 'Usa questi dati' }))
  const place = screen.getByRole<HTMLInputElement>('textbox', { name: 'Luogo di nascita, se non è in elenco' })
  expect(place.value).toBe('Villa Rossa')
  expect(screen.queryByRole('button', { name: 'Usa questi dati' })).toBeNull()
})
