import { associationActionWords, paths } from '@portal/contract'
import { configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { AssociationPage } = await import('./association-page.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 10_000 })

const at = '2026-11-20T10:00:00.000Z'
const free = Object.fromEntries(Object.values(associationActionWords).map((word) => [word, 'stato_non_ammesso']))
const file = (name: string) => [
  { cmis_id: '11111111-1111-4111-8111-111111111111', nomeFile: name, id_tipo_allegato: 1 },
]
const base = {
  id_persona_giuridica: 5,
  ragione_sociale: 'Ponti e Porte',
  piva: '01234567897',
  id_stato_persona_giuridica: 1,
  versione: 3,
  data_richiesta: at,
  numero_richiesta: 'R-2026-000012',
  flag_in_ritardo: 0,
  flag_scaduta: 0,
  flag_termine_prorogato: 0,
  flag_firma_scaduta: 0,
  flag_cancellazione_richiesta: 0,
  read_only: 0,
  isConflict: 0,
  isStorico: 0,
  azioni: {
    ...free,
    richiedi_documenti: null,
    approva: null,
    proponi_rigetto: null,
    firma: 'ruolo_non_ammesso',
    modifica: null,
  },
  data_decreto_dal: '2026-11-20T00:00:00.000Z',
  data_correzione_dal: '2026-11-20T00:00:00.000Z',
  documenti_verificati: [1, 2, 3, 4, 5, 6],
  listaStoricoPG: [],
  listaAllegatoPersonaGiuridica8: [],
  listaAllegatoPersonaGiuridica: file('atto.pdf'),
  numero_iscritti: 40,
}

let answers: Record<string, Answer> = {}
let calls: readonly Call[] = []

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
beforeEach(() => {
  answers = {
    'dettaglio/admin/5': { result: base },
    'verifica-documenti': { result: { documenti_verificati: [1, 2, 3, 4, 5, 6, 7] } },
    'iter/5': { result: { listaView: [], count: 0, da: 1, a: 10 } },
    'lettere/5': { result: { listaView: [], count: 0, da: 1, a: 10 } },
    'lock/5': { result: { fino_al: '2026-11-20T14:42:00.000Z' } },
  }
  sessionStorage.clear()
  calls = answerCalls(({ path }) => answers[path.replace('/v1/associazioni/', '')] ?? { status: 404, result: {} }).calls
})

function show(address = '?id=5', role = 'registerAdmin') {
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: role }],
    [bundleQuery().queryKey, {}],
  ])
  return showPages({ [paths.newRequestDetail]: AssociationPage }, [`${paths.newRequestDetail}${address}`], known)
}

const sent = (end: string) => calls.filter(({ method, path }) => method === 'POST' && path.endsWith(end))
const bar = () => screen.findByRole('region', { name: "Azioni sull'associazione" })
const press = async (name: string) => userEvent.click(within(await bar()).getByRole('button', { name }))

