import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NavigateContext } from '#ui/nav-link.tsx'

document.body.innerHTML = '<script type="application/json" id="office">{"office":{"slug":"x","links":[]}}</script>'
const { CallError } = await import('#lib/call-error.ts')
const { loadTextsOf, loadTexts } = await import('#lib/texts.ts')
const { WordsForm } = await import('./words-form.tsx')
await loadTexts()
await loadTextsOf('desk')

let queryClient = new QueryClient()
const visited: string[] = []
beforeEach(() => {
  queryClient = new QueryClient()
  visited.length = 0
})
afterEach(cleanup)

type Props = Parameters<typeof WordsForm>[0]

const form = (props: Partial<Props>) => (
  <QueryClientProvider client={queryClient}>
    <NavigateContext value={(href) => visited.push(href)}>
      <WordsForm search={{ page: 2, status: 'open' }} words={undefined} error={null} {...props} />
    </NavigateContext>
  </QueryClientProvider>
)

test('a search goes to the first page; what is looked for stays out of the address', async () => {
  render(form({}))
  await userEvent.type(screen.getByLabelText('Nome o denominazione'), 'Rossi')
  await userEvent.type(screen.getByLabelText('E-mail o telefono'), 'a@b.it{Enter}')
  expect(visited).toEqual([expect.stringMatching(/^\/x\/gestione\/operatore\/casi\/lista\?stato=1&ricerca=r\d+$/)])
  const id = new URLSearchParams(visited[0]?.split('?')[1]).get('ricerca')
  expect(queryClient.getQueryData(['cases', 'words', id])).toEqual({ person: 'Rossi', contact: 'a@b.it' })
})

test("'Azzera' empties the fields and leaves the status as it is", async () => {
  render(form({ search: { page: 1, status: 'open', wordsId: 'r1' }, words: { person: 'Rossi' } }))
  const field = screen.getByLabelText('Nome o denominazione') as HTMLInputElement
  expect(field.value).toBe('Rossi')
  await userEvent.click(screen.getByRole('button', { name: 'Azzera' }))
  expect(field.value).toBe('')
  expect(visited).toEqual(['/x/gestione/operatore/casi/lista?stato=1'])
})

test('words that are not remembered any more are said to be gone', () => {
  render(form({ search: { page: 1, wordsId: 'r1' } }))
  expect(screen.getByText(/Le parole cercate non restano in memoria/)).toBeTruthy()
})

test('a word that is too short is told at its field and in the summary, which takes the focus', () => {
  const fault = { campo: 'filtri.nominativo', codice: 'ricerca_troppo_corta', messaggio: 'Servono tre lettere' }
  const props = { search: { page: 1, wordsId: 'r1' }, words: { person: 'x' } }
  const { rerender } = render(form(props))
  rerender(form({ ...props, error: new CallError(400, 'dati_non_validi', '', [fault]) }))
  const summary = screen.getByRole('alert')
  expect(document.activeElement).toBe(summary)
  within(summary).getByRole('link', { name: 'Nome o denominazione: Servono tre lettere' })
  const field = screen.getByLabelText('Nome o denominazione')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Servono tre lettere')
})
