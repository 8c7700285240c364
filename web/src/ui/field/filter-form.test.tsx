import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FilterForm } from './filter-form.tsx'

const texts = { open: 'Filtri', submit: 'Filtra', reset: 'Azzera' }

test('the fields open and close, and Enter in one of them filters', async () => {
  const handleSubmit = vi.fn()
  const handleReset = vi.fn()
  render(
    <FilterForm texts={texts} isInUse={false} onSubmit={handleSubmit} onReset={handleReset}>
      <input aria-label="Nome" />
    </FilterForm>,
  )
  const toggle = screen.getByRole('button', { name: 'Filtri' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  await userEvent.type(screen.getByLabelText('Nome'), 'x{Enter}')
  expect(handleSubmit).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Azzera' }))
  expect(handleReset).toHaveBeenCalledOnce()
  expect(handleSubmit).toHaveBeenCalledOnce()
})

test('fields that are in use are open from the start', () => {
  render(
    <FilterForm texts={texts} isInUse onSubmit={() => undefined} onReset={() => undefined}>
      <input aria-label="Nome" />
    </FilterForm>,
  )
  expect(screen.getByRole('button', { name: 'Filtri' }).getAttribute('aria-expanded')).toBe('true')
})
