import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { showPages } from '../../../test/show-page.tsx'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { RegisterPage } = await import('./register-page.tsx')
const { RegisterEntryPage } = await import('./register-entry-page.tsx')
const { CertificatePage } = await import('./certificate-page.tsx')
const { webAddressOf } = await import('./website-link.tsx')

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('register')
})

/** The first page of a file is slow: everything loads with it. */
const first = { timeout: 4000 }

const entry = (id: number, more: object = {}) => ({
  id,
  denominazione: `Associazione ${id}`,
  numero_iscrizione: `I-2026-${id}`,
  id_stato: 5,
  data_iscrizione: '2026-02-01',
  data_scadenza: '2027-02-01',
  id_regione: 12,
  regione: 'Lazio',
  id_ground: [1],
  ground: ['Etnico-razziale'],
  sito_web: 'www.esempio.it',
  ...more,
})
/** An entry with everything that its page shows. */
const whole = (id: number, more: object = {}) => ({
  ...entry(id),
  comune: 'Roma (RM)',
  telefono: '0612345678',
  email: 'aiuto@esempio.example',
  numero_decreto: '12',
  data_decreto: '2026-02-01',
  forma_giuridica: 'Comitato',
  codice_fiscale: '99000010001',
  motivi: [{ ground: 'Etnico-razziale', sotto_ground: 'Colore della pelle' }, { ground: 'Età' }],
  progetti: [{ nome: 'Sportello', ambiti: ['Casa', 'Lavoro'] }],
  documenti: [{ cmis_id: fileId, id_tipo_allegato: 2, tipo: 'Statuto', nomeFile: 'statuto.pdf' }],
  ...more,
})
const fileId = '11111111-2222-3333-4444-555555555555'
const pageOf = (rows: readonly object[], count = rows.length) => ({
  result: { listaView: rows, count, da: 1, a: 10, chiave_prima: 'a', chiave_ultima: 'z' },
})
const pages = { '/associazioni/registro': RegisterPage, '/associazioni/registro/ente': RegisterEntryPage }

test('the register lists who is enrolled, says how many, and leads to entries and to the next page', async () => {
  const { calls } = answerCalls({ 'GET /v1/noauth/registro': pageOf([entry(1), entry(2)], 12) })
  const router = showPages(pages, ['/associazioni/registro'])
  expect(await screen.findByText('12 risultati, pagina 1 di 2', {}, first)).toBeTruthy()
  const link = screen.getByText('Associazione 1').closest('a')
  expect(link?.getAttribute('href')).toBe('/x/associazioni/registro/ente?id=1')
  expect(screen.getAllByText('Iscrizione valida')).toHaveLength(2)
  expect(screen.getByText('Scarica il file CSV').getAttribute('href')).toBe(
    '/x/api/v1/noauth/registro/scarica?formato=csv',
  )
  await userEvent.click(screen.getByRole('link', { name: 'Pagina successiva' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ pagina: 2, dopo: 'z' }))
  await waitFor(() => expect(calls.at(-1)?.query.get('dopo')).toBe('z'))
}, 15_000)

test('a search is in the address, so that it can be shared, and the focus moves to its results', async () => {
  const { calls } = answerCalls({ 'GET /v1/noauth/registro': pageOf([entry(1)]) })
  const router = showPages(pages, ['/associazioni/registro?stato=6'])
  expect(await screen.findByText('1 risultato')).toBeTruthy()
  expect(JSON.parse(calls.find(({ path }) => path.endsWith('/registro'))?.query.get('filtri') ?? '')).toEqual({
    stato: [6],
  })
  await userEvent.type(screen.getByLabelText(/^Nome o codice fiscale/), 'mare')
  await userEvent.click(screen.getByText('Cerca'))
  await waitFor(() => expect(router.state.location.search).toEqual({ denominazione: 'mare', stato: 6 }))
  expect(document.activeElement?.textContent).toBe('Risultati')
  await userEvent.selectOptions(screen.getByLabelText('Ordina per'), 'newest')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ ordine: '-data_iscrizione' }))
})

