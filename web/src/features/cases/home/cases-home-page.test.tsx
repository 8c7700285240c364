import { paths, type Role } from '@portal/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CasesHomePage } = await import('./cases-home-page.tsx')
await loadTexts()
await loadTextsOf('desk')

afterEach(cleanup)

const row = {
  ...{ id_segnalazione: 1, codice: 'UNAR-2026-000001', id_stato: 1, data_creazione: '2026-01-31T09:00:00.000Z' },
  ...{ id_ambito: 1, id_lingua: 1, id_segnalante: 3, id_canale: 1, numero_protocollo: 'UNAR-2026-000001', versione: 4 },
  ...{ messaggi_non_letti: 0, id_provincia_luogo: 58, inizio_resoconto: 'Non affittano a stranieri.' },
  ...{ nominativo_segnalante: 'Neri Anna' },
}
const lists = { listaAmbito: [{ id_ambito: 1, ambito: 'Casa' }] }
const provinces = [{ id_provincia: 58, provincia: 'Roma', id_regione: 12, sigla: 'RM' }]

const request = (id: number, scadenza: string) => ({
  ...{ id_richiesta: id, tipo: 'cancellazione', stato: 'in_attesa', richiedente: 'Rossetti Luca' },
  ...{ data_richiesta: '2026-10-20T10:00:00.000Z', data_scadenza: '2026-11-20T00:00:00.000Z', scadenza },
})
const requests = [request(9, 'nei_termini'), request(7, 'in_ritardo')]

const answer = () =>
  answerCalls(({ path }) => {
    if (path.startsWith('/v1/tipologiche/all')) return { result: lists }
    if (path.startsWith('/v1/tipologiche/')) return { result: provinces }
    if (path.includes('numero-casi'))
      return { result: { assegnati: 0, totali: 1, da_attribuire: 0, richieste_da_decidere: 0, avvisi: 0 } }
    if (path === '/v1/diritti') return { result: { listaView: requests, count: 2, da: 1, a: 100 } }
    if (path.startsWith('/v1/segnalazioni/')) return { result: { listaView: [row], count: 1, da: 1, a: 1 } }
    return { result: [] }
  })
const show = (selectedRole: Role) => {
  const queryClient = queryClientWith([[currentUserQuery.queryKey, { selectedRole, firstName: 'Giulia' }]])
  showPages({ [paths.deskHome]: CasesHomePage }, [paths.deskHome], queryClient)
}

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
  const box = within((await screen.findByText('Richieste privacy da decidere')).closest('section') as HTMLElement)
  const links = (await box.findAllByRole('link')).map((link) => link.textContent)
  expect(links).toEqual(['Richiesta 7', 'Richiesta 9', 'Tutte le richieste da decidere'])
  expect(box.getAllByRole('listitem')[0]?.textContent).toContain('In ritardo 20/11/2026')
})

test('who decides no requests has no box of them', async () => {
  answer()
  show('operatorOne')
  await screen.findByText('In ritardo')
  expect(screen.queryByText('Richieste privacy da decidere')).toBeNull()
})
