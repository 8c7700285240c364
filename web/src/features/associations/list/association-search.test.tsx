import { paths } from '@portal/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, loadTextsOf } from '#lib/i18n/texts.ts'
import { currentUserQuery } from '#lib/session/current-user.ts'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'
import { AssociationSearch } from './association-search.tsx'

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('desk')
})

const row = (id: number, status: number, name: string) => ({
  id_persona_giuridica: id,
  id_stato_persona_giuridica: status,
  versione: 1,
  ragione_sociale: name,
  numero_richiesta: 'R-2026-000012',
  data_richiesta: '2026-01-10T09:00:00.000Z',
  flag_in_ritardo: 0,
  flag_proposta: 0,
  flag_cancellazione_richiesta: 0,
})

const Detail = () => <h1>Dettaglio</h1>

function show(listaView: readonly object[], role = 'registerOperator') {
  answerCalls({ 'POST /v1/associazioni/cerca': { result: { listaView, flag_altre: 0 } } })
  const known = queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: role }]])
  showPages({ '/': AssociationSearch, [paths.enrolledDetail]: Detail }, ['/'], known)
}
const search = async (text: string) => userEvent.type(await screen.findByRole('searchbox'), `${text}{Enter}`)

test('a single association opens in the list of its status', async () => {
  show([row(5, 5, 'Ponti e Porte')])
  await search('ponti')
  await screen.findByRole('heading', { name: 'Dettaglio' })
})

test('several are named, each with its status and its page', async () => {
  show([row(5, 5, 'Ponti e Porte'), row(6, 7, 'Ponti di Ieri')])
  await search('ponti')
  const dialog = within(await screen.findByRole('dialog', { name: 'Associazioni trovate per «ponti»' }))
  const links = dialog.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([`/x${paths.enrolledDetail}?id=5`, `/x${paths.notEnabledDetail}?id=6`])
  dialog.getByText('Cancellata')
})

test('where nothing is found, the places that were searched are named', async () => {
  show([])
  await search('nulla')
  await screen.findByText(/Nessuna associazione trovata per «nulla»/)
})

test('who works on cases has the search of cases instead', async () => {
  show([], 'manager')
  expect(screen.queryByRole('searchbox')).toBeNull()
})
