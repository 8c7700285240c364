import { formatScreenDate } from '@portal/contract'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { today } from '#lib/i18n/format.tsx'
import { loadTexts } from '#lib/i18n/texts.ts'
import { DayField } from './day-field.tsx'

beforeAll(() => loadTexts('it'))

const handleSubmit = vi.fn()

function Example({ start = '', isPast }: { start?: string; isPast?: boolean }) {
  const [value, setValue] = useState(start)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        handleSubmit(value)
      }}
    >
      <DayField id="day" label="Data" value={value} onChange={setValue} isPast={isPast} />
      <button type="submit">Salva</button>
    </form>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Data')
const meant = () => screen.getByRole('status').textContent

test('a short form says which day it means, and is put in full by leaving', async () => {
  render(<Example />)
  await userEvent.type(field(), '1/2/90')
  expect(meant()).toBe('giovedì 1 febbraio 1990')
  expect(field().value).toBe('1/2/90')
  await userEvent.tab()
  expect(field().value).toBe('01/02/1990')
  expect(meant()).toBe('')
})

test('the first Enter puts it in full, the second submits', async () => {
  render(<Example isPast />)
  await userEvent.type(field(), 'oggi{Enter}')
  expect(field().value).toBe(formatScreenDate(today()))
  expect(handleSubmit).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(handleSubmit).toHaveBeenCalledExactlyOnceWith(formatScreenDate(today()))
})

test.each([
  ['{ArrowUp}', '01/03/2025'],
  ['{ArrowDown}', '27/02/2025'],
  ['{PageUp}', '28/03/2025'],
  ['{PageDown}{PageDown}', '28/12/2024'],
])('%s goes to %s', async (keys, day) => {
  render(<Example start="28/02/2025" isPast />)
  await userEvent.type(field(), keys)
  expect(field().value).toBe(day)
})

test('a month that is too short gives its last day', async () => {
  render(<Example start="31/03/2025" isPast />)
  await userEvent.type(field(), '{PageDown}')
  expect(field().value).toBe('28/02/2025')
})

test('an empty field starts with today, and a day of the past does not go beyond it', async () => {
  render(<Example isPast />)
  await userEvent.type(field(), '{ArrowDown}{ArrowUp}{ArrowUp}')
  expect(field().value).toBe(formatScreenDate(today()))
})

test('what is no day stays as it was typed', async () => {
  render(<Example />)
  await userEvent.type(field(), '31/2')
  await userEvent.tab()
  expect(field().value).toBe('31/2')
})
