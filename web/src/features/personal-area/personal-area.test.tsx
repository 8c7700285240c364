import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import values from '../../../../contract/test/examples/application.json' with { type: 'json' }
import { answerCalls } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { onNotice } = await import('#lib/page/notices.ts')
const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { PersonalAreaPage } = await import('./personal-area-page.tsx')
const { OwnEditPage } = await import('./own-edit-page.tsx')
const { OwnRenewalPage } = await import('./own-renewal-page.tsx')

vi.setConfig({ testTimeout: 30_000 })

beforeAll(async () => {
  await loadTexts('it')
  await Promise.all([loadTextsOf('desk'), loadTextsOf('enrolment'), loadTextsOf('upload')])
})

const own = (more: object = {}) => ({
  id_persona_giuridica: 7,
  id_stato_persona_giuridica: 5,
  versione: 3,
  ragione_sociale: 'Onda',
  data_richiesta: '2026-01-10T09:00:00.000Z',
  data_iscrizione: '2026-02-01',
  data_scadenza_iscrizione: '2027-02-01',
  flag_in_ritardo: 0,
  numero_richiesta: 'R-2026-000012',
  numero_iscrizione: 'I-2026-000004',
  modifica: null,
  rinnovo: 'rinnovo_non_aperto',
  flag_cancellazione_richiesta: 0,
  flag_certificato: 1,
  flag_rinnovo_ritirabile: 0,
  data_rinnovo_dal: '2026-12-03',
  data_rinnovo_al: '2027-05-02',
  listaPersonaGiuridicaReferente: [referente],
  listaAllegatoPersonaGiuridica: [statute],
  tappe: [
    { tipo: 'domanda', data: '2026-01-10T09:00:00.000Z', id_stato: 1 },
    { tipo: 'firma', data: '2026-02-01T09:00:00.000Z', id_stato: 5 },
  ],
  ...more,
})
const referente = {
  nomeReferente: 'Amina',
  cognomeReferente: 'Diallo',
  cfReferente: 'DLLMNA91P49Z330K',
  mailReferente: 'amina@onda.example',
}
const statute = { cmis_id: '11111111-1111-4111-8111-111111111111', nomeFile: 'statuto.pdf', id_tipo_allegato: 2 }

const user = { id: 1, firstName: 'Amina', lastName: 'Diallo', selectedRole: 'associationMember', associations: [] }

const show = () =>
  showPages(
    { '/associazione/areaPersonale/home': PersonalAreaPage },
    ['/associazione/areaPersonale/home'],
    queryClientWith([[currentUserQuery.queryKey, user]]),
  )

const list = 'GET /v1/associazioni/proprie'
const invitations = 'GET /v1/associazioni/incarichi'
const noInvitation = { [invitations]: { result: [] } }

test('an enrolled association sees its state, its steps newest first, its documents and contacts', async () => {
  answerCalls({ ...noInvitation, [list]: { result: [own()] } })
  show()
  expect(await screen.findByText('Onda', {}, { timeout: 4000 })).toBeTruthy()
  expect(screen.getByText("L'associazione è iscritta al registro.")).toBeTruthy()
  const steps = within(document.querySelector<HTMLElement>('.timeline') ?? document.body).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    '01/02/2026 Iscrizione al registro',
    '10/01/2026 Richiesta inviata',
  ])
  expect(screen.getByText('statuto.pdf')).toBeTruthy()
  expect(screen.getByText('Amina Diallo')).toBeTruthy()
})

