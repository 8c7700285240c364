import { type Field, officeFields } from '@portal/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { LinesTexts } from './desk-field-props.ts'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { bundleQuery } = await import('../choices.ts')
const { DeskFieldView } = await import('./desk-field-view.tsx')
await loadTexts()
await loadTextsOf('desk')

beforeAll(() => {})

const item = (id: number, label: string, parentId?: number) => ({ id, label, parentId })
const lists = {
  ground: [item(1, 'Etnico-razziale'), item(2, 'Religione')],
  sub_ground: [item(101, 'Colore della pelle', 1), item(201, 'Ebraismo', 2)],
  hashtag: [item(1, '#antisemitismo')],
}

const texts: LinesTexts = {
  columns: { groundId: 'Ground', subGroundId: 'Sotto-ground' },
  add: 'Aggiungi un ground',
  nameOf: (number) => `Ground ${number}`,
  main: { badge: 'Principale', make: (name) => `Rendi principale: ${name}` },
  errorAt: (index, column) => (index === 1 && column === 'groundId' ? 'Campo obbligatorio' : undefined),
}

let held: unknown
function Lines({
  start,
  lines = texts,
  field = officeFields.grounds,
}: {
  start: unknown
  lines?: LinesTexts
  field?: Field
}) {
  const [value, setValue] = useState(start)
  held = value
  return (
    <DeskFieldView
      id="grounds"
      field={field}
      label="Ground"
      error={undefined}
      required={false}
      value={value}
      lines={lines}
      onChange={setValue}
    />
  )
}

