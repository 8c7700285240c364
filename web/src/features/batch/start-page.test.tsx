import { paths, protectedPages } from '@portal/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { BatchPage } = await import('./batch-page.tsx')
await loadTexts()
await loadTextsOf('desk')

test('the batch start path has the start of every batch job, and leads to the list of runs', async () => {
  expect(protectedPages.batchStart[0]).toBe('/batch/start-batch')
  answerCalls({
    'GET /v1/migrazione/dati-sensibili': () => ({ result: { chiavi: [], righe_in_chiaro: 0, flag_antivirus: 1 } }),
    'GET /v1/migrazione/dati-sensibili/stato': { result: {} },
    'GET /v1/migrazione/migrazione-allegati': { result: { archivi: [] } },
    'GET /v1/migrazione/migrazione-allegati/stato': { result: {} },
    'GET /v1/migrazione/importazione-ufficio': { result: { flag_configurata: 0, cartelle: [] } },
    'GET /v1/admin/batch-utenze/stato': { result: {} },
    'GET /v1/conservazione': { result: { regole: [] } },
  })
  showPages({ [paths.batchStart]: BatchPage }, [paths.batchStart], queryClientWith([]))
  expect(await screen.findByRole('heading', { name: "Avvia un'elaborazione" })).toBeTruthy()
  for (const name of ['Carica', 'Avvia cifratura', 'Avvia migrazione'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Tutte le elaborazioni' })
  expect(link.getAttribute('href')).toMatch(/\/gestione\/operatore\/batch$/)
})
