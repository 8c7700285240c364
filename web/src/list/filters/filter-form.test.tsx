import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { FilterFormAbove } = await import('./filter-form.tsx')
await loadTexts()
await loadTextsOf('desk')

const list = { filters: { name: { kind: 'text', wire: 'nome' } as const }, filterLabel: () => 'Nome' }

function show(isInUse: boolean) {
  const form = { draft: {}, errors: [], attempt: 0, answer: vi.fn(), submit: vi.fn(), reset: vi.fn() }
  render(<FilterFormAbove list={list} form={form} openText="Filtra l'elenco" isInUse={isInUse} />)
  return { form, toggle: screen.getByRole('button', { name: "Filtra l'elenco" }) }
}

test('the fields open and close, and Enter in one of them filters', async () => {
  const { form, toggle } = show(false)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  await userEvent.type(screen.getByLabelText('Nome'), 'x{Enter}')
  expect(form.answer).toHaveBeenCalledWith('name', 'x')
  expect(form.submit).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Azzera' }))
  expect(form.reset).toHaveBeenCalledOnce()
  expect(form.submit).toHaveBeenCalledOnce()
})

test('fields that are in use are open from the start', () => {
  expect(show(true).toggle.getAttribute('aria-expanded')).toBe('true')
})
