import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { AntivirusLine, OutdatedNodeLine } = await import('./batch-page.tsx')
await loadTexts()
await loadTextsOf('desk')

let antivirus = 0
let node: object = {}
beforeEach(() => {
  answerCalls({
    'GET /v1/migrazione/dati-sensibili': () => ({
      result: { chiavi: [], righe_in_chiaro: 0, flag_antivirus: antivirus, ...node },
    }),
  })
})

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AntivirusLine />
      <OutdatedNodeLine />
    </QueryClientProvider>,
  )

test('the batch screen says that no antivirus is set, or that one is', async () => {
  show()
  expect(await screen.findByText(/Non è impostato nessun antivirus/)).toBeTruthy()
  cleanup()
  antivirus = 1
  show()
  expect(await screen.findByText('I file allegati sono controllati da un antivirus.')).toBeTruthy()
})

test('the batch screen warns of a version of Node past its end of life, and says nothing of a supported one', async () => {
  show()
  expect(await screen.findByText(/antivirus/)).toBeTruthy()
  expect(screen.queryByText(/Node/)).toBeNull()
  cleanup()
  node = { node_non_supportato: { versione: '20.20.2', data_fine_supporto: '2026-04-30T00:00:00.000Z' } }
  show()
  expect(await screen.findByText(/Il server usa Node 20\.20\.2, che dal 30\/04\/2026 non riceve più/)).toBeTruthy()
})
