import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ErrorSummary } from './error-summary.tsx'

const errors = [{ fieldId: 'phone', text: 'Telefono: solo cifre, al massimo 15' }]

test('without errors there is nothing to see', () => {
  const { container } = render(<ErrorSummary title="Controlla" errors={[]} />)
  expect(container.innerHTML).toBe('')
})

test('the summary takes focus when errors appear, and again at the next attempt', () => {
  const { rerender } = render(<ErrorSummary title="Controlla" errors={errors} attempt={1} />)
  const summary = screen.getByRole('alert')
  expect(document.activeElement).toBe(summary)
  summary.blur()
  rerender(<ErrorSummary title="Controlla" errors={errors} attempt={1} />)
  expect(document.activeElement).not.toBe(summary)
  rerender(<ErrorSummary title="Controlla" errors={errors} attempt={2} />)
  expect(document.activeElement).toBe(summary)
})

test('faults that come and go while one types leave the focus where it is', () => {
  const view = (isValid: boolean) => (
    <>
      <ErrorSummary title="Controlla" errors={isValid ? [] : errors} attempt={1} />
      <input id="phone" type="tel" />
    </>
  )
  const { rerender } = render(view(false))
  const input = screen.getByRole('textbox')
  input.focus()
  for (const isValid of [true, false]) {
    rerender(view(isValid))
    expect(document.activeElement).toBe(input)
  }
})

test('each error leads to its field without leaving the page', async () => {
  render(
    <>
      <ErrorSummary title="Controlla" errors={errors} />
      <input id="phone" type="tel" />
    </>,
  )
  const address = location.href
  await userEvent.click(screen.getByRole('link', { name: errors[0]?.text ?? '' }))
  expect(document.activeElement?.id).toBe('phone')
  expect(location.href).toBe(address)
})
