import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CallError } from '#lib/api/call-error.ts'
import { PartError } from '#lib/api/lazy-part.ts'

const { loadTexts } = await import('#lib/i18n/texts.ts')
const { WholeErrorPage } = await import('./error-page.tsx')
await loadTexts()

test.each([
  ['a server that is away', new CallError(503), /Il servizio non risponde in questo momento.*non è perso/],
  ['no connection', new CallError(0), /o la connessione manca/],
  ['any other refusal', new CallError(500), /La pagina ha incontrato un errore/],
  ['a part that is gone', new PartError('missing'), /il sito è stato aggiornato/],
])('%s is named in the content of the page, with the way to try again', (_name, error, reason) => {
  render(<WholeErrorPage error={error} />)
  const page = within(screen.getByRole('main'))
  expect(page.getByRole('alert').textContent).toMatch(reason)
  expect(page.getByRole('button', { name: 'Ricarica la pagina' })).toBeTruthy()
})
