import { expect, test } from 'vitest'
import type { Column } from '#ui/data-table.tsx'

const { columnsInLook } = await import('./table-look.ts')

const cell = () => null
const columns: readonly Column<object>[] = [
  { id: 'status', header: 'Stato', cell, width: '9rem' },
  { id: 'code', header: 'Codice', cell, isRowHeader: true },
  { id: 'made', header: 'Creato', cell },
  { id: 'due', header: 'Scadenza', cell, under: 'made' },
]
const shown = (look: Parameters<typeof columnsInLook>[1]) =>
  columnsInLook(columns, look).flatMap(({ id, under, isPaperOnly }) =>
    isPaperOnly ? [] : [under === undefined ? id : `${id} under ${under}`],
  )

test.each([
  [{}, ['status', 'code', 'made', 'due under made']],
  [{ hidden: ['status'] }, ['code', 'made', 'due under made']],
  [{ hidden: ['made'] }, ['status', 'code', 'due']],
  [{ hidden: ['due'] }, ['status', 'code', 'made']],
  [{ hidden: ['code'] }, ['status', 'code', 'made', 'due under made']],
  [{ order: ['code', 'made', 'due', 'status'] }, ['code', 'made', 'due under made', 'status']],
  [{ order: ['gone', 'made'] }, ['made', 'status', 'code', 'due under made']],
])('in the look %j the screen shows %j', (look, expected) => {
  expect(shown(look)).toEqual(expected)
})

test('hidden columns are printed, and a width is a part or a multiple of the declared one', () => {
  const [status] = columnsInLook(columns, { hidden: ['status'], widths: { status: 'wide' } })
  expect(status).toMatchObject({ isPaperOnly: true, width: 'calc(9rem * 1.5)' })
})
