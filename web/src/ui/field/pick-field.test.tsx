import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { matches, matching } from './combobox.tsx'
import { PickField } from './pick-field.tsx'

afterEach(cleanup)

const options = [
  { id: '1', text: 'Ricevuta', note: 'Scuola' },
  { id: '2', text: 'È chiusa' },
  { id: '3', text: 'Chiarimenti' },
]

test.each([
  ['', ['1', '2', '3']],
  ['chi', ['2', '3']],
  ['e chiusa', ['2']],
  ['scuola', ['1']],
  ['zz', []],
])('%j finds %j', (typed, values) => expect(matching(options, typed).map(({ id }) => id)).toEqual(values))

test.each([
  ['Provincia dei fatti', 'fat prov', true],
  ['Provincia dei fatti', 'atti', false],
  ['Possibilità di accesso', 'possibilita acc', true],
  ["Prendi in carico l'esito", 'esito', true],
  ['Non di competenza', 'casi nuovi', false],
  ['Nato dal', '', true],
])('%j is found by %j: %s', (text, typed, isFound) => expect(matches(text, typed)).toBe(isFound))

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

test('Escape leaves what is around the list alone, until the list is closed', async () => {
  const escapes: string[] = []
  const handleKey = ({ key }: KeyboardEvent) => escapes.push(key)
  document.addEventListener('keydown', handleKey)
  await show()
  await userEvent.keyboard('{Escape}')
  expect(escapes).not.toContain('Escape')
  await userEvent.keyboard('{Escape}')
  expect(escapes).toContain('Escape')
  document.removeEventListener('keydown', handleKey)
})

test('Home and End are of the text, Page Down passes five options over', async () => {
  await show()
  await userEvent.keyboard('chi{Home}x')
  expect(field().value).toBe('xchi')
  await userEvent.keyboard('{End}y')
  expect(field().value).toBe('xchiy')
  await userEvent.clear(field())
  await userEvent.keyboard('{PageDown}')
  expect(selected()).toBe('Chiarimenti')
  await userEvent.keyboard('{PageUp}')
  expect(selected()).toBe('RicevutaScuola')
})

test('Enter that ends a composition picks nothing', async () => {
  const picked = await show()
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  expect(picked).toEqual([])
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(picked).toEqual(['1'])
})

test('the active option is in sight, and that nothing was found is spoken', async () => {
  const seen: (string | null)[] = []
  Element.prototype.scrollIntoView = function scrollIntoView() {
    seen.push(this.textContent)
  }
  await show()
  await userEvent.keyboard('{ArrowDown}')
  expect(seen).toEqual(['RicevutaScuola', 'È chiusa'])
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  await userEvent.keyboard('zz')
  expect(status.textContent).toBe('Nessuno')
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
})