test('a search without results says what to do, and leads to all statuses', async () => {
  answerCalls({ 'GET /v1/noauth/registro': pageOf([]) })
  const router = showPages(pages, ['/associazioni/registro?denominazione=nulla'])
  expect(await screen.findByText(/togli un filtro/)).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: /anche tra scaduti/ }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ stato: '5,6,7' }))
})

test('a register that does not load says so and is read again on request', async () => {
  let isDown = true
  answerCalls({ 'GET /v1/noauth/registro': () => (isDown ? { status: 500, result: {} } : pageOf([entry(1)])) })
  showPages(pages, ['/associazioni/registro'])
  expect(await screen.findByText('Il registro non si è caricato')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  expect(await screen.findByText('1 risultato')).toBeTruthy()
})

test('an entry shows its facts, its history and its address', async () => {
  const storia = [
    { tipo: 'iscrizione', data: '2026-02-01' },
    { tipo: 'rinnovo', data: '2027-01-10' },
  ]
  answerCalls({ 'GET /v1/noauth/registro/7': { result: { ente: whole(7), storia } } })
  showPages(pages, ['/associazioni/registro/ente?id=7'])
  expect(await screen.findByRole('heading', { level: 1, name: 'Associazione 7' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /www\.esempio\.it/ }).getAttribute('href')).toBe('https://www.esempio.it/')
  expect(screen.getByRole('link', { name: '0612345678' }).getAttribute('href')).toBe('tel:0612345678')
  expect(screen.getByRole('link', { name: 'aiuto@esempio.example' })).toBeTruthy()
  for (const text of ['n. 12 del 01/02/2026', 'Comitato', '99000010001', 'Etnico-razziale: Colore della pelle'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('(Casa e Lavoro)').parentElement?.textContent).toBe('Sportello (Casa e Lavoro)')
  expect(screen.getByRole('link', { name: /^Statuto: .statuto\.pdf.$/ }).getAttribute('href')).toBe(
    `/x/api/v1/noauth/registro/7/documento/${fileId}`,
  )
  const steps = within(document.querySelector<HTMLElement>('.timeline') ?? document.body).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    '01/02/2026 Iscrizione al registro',
    '10/01/2027 Rinnovo',
  ])
  expect(screen.getByText(/\/x\/associazioni\/registro\/ente\?id=7$/)).toBeTruthy()
})

test('an entry that ended says since when and why, and has nobody to turn to', async () => {
  const more = { id_stato: 7, data_fine: '2026-03-02', motivo_fine: 'richiesta_ente', progetti: [], documenti: [] }
  const { sito_web: _, telefono: _phone, email: _email, ...ente } = whole(7, more)
  answerCalls({ 'GET /v1/noauth/registro/7': { result: { ente, storia: [] } } })
  showPages(pages, ['/associazioni/registro/ente?id=7'])
  expect(await screen.findByText(/L'iscrizione di questo ente è finita il .02\/03\/2026/)).toBeTruthy()
  expect(screen.getByText("L'ente ha chiesto la cancellazione.")).toBeTruthy()
  // It may have given contacts, which the register no longer shows.
  expect(screen.queryByText(/contattare|non ha dato contatti/)).toBeNull()
})

test('a municipality is chosen below its province and region, and the nearest come first', async () => {
  const list = (rows: readonly object[]) => ({ result: rows })
  const { calls } = answerCalls({
    'GET /v1/noauth/registro': pageOf([entry(1, { vicinanza: 'comune' }), entry(2, { vicinanza: 'altrove' })]),
    'GET /v1/tipologiche/regione': list([{ id_regione: 12, regione: 'Lazio' }]),
  })
  const router = showPages(pages, ['/associazioni/registro?regione=12&provincia=58&comune=8501'])
  expect(await screen.findByText('Nello stesso comune', {}, first)).toBeTruthy()
  expect(screen.getAllByText(/Nello stesso|Nella stessa/)).toHaveLength(1)
  expect(JSON.parse(calls.find(({ path }) => path.endsWith('/registro'))?.query.get('filtri') ?? '')).toEqual({
    regione: [12],
    provincia: [58],
    comune: 8501,
  })
  const order = screen.getByLabelText<HTMLSelectElement>('Ordina per')
  expect(order.selectedOptions[0]?.textContent).toBe('Dal più vicino')
  await userEvent.selectOptions(order, 'newest')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ ordine: '-data_iscrizione', comune: 8501 }))
})

