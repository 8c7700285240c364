import { type HomeBoxName, homeBoxes, homeBoxWords, paths, type Role } from '@portal/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type Answer, answerCalls } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CasesHomePage } = await import('./cases-home-page.tsx')
await loadTexts()
await loadTextsOf('desk')

afterEach(cleanup)

const row = {
  id_segnalazione: 1,
  codice: 'UNAR-2026-000001',
  id_stato: 1,
  data_creazione: '2026-01-31T09:00:00.000Z',
  id_ambito: 1,
  id_lingua: 1,
  id_segnalante: 3,
  id_canale: 1,
  numero_protocollo: 'UNAR-2026-000001',
  versione: 4,
  messaggi_non_letti: 0,
  id_provincia_luogo: 58,
  inizio_resoconto: 'Non affittano a stranieri.',
  nominativo_segnalante: 'Neri Anna',
}
const lists = { listaAmbito: [{ id_ambito: 1, ambito: 'Casa' }] }
const provinces = [{ id_provincia: 58, provincia: 'Roma', id_regione: 12, sigla: 'RM' }]

const request = (id: number, scadenza: string) => ({
  id_richiesta: id,
  tipo: 'cancellazione',
  stato: 'in_attesa',
  richiedente: 'Rossetti Luca',
  data_richiesta: '2026-10-20T10:00:00.000Z',
  data_scadenza: '2026-11-20T00:00:00.000Z',
  scadenza,
})
const requests = [request(9, 'nei_termini'), request(7, 'in_ritardo')]

/** A box with some cases, or with none. */
const box = (name: HomeBoxName, rows: readonly object[], more = {}) => ({
  riquadro: homeBoxWords[name],
  count: rows.length,
  listaView: rows,
  id_segnalazioni: rows.map(() => 1),
  ...more,
})
const badges = { assegnati: 0, totali: 1, da_attribuire: 0, richieste_da_decidere: 0, avvisi: 0 }

const answer = (home: Answer = { result: { riquadri: [box('late', [row])] } }) => {
  const answers: Record<string, Answer> = {
    '/v1/segnalazioni/numero-casi': { result: badges },
    '/v1/segnalazioni/home': home,
    '/v1/diritti': { result: { listaView: requests, count: 2, da: 1, a: 100 } },
  }
  return answerCalls(({ path }) => {
    const list = path.startsWith('/v1/tipologiche/all') ? lists : provinces
    return answers[path] ?? { result: path.startsWith('/v1/tipologiche/') ? list : [] }
  })
}
const show = (selectedRole: Role) => {
  const queryClient = queryClientWith([[currentUserQuery.queryKey, { selectedRole, firstName: 'Giulia' }]])
  showPages({ [paths.deskHome]: CasesHomePage }, [paths.deskHome], queryClient)
}
const sectionOf = async (title: string) => (await screen.findByText(title)).closest('section') as HTMLElement

test('a row of the home page says reporter, field, place and the first words of the case', async () => {
  answer()
  show('manager')
  await screen.findByRole('heading', { name: 'Buon lavoro, Giulia' })
  const [link] = await screen.findAllByRole('link', { name: 'UNAR-2026-000001' })
  const item = within(link?.closest('li') as HTMLElement)
  await item.findByText(/^Casa · Roma$/)
  item.getByText('Non affittano a stranieri.')
  item.getByText('Neri Anna')
})

test('RUP finds the requests on personal data to decide, the oldest first, with the last day for the answer', async () => {
  answer()
  show('manager')
  const rights = within(await sectionOf('Richieste privacy da decidere'))
  const links = (await rights.findAllByRole('link')).map((link) => link.textContent)
  expect(links).toEqual(['Richiesta 7', 'Richiesta 9', 'Tutte le richieste da decidere'])
  expect(rights.getAllByRole('listitem')[0]?.textContent).toContain('In ritardo 20/11/2026')
})

test('who decides no requests has no box of them', async () => {
  answer()
  show('operatorOne')
  await screen.findByText('In ritardo')
  expect(screen.queryByText('Richieste privacy da decidere')).toBeNull()
})

test('each box says how many cases its list has, or more than are counted, and leads to it', async () => {
  const boxes = homeBoxes.manager?.map(({ name }) => box(name, [row], { count: 10_000, countOltre: name === 'late' }))
  answer({ result: { riquadri: boxes } })
  show('manager')
  const late = within(await sectionOf('In ritardo'))
  await late.findByText('10000+')
  expect(late.getByRole('link', { name: 'Tutti i casi in ritardo' }).getAttribute('href')).toBe(
    `/x${paths.caseList}?in_ritardo=1`,
  )
  within(await sectionOf('Da assegnare')).getByText('10000')
  const proposed = within(await sectionOf('Chiusure proposte')).getByRole('link', {
    name: 'Tutte le chiusure proposte',
  })
  expect(proposed.getAttribute('href')).toBe(`/x${paths.caseList}?chiusura_proposta=1&ovunque=1`)
})

test('a box without cases says so, and one that is still read is announced as such', async () => {
  answer({ result: { riquadri: [box('late', [])] } })
  show('operatorOne')
  await screen.findByText('Nessun caso è in ritardo.')
  expect(screen.getAllByText('Caricamento dei casi')).toHaveLength(4)
})

test('a call that fails is one message, and is tried again on request', async () => {
  const { calls } = answer({ status: 500 })
  show('manager')
  await screen.findByRole('alert')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.queryByText('Da assegnare')).toBeNull()
  const asked = () => calls.filter(({ path }) => path === '/v1/segnalazioni/home').length
  const before = asked()
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  await waitFor(() => expect(asked()).toBe(before + 1))
})
