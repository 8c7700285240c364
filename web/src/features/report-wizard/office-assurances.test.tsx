import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OfficeAssurances } from './office-assurances.tsx'

test('confirmed assurances are shown, each marked with its language', () => {
  render(<OfficeAssurances />)
  expect(screen.getByText('Leggono la segnalazione solo persone del nostro ufficio.').lang).toBe('it')
  expect(screen.getByText('Your residence permit stays as it is.').lang).toBe('en')
})
