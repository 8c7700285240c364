import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CardGridSkeleton } from './skeleton.tsx'

test('a grid of cards on its way keeps the room of its cards and says so', () => {
  const { container } = render(<CardGridSkeleton text="Caricamento dei casi" count={4} />)
  expect(screen.getByRole('status').textContent).toBe('Caricamento dei casi')
  expect(container.querySelector('[aria-busy="true"] [aria-hidden="true"] .card-grid')?.children).toHaveLength(4)
})