test('a request shows its head and its fields as text', async () => {
  show()
  await screen.findByRole('heading', { level: 1, name: 'Dettaglio richiesta' })
  expect(await screen.findAllByText('R-2026-000012')).not.toHaveLength(0)
  expect((await screen.findAllByText('Ponti e Porte')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the desk reads that certificates have no signature while the certificate of the key is not valid', async () => {
  answers['dettaglio/admin/5'] = { result: { ...base, flag_firma_scaduta: 1 } }
  show()
  await screen.findByText('I certificati di iscrizione escono senza firma')
})

test('an approval waits until every document is checked, and each check is saved at once', async () => {
  show('?id=5&scheda=documenti')
  const approve = within(await bar()).getByRole('button', { name: /^Approva/ })
  expect(approve.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('checkbox', { name: /Documento d'identità/ }))
  await vi.waitFor(() =>
    expect(sent('verifica-documenti')[0]?.body).toEqual({
      id_persona_giuridica: 5,
      documenti_verificati: [1, 2, 3, 4, 5, 6, 7],
    }),
  )
  await vi.waitFor(() => expect(approve.getAttribute('aria-disabled')).not.toBe('true'))
})

test('the first document that nobody has checked is open, and one press verifies it and opens the next', async () => {
  const [fifth, seventh] = [5, 7].map((type) => ({
    cmis_id: `00000000-0000-4000-8000-00000000000${type}`,
    nomeFile: `documento-${type}.pdf`,
    id_tipo_allegato: type,
  }))
  answers['dettaglio/admin/5'] = {
    result: { ...base, documenti_verificati: [1, 2, 3, 4, 6], listaAllegatoPersonaGiuridica: [fifth, seventh] },
  }
  show('?id=5&scheda=documenti')
  const preview = within(await screen.findByRole('region', { name: 'Anteprima del file' }))
  const isOpen = (name: RegExp) =>
    vi.waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true'))
  await isOpen(/documento-5.pdf/)
  await userEvent.click(preview.getByRole('button', { name: 'Verificato, prossimo documento' }))
  await isOpen(/documento-7.pdf/)
  await userEvent.click(preview.getByRole('button', { name: 'Verificato' }))
  // Its button goes with the last document.
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Anteprima del file'))
  await vi.waitFor(() =>
    expect(
      sent('verifica-documenti').map(({ body }) => (body as { documenti_verificati: number[] }).documenti_verificati),
    ).toEqual([
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3, 4, 5, 6, 7],
    ]),
  )
})

test('a document is judged by the keys, and what is wrong with it is written in the request for documents', async () => {
  const of = (type: number) => ({
    cmis_id: `${type}1111111-1111-4111-8111-111111111111`,
    nomeFile: `documento-${type}.pdf`,
    id_tipo_allegato: type,
  })
  answers['dettaglio/admin/5'] = {
    result: { ...base, documenti_verificati: [1, 2, 3, 4, 5], listaAllegatoPersonaGiuridica: [of(6), of(7)] },
  }
  answers['cambia-stato'] = { result: { ...base, id_stato_persona_giuridica: 3, versione: 4 } }
  show('?id=5&scheda=documenti')
  const open = (shortcut: string) => document.querySelector<HTMLElement>(`[aria-keyshortcuts="${shortcut}"]`)
  await screen.findByRole('button', { name: 'Non conforme…' })
  open('m')?.click()
  const note = await screen.findByRole('textbox', { name: /Che cosa manca o non va/ })
  expect(document.activeElement).toBe(note)
  await userEvent.keyboard('manca la firma{Enter}')
  await screen.findByText('manca la firma')
  await screen.findByRole('button', { name: 'Verificato' })
  open('v')?.click()
  await vi.waitFor(() => expect(sent('verifica-documenti')).toHaveLength(1))
  expect(sent('verifica-documenti')[0]?.body).toMatchObject({ documenti_verificati: expect.not.arrayContaining([6]) })
  await press('Chiedi documenti')
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Che cosa manca/ })
  expect(field.value).toMatch(/^- .+: manca la firma$/m)
  await userEvent.click(screen.getByRole('button', { name: 'Invia la richiesta' }))
  await screen.findByText('Integrazione documentale')
  expect(Object.keys(sessionStorage).filter((key) => key.includes('.notes'))).toEqual([])
})

test('a check that is not saved is taken back', async () => {
  answers['verifica-documenti'] = { status: 500, result: {} }
  show('?id=5&scheda=documenti')
  const box = await screen.findByRole('checkbox', { name: /Documento d'identità/ })
  await userEvent.click(box)
  await vi.waitFor(() => expect((box as HTMLInputElement).checked).toBe(false))
})

test('a request for documents begins with those that nobody has checked, and carries the version', async () => {
  answers['cambia-stato'] = { result: { ...base, id_stato_persona_giuridica: 3, versione: 4 } }
  show()
  await press('Chiedi documenti')
  const field = await screen.findByRole('textbox', { name: /Che cosa manca/ })
  expect((field as HTMLTextAreaElement).value).toContain("- Documento d'identità")
  await userEvent.click(screen.getByRole('button', { name: 'Invia la richiesta' }))
  await vi.waitFor(() =>
    expect(sent('cambia-stato')[0]?.body).toMatchObject({
      id_persona_giuridica: 5,
      versione: 3,
      azione: 'richiedi_documenti',
      noteMail: expect.stringContaining('Documento'),
    }),
  )
  await screen.findByText('Integrazione documentale')
})

test('where somebody else edits it, it is read-only and says who', async () => {
  const locked = { ...base, isConflict: 1, bloccato_da: 'Neri Ada', bloccato_dal: at }
  answers['dettaglio/admin/5'] = {
    status: 409,
    errorCode: 'associazione_bloccata',
    result: { ...locked, azioni: { ...base.azioni, modifica: 'bloccato' } },
  }
  show()
  expect((await screen.findAllByText('Neri Ada')).length).toBeGreaterThan(0)
  await screen.findByText("Un'altra persona sta modificando l'associazione")
  expect(
    within(await bar())
      .getByRole('button', { name: /^Modifica/ })
      .getAttribute('aria-disabled'),
  ).toBe('true')
})

test('errors of every tab are named when it is saved, and the input stays', async () => {
  show()
  await press('Modifica')
  const name = await screen.findByRole('textbox', { name: /Denominazione/ })
  await userEvent.clear(name)
  await userEvent.type(name, 'Porte e Ponti')
  await press('Salva')
  // Required fields of other tabs are named at once.
  expect((await screen.findAllByText(/Campo obbligatorio/)).length).toBeGreaterThan(0)
  expect((name as HTMLInputElement).value).toBe('Porte e Ponti')
})

test('an address without an association says so, under the same title', async () => {
  show('')
  await screen.findByRole('heading', { level: 1, name: 'Dettaglio richiesta' })
  await screen.findByText(/Questa associazione non c'è/)
})

test('an association is read as it was after an entry of its history, under the title for the past', async () => {
  const past = { ...base, id_stato_persona_giuridica: 5, isStorico: 1, read_only: 1 }
  answers['dettaglio-strorico/77'] = { result: past }
  show('?id=5&evento=77')
  await screen.findByRole('heading', { level: 1, name: 'Dettaglio storico associazione' })
  expect((await screen.findAllByText('Ponti e Porte')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('region', { name: "Azioni sull'associazione" })).toBeNull()
})

test('a change of decreed facts is shown beside them, and accepted by an action', async () => {
  const proposta = {
    data_proposta: at,
    data_termine: '2026-12-20T00:00:00.000Z',
    flag_in_ritardo: 0,
    campi_modificati: [{ campo: 'ragione_sociale', prima: 'Ponti e Porte', dopo: 'Ponti Nuovi' }],
  }
  const azioni = { ...free, accetta_proposta: null, respingi_proposta: null, modifica: null }
  answers['dettaglio/admin/5'] = { result: { ...base, id_stato_persona_giuridica: 5, azioni, proposta } }
  answers['cambia-stato'] = { result: { ...base, id_stato_persona_giuridica: 5, ragione_sociale: 'Ponti Nuovi' } }
  show()
  expect(await screen.findByText('È proposta una modifica di dati del decreto')).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'Ponti Nuovi' })).toBeTruthy()
  await press('Accetta la modifica')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accetta' }))
  await vi.waitFor(() => expect(sent('cambia-stato')).toHaveLength(1))
  expect(sent('cambia-stato')[0]?.body).toMatchObject({ azione: 'accetta_proposta', versione: 3 })
  await vi.waitFor(() => expect(screen.queryByText('È proposta una modifica di dati del decreto')).toBeNull())
})

test('a decree before the request is refused in the dialog', async () => {
  const azioni = { ...free, correggi_decreto: null, modifica: 'ruolo_non_ammesso' }
  const decreed = { numero_decreto: '41/2025', data_decreto: '2026-11-20T00:00:00.000Z' }
  answers['dettaglio/admin/5'] = { result: { ...base, ...decreed, id_stato_persona_giuridica: 5, azioni } }
  show('?id=5', 'manager')
  await press('Altre azioni')
  await userEvent.click(await screen.findByText('Correggi il decreto'))
  const dialog = within(await screen.findByRole('dialog'))
  const date = dialog.getByLabelText(/^Data del decreto/)
  await userEvent.clear(date)
  await userEvent.type(date, '20111999')
  await userEvent.click(dialog.getByRole('button', { name: 'Correggi' }))
  expect((await dialog.findAllByText(/non può essere prima di quella della richiesta/)).length).toBeGreaterThan(0)
  expect(sent('cambia-stato')).toEqual([])
})

/** What a record needs to be saved. */
const complete = {
  id_tipo_anagrafica_pg: 1,
  data_costituzione: '2019-03-01T00:00:00.000Z',
  anagrafica: { recapito_pri: '061234567', email: 'info@ponti.example' },
  personaGiuridicaLegaleRappresentante: {
    nome: 'Mario',
    cognome: 'Bruni',
    cf: 'BRNMRA70A01H501R',
    data_nascita: '1970-01-01T00:00:00.000Z',
  },
  groundPrevalente: 1,
  listaPersonaGiuridicaSottoGround: [{ id_ground: 1, priorita: 0 }],
  listaPersonaGiuridicaProgetto: [
    { nomeProgetto: 'Sportello', importo_finanziato: 5000, listaAmbitoProgetto: [{ id_ambito: 1 }] },
  ],
  listaPersonaGiuridicaReferente: [
    {
      nomeReferente: 'Amina',
      cognomeReferente: 'Diallo',
      cfReferente: 'DLLMNA91P49Z330K',
      mailReferente: 'a@demo.example',
    },
  ],
  trattamentoDatiPersonali: 1,
}

test('a save that cannot enable a contact says so under a heading of its own, and what was typed stays', async () => {
  const message = "Errore durante l'abilitazione dei referenti. Tutte le modifiche non saranno salvate."
  answers.mod = { status: 412, result: { descrizione: message }, errorCode: 'referenti_non_abilitati' }
  answers['dettaglio/admin/5'] = { result: { ...base, ...complete } }
  show()
  await press('Modifica')
  const name = await screen.findByRole('textbox', { name: /Denominazione/ })
  await userEvent.type(name, ' ODV')
  await press('Salva')
  const box = await screen.findByRole('alert')
  const alert = within(box)
  alert.getByText('Non salvato: un referente non può entrare')
  alert.getByText(message)
  // Far above the bar with 'Salva': a page of many contacts would not show it.
  expect(document.activeElement?.contains(box)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  expect((name as HTMLInputElement).value).toBe('Ponti e Porte ODV')
})

test('an open page shows within ten seconds that somebody else edits the record', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    answers['blocco/5'] = { result: { versione: 3 } }
    show()
    await screen.findByRole('heading', { level: 1, name: 'Dettaglio richiesta' })
    await screen.findAllByText('R-2026-000012')
    answers['blocco/5'] = { result: { versione: 3, bloccato_da: 'Neri Ada', bloccato_dal: at } }
    answers['dettaglio/admin/5'] = { result: { ...base, isConflict: 1, bloccato_da: 'Neri Ada', bloccato_dal: at } }
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await screen.findAllByText('Neri Ada')).length).toBeGreaterThan(0)
  } finally {
    vi.useRealTimers()
  }
})
