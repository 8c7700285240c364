import { paths } from '@portal/contract'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { PairPage } = await import('./pair-page.tsx')
const { PairListPage } = await import('./pair-list-page.tsx')
const { SuggestionListPage } = await import('./suggestion-list-page.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 10_000 })

const record = (id: number, cases: number, values: object) => ({
  id_scheda: id,
  versione: id,
  data_modifica: '2026-11-20T10:00:00.000Z',
  numero_casi: cases,
  valori: values,
})
const pair = {
  id_coppia: 3,
  tipo: 'fisica',
  peso: 14,
  data: '2026-11-20T09:00:00.000Z',
  confronti: [
    { dato: 'nome', esito: 'simile', peso: 6 },
    { dato: 'data_nascita', esito: 'uguale', peso: 8 },
  ],
  scheda_uno: record(7, 1, { nome: 'Maria', cognome: 'Rosi', data_nascita: '1980-01-01T00:00:00.000Z' }),
  scheda_due: record(9, 2, {
    nome: 'Maria',
    cognome: 'Rossi',
    data_nascita: '1980-01-01T00:00:00.000Z',
    anagrafica: { email: 'maria@example.it' },
  }),
}

let answers: Record<string, Answer> = {}
let calls: readonly Call[] = []

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
beforeEach(() => {
  answers = {
    'doppioni/3': { result: pair },
    doppioni: { result: { listaView: [], count: 0, da: 1, a: 10 } },
    proposte: { result: { listaView: [], count: 0, da: 1, a: 10 } },
    'proposta-diversa': { result: { id_proposta: 3 } },
    'doppioni-diversi': { result: { numero: 1 } },
    unisci: { result: { id_unione: 4 } },
  }
  calls = answerCalls(({ path }) => answers[path.replace('/v1/anagrafica/', '')] ?? { status: 404, result: {} }).calls
})

const Detail = () => <p>detail</p>

function show(address = `${paths.duplicatePair}?id=3`, role = 'manager') {
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: role }],
    [bundleQuery().queryKey, {}],
  ])
  const lists = { [paths.duplicateList]: PairListPage, [paths.suggestionList]: SuggestionListPage }
  const pages = { [paths.duplicatePair]: PairPage, [paths.personDetail]: Detail, ...lists }
  return showPages(pages, [address], known)
}
const sent = (end: string) => calls.filter(({ method, path }) => method === 'POST' && path.endsWith(end))
const row = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement

test('two records are shown side by side, with what speaks for their being one', async () => {
  show()
  await screen.findByText(/Nome: simile/)
  screen.getByText('Peso 14')
  within(await row('Cognome')).getByText('Rosi')
  within(await row('Cognome')).getByText('Rossi')
  // The record with more cases is proposed to stay.
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Tieni questa scheda: Rossi Maria/ }).checked).toBe(true)
  expect(within(await row('Nome')).queryAllByRole('radio')).toEqual([])
})

test('the head of the office merges them with a choice per field', async () => {
  show()
  await userEvent.click(await screen.findByRole('radio', { name: /^Tieni questa scheda: Rosi Maria/ }))
  await userEvent.click(within(await row('Cognome')).getByRole('radio', { name: /Rossi/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Unisci le schede' }))
  const dialog = await screen.findByRole('dialog', { name: 'Unire le due schede?' })
  within(dialog).getByText(/2 casi passano a lei/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Unisci le schede' }))
  await screen.findByText('detail')
  expect(sent('unisci')[0]?.body).toEqual({
    tipo: 'fisica',
    id_scheda: 7,
    versione: 7,
    id_scheda_unita: 9,
    versione_unita: 9,
    campi: ['cognome', 'anagrafica.email'],
  })
})

test('an operator says that they are two people, but merges nothing', async () => {
  show(undefined, 'operatorOne')
  const apart = await screen.findByRole('button', { name: 'Non è la stessa persona' })
  expect(screen.queryByRole('button', { name: 'Unisci le schede' })).toBeNull()
  expect(screen.queryAllByRole('radio')).toEqual([])
  await userEvent.click(apart)
  await waitFor(() => expect(sent('doppioni-diversi')).toHaveLength(1))
  expect(sent('doppioni-diversi')[0]?.body).toEqual({ tipo: 'fisica', id_scheda: 7, altre: [9] })
  await screen.findByText('Nessun possibile doppione da decidere.')
})

test('a pair that changed in the meantime is refused, and says why', async () => {
  answers.unisci = {
    status: 409,
    errorCode: 'conflitto',
    result: { descrizione: 'Il dato è cambiato nel frattempo' },
  }
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Unisci le schede' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Unisci le schede' }))
  await screen.findByText('Il dato è cambiato nel frattempo')
})

test('the pairs are a list of work, each leading to its page', async () => {
  const part = (id: number, name: string) => ({ id_scheda: id, denominazione: name })
  const listed = { ...pair, scheda_uno: part(7, 'Rosi Maria'), scheda_due: part(9, 'Rossi Maria') }
  answers.doppioni = { result: { listaView: [listed], count: 1, da: 1, a: 10 } }
  show(paths.duplicateList)
  const link = await screen.findByRole('link', { name: /^Rosi Maria/ })
  expect(link.getAttribute('href')).toContain('confronto?id=3')
})

test('a second list has reporters, victims and associations, with links to both sides and the decision', async () => {
  const scheda = { id_scheda: 7, denominazione: 'Rossi Maria', codice: 'RSSMRA80A41H501Y' }
  const common = { peso: 14, data: '2026-11-20T09:00:00.000Z', scheda }
  const ofCase = { ...common, id_proposta: 3, origine: 'vittima', id_origine: 5, nome_origine: 'UNAR-2026-000005' }
  const ofBody = { ...common, id_proposta: 4, origine: 'associazione', id_origine: 6, nome_origine: 'Ponti e Porte' }
  const listaView = [
    { ...ofCase, tipo: 'fisica' },
    { ...ofBody, tipo: 'giuridica' },
  ]
  show(paths.duplicateList)
  answers.proposte = { result: { listaView, count: 2, da: 1, a: 10 } }
  await userEvent.click(await screen.findByRole('link', { name: 'Segnalazioni e associazioni' }))
  const first = await row('UNAR-2026-000005 Vittima')
  const hrefOf = (where: HTMLElement, name: string) => within(where).getByRole('link', { name }).getAttribute('href')
  expect(hrefOf(first, 'UNAR-2026-000005')).toContain(`${paths.caseDetail}?id=5`)
  expect(hrefOf(first, 'Rossi Maria')).toContain(`${paths.personDetail}?id=7`)
  const second = await row('Ponti e Porte Associazione')
  expect(hrefOf(second, 'Ponti e Porte')).toContain(`${paths.newRequestDetail}?id=6`)
  expect(hrefOf(second, 'Rossi Maria')).toContain(`${paths.organisationDetail}?id=7`)
  await userEvent.click(within(second).getByRole('button', { name: /^Non è lo stesso ente/ }))
  await waitFor(() => expect(sent('proposta-diversa')[0]?.body).toEqual({ id_proposta: 4 }))
})
