import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { PseudonymisedNote } = await import('./case-form-notes.tsx')
await loadTexts()
await loadTextsOf('desk')

test('a case without its persons says so, and since when', () => {
  render(<PseudonymisedNote record={{ pseudonymisedAt: new Date('2026-11-20T10:05:00Z') }} />)
  expect(screen.getByText(/^I dati personali di questo caso sono stati cancellati il/).parentElement?.textContent).toBe(
    'I dati personali di questo caso sono stati cancellati il 20/11/2026 - 11:05.',
  )
})

test('a case with its persons says nothing', () => {
  const { container } = render(<PseudonymisedNote record={{}} />)
  expect(container.innerHTML).toBe('')
})
