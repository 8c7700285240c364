import { paths } from '@portal/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const pages = await import('./association-list-page.tsx')
await loadTexts()
await loadTextsOf('desk')

const day = '2026-03-02T00:00:00.000Z'
const row = {
  id_persona_giuridica: 5,
  ragione_sociale: 'Ponti e Porte',
  piva: '01234567897',
  versione: 1,
  numero_richiesta: 'R-2026-000012',
  data_richiesta: '2026-01-10T09:00:00.000Z',
  flag_in_ritardo: 0,
  data_iscrizione: day,
  data_rinnovo_iscrizione: '2026-09-01T00:00:00.000Z',
  data_chiusura: '2026-10-12T00:00:00.000Z',
  data_scadenza_iscrizione: '2027-03-02T00:00:00.000Z',
  legale_rappresentante: 'Bruni Mario',
  email: 'ponti@example.it',
  id_regione: 12,
  id_ground: 3,
  flag_proposta: 0,
  flag_cancellazione_richiesta: 0,
}
const lists = { region: [{ id: 12, label: 'Lazio' }], ground: [{ id: 3, label: 'Disabilità' }] }

test.each([
  {
    page: pages.NewRequestsPage,
    path: paths.newRequestList,
    call: 'lista-web',
    tab: 'tocca_a_te',
    part: 'Tocca a te 3',
    query: '?tocca_a=registro',
    status: 1,
    cells: {
      Denominazione: 'Ponti e Porte',
      'P. IVA o CF': '01234567897',
      'Numero richiesta': 'R-2026-000012',
      Stato: 'Aperta',
      Richiesta: '10/01/2026',
      'Legale rappr.': 'Bruni Mario',
      'E-mail': 'ponti@example.it',
      Regione: 'Lazio',
      Ground: 'Disabilità',
    },
  },
  {
    page: pages.EnrolledPage,
    path: paths.enrolledList,
    call: 'lista-iscritte',
    tab: 'in_scadenza',
    part: 'In scadenza 3',
    query: '?in_scadenza=1',
    status: 5,
    cells: {
      Denominazione: 'Ponti e Porte',
      'P. IVA o CF': '01234567897',
      Stato: 'Regolarmente iscritta',
      Iscrizione: '02/03/2026',
      Rinnovo: '01/09/2026',
      Scadenza: '02/03/2027',
      'Legale rappr.': 'Bruni Mario',
      Regione: 'Lazio',
      Ground: 'Disabilità',
    },
  },
  {
    page: pages.NotEnabledPage,
    path: paths.notEnabledList,
    call: 'lista-cancellate',
    tab: 'scadute',
    part: 'Scadute 3',
    query: '?stato_richiesta=6',
    status: 7,
    cells: {
      Denominazione: 'Ponti e Porte',
      'P. IVA o CF': '01234567897',
      Stato: 'Cancellata',
      Iscrizione: '02/03/2026',
      Chiusura: '12/10/2026',
      Regione: 'Lazio',
      Ground: 'Disabilità',
    },
  },
])('$call shows these columns', async ({ page, path, call, status, cells, tab, part, query }) => {
  const rows = { listaView: [{ ...row, id_stato_persona_giuridica: status }], count: 1, da: 1, a: 10 }
  answerCalls({
    [`GET /v1/associazioni/${call}`]: { result: rows },
    'GET /v1/associazioni/conteggi': { result: { conteggi: [{ scheda: tab, count: 3 }] } },
  })
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: 'registerOperator' }],
    [bundleQuery().queryKey, lists],
  ])
  showPages({ [path]: page }, [path], known)
  const table = within(await screen.findByRole('table'))
  await table.findByText('Ponti e Porte')
  const headers = table.getAllByRole('columnheader').flatMap(linesOf)
  const [, shown] = table.getAllByRole('row')
  const texts = [...(shown?.querySelectorAll('th, td') ?? [])].flatMap(linesOf)
  // The column of the boxes that select rows has no heading.
  const named = headers.map((header, at) => [header, texts[at]]).filter(([header]) => header)
  expect(Object.fromEntries(named)).toEqual(cells)
  // Each part has its address, with the number of rows that it opens; what is not counted yet has none.
  const parts = within(screen.getByRole('navigation', { name: "Parti dell'elenco" }))
  const counted = await parts.findByRole('link', { name: /3$/ })
  expect([counted.textContent, counted.getAttribute('href')]).toEqual([part, `/x${path}${query}`])
  parts.getByRole('link', { name: /^Tutte/, current: 'page' })
})

/** The texts of a cell: of each of its lines, or of the whole. */
const linesOf = (cell: Element) => {
  const lines = [...cell.querySelectorAll('.stacked-line')]
  return (lines.length > 0 ? lines : [cell]).map(({ textContent }) => textContent)
}
