import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'

const { loadTextsOf, loadTexts } = await import('#lib/texts.ts')
const { AntivirusLine } = await import('./antivirus-line.tsx')
await loadTexts()
await loadTextsOf('desk')

let antivirus = 0
beforeAll(() => {
  vi.stubGlobal('fetch', async () => {
    const result = { chiavi: [], righe_in_chiaro: 0, flag_antivirus: antivirus }
    return new Response(JSON.stringify({ success: true, result, errorCode: null }))
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
