import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { DateField, type DateReader } from './date-field.tsx'

const read: DateReader = {
  digits: (text) => text.replaceAll('٣', '3'),
  whole: (text) => (text === '1990-02-01' ? '01/02/1990' : undefined),
}

const partLabels = { day: 'Giorno', month: 'Mese', year: 'Anno' }

function Harness({ start = '', onBlur, error }: { start?: string; onBlur?: () => void; error?: string }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <DateField
        id="date"
        label="Data"
        partLabels={partLabels}
        read={read}
        unreadable="Controlla giorno, mese e anno"
        value={value}
        onChange={setValue}
        onBlur={onBlur}
        error={error}
      />
      <output>{value}</output>
      <button type="button">dopo</button>
    </>
  )
}

const value = () => screen.getByRole('status').textContent

test('a date typed part by part comes out as one text', async () => {
  render(<Harness />)
  await userEvent.type(screen.getByLabelText('Giorno'), '07')
  expect(value()).toBe('07//')
  await userEvent.type(screen.getByLabelText('Mese'), '03')
  await userEvent.type(screen.getByLabelText('Anno'), '2026')
  expect(value()).toBe('07/03/2026')
})

test('digits of another script are taken up as digits, separators are not, and nothing else is cut', async () => {
  render(<Harness />)
  await userEvent.type(screen.getByLabelText('Giorno'), '٣/1')
  await userEvent.type(screen.getByLabelText('Anno'), '20x26')
  expect(value()).toBe('31//20x26')
})

test('a whole date pasted into any part fills all three', async () => {
  render(<Harness />)
  await userEvent.click(screen.getByLabelText('Mese'))
  await userEvent.paste('1990-02-01')
  expect(screen.getByLabelText('Giorno')).toHaveProperty('value', '01')
  expect(value()).toBe('01/02/1990')
})

test('a pasted text that is no date fills in nothing, and says so until something is typed', async () => {
  render(<Harness start="7//" />)
  await userEvent.click(screen.getByLabelText('Mese'))
  await userEvent.paste('ieri')
  expect(value()).toBe('7//')
  expect(screen.getByText('Controlla giorno, mese e anno')).toBeDefined()
  await userEvent.paste('3')
  expect(value()).toBe('7/3/')
  expect(screen.queryByText('Controlla giorno, mese e anno')).toBeNull()
})

test('emptying every part leaves no date, not two slashes', async () => {
  render(<Harness start="7//" />)
  await userEvent.clear(screen.getByLabelText('Giorno'))
  expect(value()).toBe('')
})

test('leaving is shown once focus has left all three parts', async () => {
  const handleBlur = vi.fn()
  render(<Harness onBlur={handleBlur} />)
  await userEvent.click(screen.getByLabelText('Giorno'))
  await userEvent.tab()
  await userEvent.tab()
  expect(handleBlur).not.toHaveBeenCalled()
  await userEvent.tab()
  expect(handleBlur).toHaveBeenCalledOnce()
})

test('an error belongs to the group and marks each part', () => {
  render(<Harness error="Inserire una data valida." />)
  const group = screen.getByRole('group', { name: 'Data' })
  expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Inserire una data valida.',
  )
  for (const box of screen.getAllByRole('textbox')) expect(box.getAttribute('aria-invalid')).toBe('true')
})