test.each(['?id=8', '?id=nessuno', ''])(
  'an address without an entry (%s) leads back to the register',
  async (query) => {
    answerCalls({ 'GET /v1/noauth/registro/8': { status: 404, result: {}, errorCode: 'non_trovato' } })
    showPages(pages, [`/associazioni/registro/ente${query}`])
    const back = await screen.findByRole('link', { name: 'Torna al registro' })
    expect(back.getAttribute('href')).toBe('/x/associazioni/registro')
  },
)

const check = { '/associazioni/verifica': CertificatePage }
const verification = (isValid: 0 | 1, more: object = {}) => ({
  result: {
    flag_valido: isValid,
    flag_rinnovo_in_corso: 0,
    flag_sostituito: 0,
    data_emissione: '2026-02-02T09:00:00.000Z',
    ente: entry(7),
    ...more,
  },
})

test.each(['?codice=ABCD-2345-EFGH', '#codice=ABCD-2345-EFGH'])(
  'a code in the address (%s) is verified at once',
  async (end) => {
    const { calls } = answerCalls({ 'POST /v1/noauth/verifica-certificato': verification(1) })
    showPages(check, [`/associazioni/verifica${end}`])
    expect(await screen.findByText('Il certificato è valido')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ codice: 'ABCD-2345-EFGH' }])
    expect(screen.getByText('Associazione 7')).toBeTruthy()
    expect(screen.getByText('02/02/2026')).toBeTruthy()
  },
)

test('a code is typed; one that is too short says how to mend it, one without a certificate what to do', async () => {
  answerCalls({ 'POST /v1/noauth/verifica-certificato': { status: 404, result: {}, errorCode: 'non_trovato' } })
  showPages(check, ['/associazioni/verifica'])
  const field = await screen.findByLabelText(/^Codice del certificato/)
  await userEvent.type(field, 'AB')
  await userEvent.click(screen.getByRole('button', { name: 'Verifica' }))
  expect((await screen.findAllByText(/da 8 a 40 caratteri/)).length).toBeGreaterThan(0)
  await userEvent.type(field, 'CD-2345-EFGH')
  await userEvent.click(screen.getByRole('button', { name: 'Verifica' }))
  expect(await screen.findByText('Nessun certificato ha questo codice')).toBeTruthy()
})

test.each([
  [verification(1, { flag_rinnovo_in_corso: 1 }), 'Rinnovo in corso'],
  [verification(0, { flag_sostituito: 1 }), 'Il certificato è stato sostituito'],
])('a certificate says what happened since: %#', async (reply, text) => {
  answerCalls({ 'POST /v1/noauth/verifica-certificato': reply })
  showPages(check, ['/associazioni/verifica?codice=ABCD-2345-EFGH'])
  expect(await screen.findByText(text)).toBeTruthy()
})

const ended = { flag_sostituito: 1, ente: entry(7, { id_stato: 8 }) }
test.each([
  ['without a newer one', {}],
  ['with a newer one, which does not hold either', ended],
])('a certificate that holds no longer, %s, is genuine, and says so', async (_, more) => {
  answerCalls({ 'POST /v1/noauth/verifica-certificato': verification(0, more) })
  showPages(check, ['/associazioni/verifica?codice=ABCD-2345-EFGH'])
  expect(await screen.findByText('Il certificato non è più valido')).toBeTruthy()
})

test.each([
  ['esempio.it', 'https://esempio.it/'],
  ['http://esempio.it/pagina', 'http://esempio.it/pagina'],
  ['javascript:alert(1)', undefined],
  ['nessuno', undefined],
  ['https://', undefined],
])('of the website %s the address is %s', (text, address) => {
  expect(webAddressOf(text)).toBe(address)
})