test('a renewal that is not open yet says from when to when it is', async () => {
  answerCalls({ ...noInvitation, [list]: { result: [own()] } })
  show()
  const renew = await screen.findByRole('button', { name: 'Chiedi il rinnovo' })
  expect(renew.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Il rinnovo si può chiedere dal 03/12/2026 al 02/05/2027.')).toBeTruthy()
})

test('missing documents are named with their term, and lead to the page that sends them', async () => {
  const waiting = own({
    id_stato_persona_giuridica: 3,
    noteMail: 'Manca il bilancio firmato.',
    data_scadenza_integrazione: '2026-12-20',
    flag_certificato: 0,
    rinnovo: 'stato_non_ammesso',
  })
  answerCalls({ ...noInvitation, [list]: { result: [waiting] } })
  const router = show()
  expect(await screen.findByText('Manca il bilancio firmato.')).toBeTruthy()
  expect(screen.getByText('Da inviare entro il 20/12/2026.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Scarica il certificato' })).toBeNull()
  expect(screen.queryByRole('button', { name: /cancellazione/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Invia quello che manca' }))
  expect(router.history.location.href).toContain('/associazione/areaPersonale/modifica?id=7&passo=documenti')
})

test('a record that an operator checks says so instead of opening for a change', async () => {
  answerCalls({ ...noInvitation, [list]: { result: [own({ modifica: 'bloccato' })] } })
  show()
  const edit = await screen.findByRole('button', { name: 'Modifica dati e referenti' })
  expect(edit.getAttribute('aria-disabled')).toBe('true')
  const note = screen.getByText(
    /^Un operatore TAG sta effettuando delle verifiche sul profilo, si prega di riprovare più tardi/,
  )
  expect(note.textContent?.replaceAll('\u00a0', ' ')).toContain('800 12 34 56')
})

test('the removal is requested after a confirmation, and then waits for the office', async () => {
  const { calls } = answerCalls({
    ...noInvitation,
    [list]: { result: [own()] },
    'POST /v1/associazioni/chiedi-cancellazione': {
      result: own({
        flag_cancellazione_richiesta: 1,
        data_richiesta_cancellazione: '2026-11-20T00:00:00.000Z',
        data_termine_cancellazione: '2026-12-20T00:00:00.000Z',
      }),
    },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: /^Chiedi la cancellazione/ }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), 'Ci sciogliamo')
  await userEvent.click(dialog.getByRole('button', { name: 'Chiedi la cancellazione' }))
  expect(await screen.findByText(/Hai chiesto la cancellazione/)).toBeTruthy()
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ id_persona_giuridica: 7, motivo: 'Ci sciogliamo' })
  expect(screen.queryByRole('button', { name: /^Chiedi la cancellazione/ })).toBeNull()
})

test('the history is read when it is opened, and names the fields that changed', async () => {
  const event = {
    id_storico_persona_giuridica: 2,
    progressivo: 2,
    tipo: 'modifica_associazione',
    data_modifica: '2026-03-01T09:00:00.000Z',
    campi_modificati: [{ campo: 'anagrafica.email', dopo: 'a@b.it' }],
  }
  const { calls } = answerCalls({
    ...noInvitation,
    [list]: { result: [own()] },
    'GET /v1/associazioni/propria/iter/7': { result: { listaView: [event], count: 1, da: 1, a: 10 } },
  })
  show()
  const open = await screen.findByRole('button', { name: 'Mostra' })
  expect(calls.some(({ path }) => path.includes('/iter/'))).toBe(false)
  await userEvent.click(open)
  expect(await screen.findByText('Campi modificati: E-mail')).toBeTruthy()
})

test('somebody without an association reads what would be here and how to apply', async () => {
  answerCalls({ ...noInvitation, [list]: { result: [] } })
  show()
  expect(await screen.findByText('Nessuna associazione')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('link', { name: /nuova richiesta/ })).toBeTruthy())
})

const formPages = {
  '/associazione/areaPersonale/home': PersonalAreaPage,
  '/associazione/areaPersonale/modifica': OwnEditPage,
  '/associazione/areaPersonale/rinnovo': OwnRenewalPage,
}
const showForm = (address: string) =>
  showPages(formPages, [`/associazione/areaPersonale/${address}`], queryClientWith([[currentUserQuery.queryKey, user]]))

test('what the office requested is sent from the tab of the documents', async () => {
  const waiting = own({ id_stato_persona_giuridica: 3, noteMail: 'Manca il bilancio.', flag_certificato: 0 })
  answerCalls({ ...noInvitation, [list]: { result: [waiting] } })
  showForm('modifica?id=7&passo=documenti')
  const tab = await screen.findByRole('tab', { name: /^Documenti/ }, { timeout: 4000 })
  expect(tab.getAttribute('aria-selected')).toBe('true')
  expect(screen.getByText('Manca il bilancio.')).toBeTruthy()
  expect(screen.getByText('statuto.pdf')).toBeTruthy()
})

