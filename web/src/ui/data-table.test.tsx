import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { type Column, DataTable, type Sort } from './data-table.tsx'

interface Row {
  code: string
  place: string
}

const columns: Column<Row>[] = [
  { id: 'code', header: 'Codice', isSortable: true, isRowHeader: true, cell: ({ code }) => code },
  { id: 'place', header: 'Luogo', isSortable: true, cell: ({ place }) => place },
  { id: 'note', header: 'Nota', cell: () => '–' },
]

const texts = { caption: 'Casi', emptyText: 'Nessun dato presente nella tabella', loadingText: 'Caricamento' }

function Harness({ rows }: { rows: readonly Row[] | undefined }) {
  const [sort, setSort] = useState<Sort>()
  return (
    <DataTable
      {...texts}
      columns={columns}
      rows={rows}
      rowKey={({ code }) => code}
      sort={sort}
      onSort={setSort}
      currentKey="B"
    />
  )
}

const rows = [
  { code: 'A', place: 'Roma' },
  { code: 'B', place: 'Bari' },
]

const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')

test('a header sorts upwards, then downwards, and only one column is sorted', async () => {
  render(<Harness rows={rows} />)
  expect(sortOf('Codice')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Codice' }))
  expect(sortOf('Codice')).toBe('ascending')
  await userEvent.click(screen.getByRole('button', { name: 'Codice' }))
  expect(sortOf('Codice')).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: 'Luogo' }))
  expect([sortOf('Codice'), sortOf('Luogo')]).toEqual([null, 'ascending'])
})

test('a column that does not sort has no button', () => {
  render(<Harness rows={rows} />)
  expect(within(screen.getByRole('columnheader', { name: 'Nota' })).queryByRole('button')).toBeNull()
})

test('the current row is marked', () => {
  render(<Harness rows={rows} />)
  expect(screen.getByRole('row', { current: true }).textContent).toContain('Bari')
})

test('each row is named by its header cell', () => {
  render(<Harness rows={rows} />)
  const headers = screen.getAllByRole('rowheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual(['A', 'B'])
  expect(headers.map((header) => header.getAttribute('scope'))).toEqual(['row', 'row'])
})

test('no rows are shown in one row across all columns', () => {
  render(<Harness rows={[]} />)
  expect(screen.getByRole('cell', { name: texts.emptyText }).getAttribute('colspan')).toBe('3')
})

test('rows on their way keep their room and say so', () => {
  render(<Harness rows={undefined} />)
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(screen.getAllByRole('row')).toHaveLength(11)
  expect(screen.getByRole('status').textContent).toBe(texts.loadingText)
})

test('a row tells its details on request, in a line of its own across all columns', async () => {
  const detail = {
    header: 'Dettagli',
    label: ({ code }: Row) => `Dettagli di ${code}`,
    content: ({ place }: Row) => `Tutto su ${place}`,
  }
  render(<DataTable {...texts} columns={columns} rows={rows} rowKey={({ code }) => code} detail={detail} />)
  expect(screen.queryByText('Tutto su Bari')).toBeNull()
  const button = screen.getByRole('button', { name: 'Dettagli di B' })
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('cell', { name: 'Tutto su Bari' }).getAttribute('colspan')).toBe('4')
  await userEvent.click(button)
  expect(screen.queryByText('Tutto su Bari')).toBeNull()
})

function Choosing({ shown }: { shown?: readonly Row[] | undefined }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const selection = {
    allLabel: 'Seleziona tutte',
    label: ({ code }: Row) => `Seleziona ${code}`,
    isSelected: ({ code }: Row) => chosen.includes(code),
    onChange: (changed: readonly Row[], isOn: boolean) => {
      const codes = changed.map(({ code }) => code)
      setChosen([...chosen.filter((code) => !codes.includes(code)), ...(isOn ? codes : [])])
    },
  }
  return <DataTable {...texts} columns={columns} rows={shown} rowKey={({ code }) => code} selection={selection} />
}

test('rows are chosen one by one or all together, and a box over some of them is half ticked', async () => {
  render(<Choosing shown={rows} />)
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Seleziona tutte' })
  const boxes = ['A', 'B'].map((code) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Seleziona ${code}` }))
  const state = () => [all, ...boxes].map(({ checked }) => checked)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Seleziona B' }))
  expect([state(), all.indeterminate]).toEqual([[false, false, true], true])
  await userEvent.click(all)
  expect([state(), all.indeterminate]).toEqual([[true, true, true], false])
  await userEvent.click(all)
  expect([state(), all.indeterminate]).toEqual([[false, false, false], false])
})

test('nothing can be chosen before there are rows', () => {
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Seleziona tutte' })
  const { rerender } = render(<Choosing shown={undefined} />)
  expect(all().disabled).toBe(true)
  rerender(<Choosing shown={rows} />)
  expect(all().disabled).toBe(false)
})

test('what to do next is shown where there are no rows', () => {
  render(<DataTable {...texts} columns={columns} rows={[]} rowKey={() => ''} emptyNext={<a href="#x">Azzera</a>} />)
  expect(within(screen.getByRole('cell')).getByRole('link', { name: 'Azzera' })).toBeTruthy()
})
