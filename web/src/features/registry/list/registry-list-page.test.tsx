import { paths } from '@portal/contract'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { createQueryClient } = await import('#lib/api/queries.tsx')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { onNotice } = await import('#lib/page/notices.ts')
const { OrganisationListPage, PersonListPage } = await import('./registry-list-page.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 10_000 })

const place = { id_nazione: 105, id_regione: 12, id_provincia: 58, id_citta: 8501 }
const person = {
  id_persona_fisica: 7,
  nome: 'Mario',
  cognome: 'Rosi',
  codice_fiscale: 'RSOMRA80A01H501T',
  data_nascita: '1980-01-01T00:00:00.000Z',
  email: 'mario@example.it',
  recapito_pri: '+39061234567',
  numero_casi: 2,
  motivi: ['esatto', 'una_lettera', 'luogo'],
  ...place,
}
const body = {
  id_persona_giuridica: 9,
  ragione_sociale: 'Porte Aperte',
  piva: '12345678903',
  recapito_pri: '+39061234567',
  numero_casi: 0,
  motivi: [],
  id_nazione: 105,
  id_regione: 12,
}
const pageOf = (...rows: readonly object[]) => ({ result: { listaView: rows, count: rows.length, da: 1, a: 10 } })
const nations = [
  { id_nazione: 62, nazione: 'Albania' },
  { id_nazione: 105, nazione: 'Italia' },
]
const filters = {
  listaTipoAnagrafica: ['fisica', 'giuridica'],
  listaTipoLuogo: ['NASCITA', 'RESIDENZA'],
  listaNazione: nations,
  listaRegione: [{ id_regione: 12, regione: 'Lazio' }],
}
const bundle = { region: [{ id: 12, label: 'Lazio' }], nation: [{ id: 105, label: 'Italia' }] }

let answers: Record<string, Answer> = {}
let calls: readonly Call[] = []

beforeEach(() => {
  answers = {
    '/v1/anagrafica/persone-fisiche': pageOf(person),
    '/v1/anagrafica/persone-giuridiche': pageOf(body),
    '/v1/tipologiche/filtri-ricerca-anagrafica': { result: filters },
    '/v1/tipologiche/provincia': {
      result: [{ id_provincia: 58, provincia: 'Roma', sigla: 'RM', id_regione: 12 }],
    },
    '/v1/tipologiche/citta': { result: [{ id_citta: 8501, citta: 'Roma', id_provincia: 58 }] },
  }
  sessionStorage.clear()
  calls = answerCalls(({ path }) => answers[path] ?? { status: 404, result: {} }).calls
})

const pages = { [paths.personList]: PersonListPage, [paths.organisationList]: OrganisationListPage }

function show(address: string, role = 'operatorOne', queryClient = queryClientWith([])) {
  queryClient.setQueryData(currentUserQuery.queryKey, { id: 7, selectedRole: role } as never)
  queryClient.setQueryData(bundleQuery().queryKey, bundle as never)
  return showPages(pages, [address], queryClient)
}
const lastSearch = () => calls.filter(({ method }) => method === 'POST').at(-1)?.body.filtri
const openFilters = async () => userEvent.click(await screen.findByRole('button', { name: 'Tutti i filtri' }))
const search = () => userEvent.click(screen.getByRole('button', { name: 'Filtra' }))

/** The cells of the first row by the heads of their columns. */
async function firstRow(name: string) {
  const table = within(await screen.findByRole('table'))
  await table.findByText(name)
  const headers = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const [, row] = table.getAllByRole('row')
  const cells = [...(row?.querySelectorAll('th, td') ?? [])]
  const named = headers.map((header, at) => [header, cells[at]?.textContent])
  // The column of the boxes that select rows has no heading.
  return Object.fromEntries(named.filter(([header]) => header))
}

test('a row shows who a person is, how to reach them, where they live, and how many cases they have', async () => {
  show(paths.personList)
  await screen.findByText('Roma (RM)')
  expect(await firstRow('Rosi Mario')).toEqual({
    Nome: 'Rosi Mario',
    'Codice fiscale': 'RSOMRA80A01H501T',
    'Data di nascita': '01/01/1980',
    Recapito: 'mario@example.it+39061234567',
    Residenza: 'Roma (RM)',
    Casi: '2',
  })
  expect(screen.getByRole('link', { name: 'Rosi Mario' }).getAttribute('href')).toBe(`/x${paths.personDetail}?id=7`)
  expect(screen.getByRole('link', { name: 'Nuova persona' }).getAttribute('href')).toBe(`/x${paths.personNew}`)
})

test('a row shows what a body is called, its seat and its cases', async () => {
  show(paths.organisationList)
  expect(await firstRow('Porte Aperte')).toEqual({
    Denominazione: 'Porte Aperte',
    'P. IVA o CF': '12345678903',
    Recapito: '+39061234567',
    Sede: 'Lazio',
    Casi: '0',
  })
  expect(screen.getByRole('link', { name: 'Porte Aperte' }).getAttribute('href')).toBe(
    `/x${paths.organisationDetail}?id=9`,
  )
})

test('words are sent in the body and kept out of the address; the row says why it was found', async () => {
  const router = show(paths.personList)
  await openFilters()
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome, codice/ }), 'mario rossi')
  await userEvent.click(screen.getByRole('button', { name: 'Data di nascita' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^Nati dal/ }), '01/01/1980')
  await search()
  await waitFor(() =>
    expect(lastSearch()).toEqual({ parole: 'mario rossi', data_nascita_da: '1980-01-01T00:00:00.000Z' }),
  )
  expect(router.state.location.href).not.toMatch(/mario|1980/)
  await waitFor(async () => expect((await firstRow('Rosi Mario'))['Trovata perché']).toBe('Una lettera diversaLuogo'))
})

