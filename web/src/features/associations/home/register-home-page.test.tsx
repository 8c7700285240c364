import { paths } from '@portal/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { useSiteSearch } = await import('#lib/page/site-search.ts')
const { RegisterHomePage } = await import('./register-home-page.tsx')
const { AssociationNeighbours } = await import('../record/association-neighbours.tsx')
await loadTexts()
await loadTextsOf('desk')

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const row = (id: number, more = {}) => ({
  id_persona_giuridica: id,
  ragione_sociale: `Associazione ${id}`,
  numero_richiesta: `R-${id}`,
  id_stato_persona_giuridica: 1,
  passo: 'verifica_documenti',
  tocca_a: 'registro',
  data_scadenza: '2026-11-20T00:00:00.000Z',
  scadenza: 'in_ritardo',
  ...more,
})
const queues = {
  tocca_a_te: [row(5), row(3)],
  tocca_ad_altri: [row(8, { passo: 'firma_decreto', tocca_a: 'rup' })],
}

function Detail() {
  const { id = 0 } = useSiteSearch()
  return (
    <>
      <h1>Pratica {id}</h1>
      <AssociationNeighbours id={id} />
    </>
  )
}

function show() {
  answerCalls(({ path, query }) =>
    path === '/v1/associazioni/coda'
      ? {
          result: {
            tocca_a_te: 2,
            tocca_ad_altri: 1,
            listaView: queues[query.get('scheda') as keyof typeof queues],
          },
        }
      : { status: 500 },
  )
  const user = { selectedRole: 'registerAdmin', firstName: 'Sara' }
  const pages = { [paths.registerHome]: RegisterHomePage, [paths.newRequestDetail]: Detail }
  showPages(pages, [paths.registerHome], queryClientWith([[currentUserQuery.queryKey, user]]))
}

test('the home of the register says what the user does next, and on the other tab whose turn it is', async () => {
  show()
  const link = await screen.findByRole('link', { name: 'R-5' })
  const item = within(link.closest('li') as HTMLElement)
  item.getByText('Associazione 5')
  item.getByText('Verifica i documenti')
  expect(link.getAttribute('href')).toContain('scheda=documenti')
  expect(item.queryByText(/Tocca a/)).toBeNull()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Tocca a te 2', 'Tocca ad altri 1'])
  await userEvent.click(screen.getByRole('tab', { name: /Tocca ad altri/ }))
  await screen.findByText('Tocca a: RUP')
  screen.getByText('Firma il decreto')
})

test('the button opens the first association, and the page of each leads to its neighbours', async () => {
  show()
  await userEvent.click(await screen.findByRole('link', { name: 'Inizia dal primo' }))
  await screen.findByRole('heading', { name: 'Pratica 5' })
  await userEvent.click(await screen.findByRole('link', { name: 'Avanti' }))
  await screen.findByRole('heading', { name: 'Pratica 3' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Avanti' }).getAttribute('aria-disabled')).toBe('true'))
})
