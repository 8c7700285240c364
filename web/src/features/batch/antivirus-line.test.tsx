import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { AntivirusLine } = await import('./batch-page.tsx')
await loadTexts()
await loadTextsOf('desk')

let antivirus = 0
beforeEach(() => {
  answerCalls({
    'GET /v1/migrazione/dati-sensibili': () => ({
      result: { chiavi: [], righe_in_chiaro: 0, flag_antivirus: antivirus },
    }),
  })
})

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AntivirusLine />
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