test('a place is chosen level by level, of birth or of residence', async () => {
  const router = show(paths.personList)
  await openFilters()
  await userEvent.click(screen.getByRole('button', { name: 'Luogo' }))
  const select = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name })
  expect((await select('Provincia')).disabled).toBe(true)
  await userEvent.selectOptions(await select('Luogo di'), 'nascita')
  await screen.findByRole('option', { name: 'Italia' })
  await userEvent.selectOptions(await select('Nazione'), 'Italia')
  await userEvent.selectOptions(await select('Regione'), 'Lazio')
  await screen.findByRole('option', { name: 'Roma' })
  await userEvent.selectOptions(await select('Provincia'), 'Roma')
  await search()
  await waitFor(() =>
    expect(lastSearch()).toEqual({ tipo_luogo: 'NASCITA', id_nazione: 105, id_regione: 12, id_provincia: 58 }),
  )
  expect(router.state.location.href).toContain('id_provincia=58')
  // On a narrow screen the filters close when they are sent.
  await openFilters()
  await userEvent.selectOptions(await select('Nazione'), 'Albania')
  expect((await select('Regione')).disabled).toBe(true)
  await search()
  await waitFor(() => expect(lastSearch()).toEqual({ tipo_luogo: 'NASCITA', id_nazione: 62 }))
})

test('an operator switches between people and bodies', async () => {
  show(paths.personList)
  const lists = within(await screen.findByRole('navigation', { name: 'Anagrafica' }))
  expect(lists.getByRole('link', { name: 'Persone' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(lists.getByRole('link', { name: 'Enti' }))
  await screen.findByRole('heading', { name: 'Anagrafica degli enti' })
  expect(screen.getByRole('link', { name: 'Nuovo ente' }).getAttribute('href')).toBe(`/x${paths.organisationNew}`)
})

test('the administrator of the register sees the bodies only, and adds none', async () => {
  const router = show(paths.personList, 'registerAdmin')
  await screen.findByRole('heading', { name: 'Anagrafica degli enti' })
  expect(router.state.location.pathname).toContain(paths.organisationList)
  await firstRow('Porte Aperte')
  expect(screen.queryByRole('navigation', { name: 'Anagrafica' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Nuovo ente' })).toBeNull()
  expect(calls.map(({ path }) => path)).not.toContain('/v1/anagrafica/persone-fisiche')
})

test('an empty registry says how records come into it, a search that finds nothing what to try next', async () => {
  answers['/v1/anagrafica/persone-fisiche'] = pageOf()
  show(paths.personList)
  await screen.findByText(/^Una persona entra in anagrafica/)
  await openFilters()
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome, codice/ }), 'nessuno')
  await search()
  await screen.findByText(/^Prova con meno parole/)
  await userEvent.click(screen.getByRole('button', { name: 'Togli i filtri' }))
  await screen.findByText(/^Una persona entra in anagrafica/)
})

test('words that are too short are an error of their chip', async () => {
  show(paths.personList)
  await openFilters()
  const error = { campo: 'filtri.parole', codice: 'ricerca_troppo_corta', messaggio: 'Scrivi almeno tre lettere' }
  answers['/v1/anagrafica/persone-fisiche'] = { status: 400, result: { errori: [error] } }
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome, codice/ }), 'x')
  await search()
  expect((await screen.findByRole('alert')).textContent).toBe('Scrivi almeno tre lettere')
})

test("choices of filters that do not come are shown as 'Errore chiamata', and the lists stay empty", async () => {
  const notices: string[] = []
  onNotice(({ body: text }) => notices.push(String(text)))
  answers['/v1/tipologiche/filtri-ricerca-anagrafica'] = { status: 500, result: {} }
  show(
    paths.organisationList,
    'manager',
    createQueryClient(
      () => undefined,
      () => i18next.t('toasts.referenceFailed'),
    ),
  )
  await openFilters()
  await userEvent.click(screen.getByRole('button', { name: 'Luogo' }))
  await waitFor(() => expect(notices).toEqual(['Errore chiamata']))
  expect(within(screen.getByRole('combobox', { name: 'Nazione' })).getAllByRole('option')).toHaveLength(1)
})
