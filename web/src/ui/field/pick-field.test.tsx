import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { matching, PickField } from './pick-field.tsx'

afterEach(cleanup)

const options = [
  { value: '1', label: 'Ricevuta', note: 'Scuola' },
  { value: '2', label: 'È chiusa' },
  { value: '3', label: 'Chiarimenti' },
]

test.each([
  ['', ['1', '2', '3']],
  ['chi', ['2', '3']],
  ['e chiusa', ['2']],
  ['scuola', ['1']],
  ['zz', []],
])('%j finds %j', (typed, values) => expect(matching(options, typed).map(({ value }) => value)).toEqual(values))

async function show() {
  const picked: string[] = []
  render(
    <PickField id="pick" label="Testo" options={options} noneText="Nessuno" onPick={(value) => picked.push(value)} />,
  )
  await userEvent.tab()
  return picked
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Testo' })
const selected = () => screen.getByRole('option', { selected: true }).textContent

test('focus shows the proposals, and Enter picks the first', async () => {
  const picked = await show()
  expect(selected()).toBe('RicevutaScuola')
  await userEvent.keyboard('{Enter}')
  expect(picked).toEqual(['1'])
  expect(screen.queryByRole('option')).toBeNull()
})

test('typing narrows, the arrows go round, and the field is empty again', async () => {
  const picked = await show()
  await userEvent.keyboard('chi{ArrowUp}')
  expect(selected()).toBe('Chiarimenti')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(picked).toEqual(['3'])
  expect(field().value).toBe('')
})

test('Escape closes, and Enter then picks nothing', async () => {
  const picked = await show()
  await userEvent.keyboard('{Escape}{Enter}')
  expect([picked, field().getAttribute('aria-expanded')]).toEqual([[], 'false'])
  await userEvent.keyboard('zz')
  expect(screen.getByText('Nessuno')).toBeDefined()
})

test('a click picks', async () => {
  const picked = await show()
  await userEvent.click(screen.getByRole('option', { name: 'È chiusa' }))
  expect(picked).toEqual(['2'])
})
