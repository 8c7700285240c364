import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

const { loadTexts } = await import('#lib/i18n/texts.ts')
const { notify } = await import('#lib/page/notices.ts')
const { useNameInTitle } = await import('#lib/page/page-subject.ts')
const { RootFrame } = await import('./root-frame.tsx')
await loadTexts()

const root = createRootRoute({ component: RootFrame })
beforeEach(async () => {
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />)
  await screen.findByRole('region', { name: 'Avvisi' })
})

test("a success without words of its own is shown as 'Salvataggio effettuato con successo!' under 'Success'", async () => {
  notify({ kind: 'success' })
  const body = await screen.findByText('Salvataggio effettuato con successo!')
  expect(body.closest('[role=status] .toast')?.textContent).toContain('Success')
})

test("a failure without words of its own is shown as 'Errore interno' under 'Error'", async () => {
  notify({ kind: 'error' })
  const body = await screen.findByText('Errore interno')
  expect(body.closest('[role=alert] .toast')?.textContent).toContain('Error')
})

test('words of its own come instead, under the same heading', async () => {
  notify({ kind: 'error', body: 'Errore chiamata' })
  expect((await screen.findByText('Errore chiamata')).closest('.toast')?.textContent).toContain('Error')
})

function Named() {
  useNameInTitle('UNAR-2026-000005', 'Dettaglio storico richiesta')
  return null
}

test('the title of the window begins with the record that the page is about, and has the title of the page', async () => {
  const { unmount } = render(<Named />)
  await waitFor(() => expect(document.title).toMatch(/^UNAR-2026-000005 – Dettaglio storico richiesta – /))
  unmount()
  await waitFor(() => expect(document.title).not.toContain('000005'))
})