function draw(props: Parameters<typeof Lines>[0]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queryClient.setQueryData(bundleQuery().queryKey, lists as never)
  render(
    <QueryClientProvider client={queryClient}>
      <Lines {...props} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const line = (number: number) => within(screen.getByRole('group', { name: `Ground ${number}` }))
const two = [{ groundId: 1, subGroundId: 101 }, { groundId: 2 }]

test('a line is added at the end, and the keyboard goes on in it', async () => {
  const user = draw({ start: undefined })
  await user.click(screen.getByRole('button', { name: 'Aggiungi un ground' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(line(1).getByLabelText(/^Ground/)))
  await user.selectOptions(line(1).getByLabelText(/^Ground/), 'Etnico-razziale')
  expect(held).toEqual([{ groundId: 1 }])
})

test('a line offers what stands below its own ground, and another ground empties it', async () => {
  const user = draw({ start: two })
  await line(2).findByRole('option', { name: 'Ebraismo' })
  expect(
    line(1)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toContain('Colore della pelle')
  expect(line(2).queryByRole('option', { name: 'Colore della pelle' })).toBeNull()
  expect(line(2).getByLabelText('Sotto-ground')).toHaveProperty('value', '')
  line(2).getAllByRole('option', { name: '--- Non impostato ---' })
  await user.selectOptions(line(1).getByLabelText(/^Ground/), 'Religione')
  expect(held).toEqual([{ groundId: 2, subGroundId: undefined }, { groundId: 2 }])
})

test('to take a line away is asked in the specified words; the keyboard stays in the list', async () => {
  const user = draw({ start: two })
  await user.click(screen.getByRole('button', { name: 'Togli: Ground 1' }))
  const question = within(screen.getByRole('dialog', { name: 'Togliere Ground 1?' }))
  question.getByText('Are you sure you want to delete the selected element?')
  await user.click(question.getByRole('button', { name: 'Torna indietro' }))
  expect(held).toEqual(two)
  await user.click(screen.getByRole('button', { name: 'Togli: Ground 1' }))
  await user.click(screen.getByRole('button', { name: 'Elimina' }))
  expect(held).toEqual([{ groundId: 2 }])
  await vi.waitFor(() => expect(document.activeElement).toBe(line(1).getByLabelText(/^Ground/)))
  await user.click(screen.getByRole('button', { name: 'Togli: Ground 1' }))
  await user.click(screen.getByRole('button', { name: 'Elimina' }))
  expect(held).toBeUndefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Aggiungi un ground' }))
})

test('a line of which nothing is filled in goes without a question', async () => {
  const user = draw({ start: [{ groundId: undefined }] })
  await user.click(screen.getByRole('button', { name: 'Togli: Ground 1' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(held).toBeUndefined()
})

test('the first line says that it is the main one, and another can take its place', async () => {
  const user = draw({ start: two })
  line(1).getByText('Principale')
  expect(line(2).queryByText('Principale')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Rendi principale: Ground 2' }))
  expect(held).toEqual([two[1], two[0]])
  expect(document.activeElement).toBe(line(1).getByLabelText(/^Ground/))
})

test('a fault of a line is shown at its field', () => {
  draw({ start: two })
  const field = line(2).getByLabelText(/^Ground/)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Campo obbligatorio')
  expect(
    line(1)
      .getByLabelText(/^Ground/)
      .getAttribute('aria-invalid'),
  ).toBeNull()
})

test('a full list says why nothing can be added', async () => {
  const user = draw({ start: two, field: { ...officeFields.grounds, max: 2 } })
  const add = screen.getByRole('button', { name: 'Aggiungi un ground' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  await user.click(add)
  expect(held).toEqual(two)
  screen.getByText('Sono ammesse al massimo 2 righe')
})

test('an entry that the list does not have is made, and chosen', async () => {
  const onCreate = vi.fn(async (label: string) => ({ id: 55, label }))
  const lines = { columns: { hashtagId: 'Hashtag' }, add: 'Aggiungi', nameOf: (n: number) => `Hashtag ${n}`, onCreate }
  const user = draw({ start: undefined, lines, field: officeFields.hashtags })
  await user.click(screen.getByRole('button', { name: 'Crea e aggiungi' }))
  screen.getByRole('textbox', { name: 'Nuova voce', description: /Campo obbligatorio/ })
  expect(onCreate).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Nuova voce'), '#nuovo')
  await user.click(screen.getByRole('button', { name: 'Crea e aggiungi' }))
  await vi.waitFor(() => expect(held).toEqual([{ hashtagId: 55 }]))
  expect(onCreate).toHaveBeenCalledWith('#nuovo')
  // Enter makes it too, and does not send the form around it.
  await user.type(screen.getByLabelText('Nuova voce'), '#altro')
  expect(fireEvent.keyDown(screen.getByLabelText('Nuova voce'), { key: 'Enter' })).toBe(false)
  await vi.waitFor(() => expect(held).toEqual([{ hashtagId: 55 }, { hashtagId: 55 }]))
})

test('one of two is chosen by its word, or left open', async () => {
  const field = officeFields.isVirtual
  let value: unknown = true
  const { rerender } = render(<div />)
  const redraw = () =>
    rerender(
      <DeskFieldView
        id="v"
        field={field}
        label="Luogo"
        error={undefined}
        required={false}
        value={value}
        words={['Virtuale', 'Fisico']}
        onChange={(next) => {
          value = next
        }}
      />,
    )
  redraw()
  expect(screen.getByRole('radio', { name: 'Virtuale' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: 'Fisico' }))
  expect(value).toBe(false)
  redraw()
  await userEvent.click(screen.getByRole('radio', { name: 'Non indicato' }))
  expect(value).toBeUndefined()
})

test('a count keeps what is typed, which its reader understands or refuses', async () => {
  let value: unknown
  const field = officeFields.minorsCount
  render(
    <DeskFieldView
      id="c"
      field={field}
      label="Minori"
      error={undefined}
      required={false}
      value={undefined}
      onChange={(next) => {
        value = next
      }}
    />,
  )
  await userEvent.type(screen.getByLabelText('Minori'), 'x')
  expect(value).toBe('x')
  await userEvent.clear(screen.getByLabelText('Minori'))
  await userEvent.type(screen.getByLabelText('Minori'), '7')
  expect(value).toBe('7')
})
