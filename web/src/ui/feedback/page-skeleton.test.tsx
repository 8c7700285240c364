import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type PageKind, PageSkeleton } from './page-skeleton.tsx'

afterEach(cleanup)

test('a list on its way has its heading, the room of its rows, and one sentence for the ear', () => {
  const { container } = render(<PageSkeleton kind="list" title="Casi" text="Caricamento dei casi" />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Casi')
  expect(screen.getByRole('status').textContent).toBe('Caricamento dei casi')
  expect(container.querySelectorAll('[aria-hidden="true"] tr')).toHaveLength(11)
})

test('a list page with filters keeps the room of its filters and its rows', () => {
  const { container } = render(<PageSkeleton kind="filteredList" title="Anagrafica" text="Caricamento" />)
  expect(container.querySelector('[aria-hidden="true"] .skeleton-filters')).not.toBeNull()
  expect(container.querySelectorAll('[aria-hidden="true"] tr')).toHaveLength(11)
})

test.each<PageKind>(['record', 'home', 'form', 'text'])(
  'the shape of a %s whose heading is not known yet says nothing but that it loads',
  (kind) => {
    const { container } = render(<PageSkeleton kind={kind} text="Caricamento" />)
    expect(screen.queryByRole('heading')).toBeNull()
    expect(container.textContent).toBe('Caricamento')
    expect(container.querySelectorAll('[aria-hidden="true"] .skeleton').length).toBeGreaterThan(7)
  },
)
