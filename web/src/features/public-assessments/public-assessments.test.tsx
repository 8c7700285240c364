import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { showPages } from '../../../test/show-page.tsx'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { AssessmentsPage } = await import('./assessments-page.tsx')
const { AssessmentPage } = await import('./assessment-page.tsx')

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('assessments')
})

/** The first page of a file is slow: everything loads with it. */
const first = { timeout: 10_000 }

const listed = (id: number, more: object = {}) => ({
  id,
  titolo: `Parere ${id}`,
  anno: 2026,
  ground: 'Età',
  ambito: 'Lavoro',
  conclusione: 'discriminazione_accertata',
  data_pubblicazione: '2026-11-20T10:00:00.000Z',
  ...more,
})
const pageOf = (rows: readonly object[], count = rows.length) => ({
  result: { listaView: rows, count, da: 1, a: 10, chiave_prima: 'a', chiave_ultima: 'z' },
})
const pages = { '/pareri': AssessmentsPage, '/pareri/parere': AssessmentPage }
const list = 'GET /v1/noauth/pareri'

test('the list says how many there are, marks Italian texts, and a search is in the address', async () => {
  const { calls } = answerCalls({ [list]: pageOf([listed(1, { inizio: 'Una casa negata.' })], 12) })
  const router = showPages(pages, ['/pareri'])
  expect(await screen.findByText('12 pareri, pagina 1 di 2', {}, first)).toBeTruthy()
  expect(screen.getByText('Una casa negata.').getAttribute('lang')).toBe('it')
  expect(screen.getByText('Parere 1').closest('a')?.getAttribute('href')).toBe('/x/pareri/parere?id=1')
  await userEvent.type(screen.getByRole('searchbox'), 'affitto casa')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Anno del parere' }), '2026')
  await userEvent.click(screen.getByRole('button', { name: 'Cerca' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ testo: 'affitto casa', anno: 2026 }))
  const filtri = () =>
    JSON.parse(
      calls
        .filter(({ path }) => path.endsWith('/pareri'))
        .at(-1)
        ?.query.get('filtri') ?? '{}',
    )
  await waitFor(() => expect(filtri()).toEqual({ testo: 'affitto casa', anno: [2026] }))
}, 30_000)

test('an assessment shows its parts in Italian, and what changed', async () => {
  const texts = { fatti: 'I fatti.', motivazione: 'Il perché.', misure: 'Una clausola.', risposta: 'attuate_in_parte' }
  answerCalls({ 'GET /v1/noauth/pareri/7': { result: listed(7, texts) } })
  showPages(pages, ['/pareri/parere?id=7'])
  expect((await screen.findByText('I fatti.', {}, first)).getAttribute('lang')).toBe('it')
  expect(screen.getByText('Le misure raccomandate sono state attuate in parte.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Parere 7')
}, 30_000)

test('one that was withdrawn is not public', async () => {
  answerCalls({ 'GET /v1/noauth/pareri/8': { status: 404, result: {}, errorCode: 'non_trovato' } })
  showPages(pages, ['/pareri/parere?id=8'])
  expect(await screen.findByText('Questo parere non è pubblico.', {}, first)).toBeTruthy()
}, 30_000)
