import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { showPages } from '../../../test/show-page.tsx'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { OpenDataPage } = await import('./open-data-page.tsx')

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('open-data')
})

const call = 'GET /v1/noauth/dati-aperti'
const show = () => showPages({ '/dati-aperti': OpenDataPage }, ['/dati-aperti'])
const yearOf = (anno: number, casi: number | null) => ({
  anno,
  casi,
  data_pubblicazione: `${anno + 1}-04-01T00:00:00Z`,
})
const data = {
  anni: [yearOf(2024, null), yearOf(2025, 1312)],
  tabelle: [
    {
      tabella: 'ground',
      voci: [
        { id: 1, voce: 'Etnico-razziale', numeri: { 2024: null, 2025: 700 } },
        { numeri: { 2024: null, 2025: 12 } },
      ],
    },
    { tabella: 'regione', voci: [{ id: 3, voce: 'Lazio', numeri: { 2025: 90 } }] },
  ],
}

test('shows each table with its years, the newest first, and says which numbers are not published', async () => {
  answerCalls({ [call]: { result: data } })
  show()
  const table = await screen.findByRole('table', { name: 'Casi per motivo' }, { timeout: 4000 })
  const cellsOf = (name: string) =>
    within(within(table).getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Motivo della discriminazione', '2025', '2024'])
  expect(cellsOf('Etnico-razziale')).toEqual(['700', '–non pubblicato'])
  expect(cellsOf('Non indicato')).toEqual(['12', '–non pubblicato'])
  expect(cellsOf('Tutti i casi')).toEqual(['1312', '–non pubblicato'])
  // An entry that its list did not have in a year.
  expect(screen.getByRole('row', { name: /^Lazio 90 non pubblicato/ })).toBeTruthy()
  expect(screen.getByText(/non pubblichiamo i numeri sotto 5, zero compreso/)).toBeTruthy()
})

test('offers the numbers as files, with their licence and their description', async () => {
  answerCalls({ [call]: { result: data } })
  show()
  const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  expect(await screen.findByRole('table', { name: 'Casi per regione' })).toBeTruthy()
  expect(hrefOf(/CSV/)).toBe('/x/api/v1/noauth/dati-aperti/scarica?formato=csv')
  expect(hrefOf(/JSON/)).toBe('/x/api/v1/noauth/dati-aperti/scarica?formato=json')
  expect(hrefOf(/DCAT-AP_IT/)).toBe('/x/api/v1/noauth/dati-aperti/catalogo')
  expect(hrefOf(/licenza/)).toBe('https://creativecommons.org/licenses/by/4.0/')
})

test('says when the first numbers come where there are none yet', async () => {
  answerCalls({ [call]: { result: { anni: [], tabelle: [] } } })
  show()
  expect(await screen.findByText(/1° aprile dell'anno dopo\.$/, { selector: '.empty-state *' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /CSV/ })).toBeNull()
})

test('data that do not load are read again on request', async () => {
  let isDown = true
  answerCalls({ [call]: () => (isDown ? { status: 500, result: {} } : { result: data }) })
  show()
  expect(await screen.findByText('I dati non si sono caricati')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  expect(await screen.findByRole('table', { name: 'Casi per regione' })).toBeTruthy()
})