test('a renewal that is not open shows its window instead of a form', async () => {
  answerCalls({ ...noInvitation, [list]: { result: [own()] } })
  showForm('rinnovo?id=7')
  expect(await screen.findByText(/dal 03\/12\/2026 al 02\/05\/2027/)).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('a renewal that is open starts without the documents of earlier years', async () => {
  const budget = { ...statute, nomeFile: 'bilancio.pdf', id_tipo_allegato: 4 }
  answerCalls({
    ...noInvitation,
    [list]: { result: [own({ rinnovo: null, listaAllegatoPersonaGiuridica: [statute, budget] })] },
  })
  showForm('rinnovo?id=7')
  await userEvent.click(await screen.findByRole('tab', { name: /^Documenti/ }, { timeout: 4000 }))
  expect(screen.getByText('statuto.pdf')).toBeTruthy()
  expect(screen.queryByText('bilancio.pdf')).toBeNull()
})

test('an association of somebody else is not opened', async () => {
  answerCalls({ ...noInvitation, [list]: { result: [own()] } })
  showForm('modifica?id=8')
  expect(await screen.findByText(/non c'è quella che cerchi/)).toBeTruthy()
})

test('a change is sent whole, and confirmed in the words of the specification', async () => {
  const { calls } = answerCalls({
    ...noInvitation,
    [list]: { result: [own({ ...values, modifica: null })] },
    'POST /v1/noauth/mod-pg': { result: own({ ...values, versione: 4 }) },
  })
  const notices: (string | undefined)[] = []
  const stop = onNotice(({ body }) => notices.push(body))
  const { history } = showForm('modifica?id=7')
  await userEvent.type(await screen.findByLabelText(/^Denominazione/, {}, { timeout: 4000 }), ' e altre')
  await userEvent.click(screen.getByRole('tab', { name: /^Riepilogo/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Salva le modifiche' }))
  await waitFor(() => expect(notices).toEqual(['Associazione modificata con successo']))
  stop()
  const sent = calls.find(({ method }) => method === 'POST')
  const name = `${values.ragione_sociale} e altre`
  expect(sent?.body).toMatchObject({ id_persona_giuridica: 7, versione: 3, ragione_sociale: name })
  // What is sent is no longer unsent: nothing is asked on the way back.
  await waitFor(() => expect(history.location.pathname).toBe('/x/associazione/areaPersonale/home'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('what waits for the register is shown beside the decreed facts, can be withdrawn, and opens in the form', async () => {
  const proposta = {
    data_proposta: '2026-11-20T10:00:00.000Z',
    data_termine: '2026-12-20T00:00:00.000Z',
    flag_in_ritardo: 0,
    campi_modificati: [{ campo: 'ragione_sociale', prima: 'Onda', dopo: 'Onda Nuova' }],
  }
  const { calls } = answerCalls({
    ...noInvitation,
    [list]: { result: [own({ ...values, modifica: null, ragione_sociale: 'Onda', proposta })] },
    'POST /v1/associazioni/ritira': { result: own() },
  })
  showForm('modifica?id=7')
  const name = await screen.findByLabelText<HTMLInputElement>(/^Denominazione/, {}, { timeout: 4000 })
  expect(name.value).toBe('Onda Nuova')
  show()
  expect(await screen.findByText('Modifica in attesa di verifica')).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'Onda Nuova' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ritira la modifica' }))
  await waitFor(() => expect(screen.queryByText('Modifica in attesa di verifica')).toBeNull())
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ id_persona_giuridica: 7, oggetto: 'proposta' })
})

test('who was named accepts or declines', async () => {
  const invitation = { id_persona_giuridica: 9, ragione_sociale: 'Vela', ruoli: ['referente', 'delegato'] }
  const { calls } = answerCalls({
    [list]: { result: [] },
    [invitations]: { result: [invitation] },
    'POST /v1/associazioni/incarichi': { result: [] },
  })
  show()
  expect(await screen.findByText(/^Vela ti ha indicato come referente, delegato/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Rifiuta' }))
  await waitFor(() => expect(screen.queryByText('Incarichi da accettare')).toBeNull())
  expect(document.activeElement?.tagName).toBe('H1')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ id_persona_giuridica: 9, flag_accettato: 0 })
})

test('the number of a request is shown, and nobody types another', async () => {
  const request = own({ ...values, modifica: null, data_iscrizione: undefined })
  answerCalls({ ...noInvitation, [list]: { result: [request] } })
  showForm('modifica?id=7')
  const field = await screen.findByLabelText<HTMLInputElement>(/^Partita IVA o codice fiscale/, {}, { timeout: 4000 })
  expect(field.readOnly).toBe(true)
  await userEvent.type(field, '9')
  expect(field.value).toBe(values.piva)
  expect(screen.getByText('Qui non si può cambiare. Se è sbagliato, scrivi a registro@example.it.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Denominazione/).readOnly).toBe(false)
})
