import { type CaseStep, caseStepWords, type HomeTab, homeBoxes, homeTabWords, paths, type Role } from '@portal/contract'
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
  data_scadenza: '2026-02-07T00:00:00.000Z',
  scadenza: 'in_ritardo',
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

const request = (id: number, day: string, scadenza: string) => ({
  id_richiesta: id,
  tipo: 'cancellazione',
  stato: 'in_attesa',
  richiedente: 'Rossetti Luca',
  data_richiesta: '2026-10-20T10:00:00.000Z',
  data_scadenza: `${day}T00:00:00.000Z`,
  scadenza,
})
const requests = [request(9, '2026-11-30', 'nei_termini'), request(7, '2026-11-20', 'in_ritardo')]

const badges = { assegnati: 0, totali: 1, da_attribuire: 0, richieste_da_decidere: 2, avvisi: 0 }

/** The home page with these cases in a tab, and one of each count. */
const homeOf = (rows: readonly object[], counts: Partial<Record<HomeTab, object>> = {}, step: CaseStep = 'take') => ({
  schede: (['everything', ...(homeBoxes.manager ?? []).map(({ name }) => name)] as const).map((name) => ({
    scheda: homeTabWords[name],
    count: rows.length,
    ...counts[name],
  })),
  listaView: rows.map((caso) => ({ caso, passo: caseStepWords[step] })),
  id_segnalazioni: rows.map((_, index) => index + 1),
  da_informare: 3,
})

const answer = (home: Answer = { result: homeOf([row]) }) => {
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
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)

test('a row says who, field, place, the first words, the next step and the term', async () => {
  answer()
  show('manager')
  await screen.findByRole('heading', { name: 'Buon lavoro, Giulia' })
  const link = await screen.findByRole('link', { name: 'UNAR-2026-000001' })
  const item = within(link.closest('li') as HTMLElement)
  await item.findByText('Casa · Roma')
  item.getByText('Non affittano a stranieri.')
  item.getByText('Neri Anna')
  item.getByText('Prendi in carico')
  item.getByText('07/02/2026')
})

test('the tabs have their counts, or say that there are more; a tab asks for its cases alone', async () => {
  const { calls } = answer({ result: homeOf([row], { late: { count: 10_000, countOltre: true } }) })
  show('manager')
  await waitFor(() => expect(tabs()).toContain('In ritardo 10000+'))
  expect(tabs()).toEqual([
    'Tutto 1',
    'In ritardo 10000+',
    'Da assegnare 1',
    'Chiusure 1',
    'Nuove 1',
    'Risposte 1',
    'Non di competenza 1',
    'Da informare 3',
    'Privacy 2',
    'Registro …',
  ])
  await userEvent.click(screen.getByRole('tab', { name: /In ritardo/ }))
  const all = await screen.findByRole('link', { name: 'Tutti i casi in ritardo' })
  expect(all.getAttribute('href')).toBe(`/x${paths.caseList}?in_ritardo=1&ordine=data_scadenza`)
  const asked = calls.filter(({ path }) => path === '/v1/segnalazioni/home').map(({ query }) => query.get('scheda'))
  expect(asked).toEqual(['tutto', 'in_ritardo'])
})

test('RUP finds the requests on personal data to decide in order of term; they are read when their tab opens', async () => {
  const { calls } = answer()
  show('manager')
  await screen.findByRole('link', { name: 'UNAR-2026-000001' })
  expect(calls.some(({ path }) => path === '/v1/diritti')).toBe(false)
  await userEvent.click(screen.getByRole('tab', { name: /Privacy/ }))
  await screen.findByRole('link', { name: 'Richiesta 7' })
  const panel = within(screen.getByRole('tabpanel'))
  const links = panel.getAllByRole('link').map((link) => link.textContent)
  expect(links).toEqual(['Richiesta 7', 'Richiesta 9', 'Tutte le richieste da decidere'])
  expect(panel.getAllByRole('listitem')[0]?.textContent).toContain('In ritardo 20/11/2026')
})

test('an operator has the tabs of the own work alone', async () => {
  answer()
  show('operatorOne')
  await screen.findByRole('tablist')
  expect(tabs().map((text) => text?.replace(/ \S+$/, ''))).toEqual([
    'Tutto',
    'In ritardo',
    'Risposte',
    'In lavorazione',
    'Non di competenza',
    'Nuove',
    'Da informare',
  ])
})

test('the reporters to inform are a list of their own, the first received first, with the term of the letter', async () => {
  const { calls } = answer({ result: homeOf([row]) })
  show('operatorTwo')
  await screen.findByRole('link', { name: 'UNAR-2026-000001' })
  await userEvent.click(screen.getByRole('tab', { name: 'Da informare 3' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('view-pag'))?.body).toMatchObject({
      filtri: { da_informare: 1, assegnati_a_me: 1 },
    }),
  )
})

test('more cases of the same queue come below, and those shown stay', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...row,
    id_segnalazione: index + 1,
    codice: `UNAR-${index}`,
  }))
  const { calls } = answer({ result: homeOf(many, { everything: { count: 60 } }) })
  show('manager')
  await userEvent.click(await screen.findByRole('button', { name: 'Mostra altri' }))
  await screen.findByRole('link', { name: 'UNAR-1' })
  const asked = calls.filter(({ path }) => path === '/v1/segnalazioni/home').map(({ query }) => query.get('righe'))
  expect(asked).toEqual(['12', '37'])
})

test('an empty queue says what would be here, and one that loads is announced', async () => {
  answer({ result: homeOf([]) })
  show('operatorOne')
  await screen.findByText('Caricamento dei casi')
  await screen.findByText(/^Nessun lavoro in attesa\./)
  expect(screen.queryByRole('link', { name: 'Inizia dal primo' })).toBeNull()
})

test('a call that fails is one message, and is tried again on request', async () => {
  const { calls } = answer({ status: 500 })
  show('manager')
  await screen.findByRole('alert')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  const asked = () => calls.filter(({ path }) => path === '/v1/segnalazioni/home').length
  const before = asked()
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  await waitFor(() => expect(asked()).toBe(before + 1))
})
