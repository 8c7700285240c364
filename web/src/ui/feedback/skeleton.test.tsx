import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CardGridSkeleton, ListPageSkeleton } from './skeleton.tsx'

test('a grid of cards on its way keeps the room of its cards and says so', () => {
  const { container } = render(<CardGridSkeleton text="Caricamento dei casi" count={4} />)
  expect(screen.getByRole('status').textContent).toBe('Caricamento dei casi')
  expect(container.querySelector('[aria-busy="true"] [aria-hidden="true"] .card-grid')?.children).toHaveLength(4)
})

test('a list page on its way keeps the room of its side filter and its rows and says so', () => {
  const { container } = render(<ListPageSkeleton text="Caricamento dei casi" />)
  expect(screen.getByRole('status').textContent).toBe('Caricamento dei casi')
  const page = container.querySelector('[aria-hidden="true"] .list-with-filters')
  expect(page?.querySelectorAll('.skeleton-field').length).toBeGreaterThan(0)
  expect(page?.querySelectorAll('tr')).toHaveLength(11)
})
