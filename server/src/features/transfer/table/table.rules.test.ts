import { expect, test } from 'vitest'
import { judgeTable } from './table.rules.ts'

const heading = ['lista', 'valore', 'righe', 'nostro', 'etichetta']
const judge = (...rows: readonly (readonly string[])[]) =>
  judgeTable({
    heading,
    rows: rows.map((values, index) => ({
      row: index + 2,
      cells: Object.fromEntries(heading.map((name, at) => [name, values[at] ?? ''])),
    })),
  })

test('a row that is filled in, one that is not yet, and a word of ours are read', () => {
  const { rows, errors } = judge(
    ['language', "'=Klingon", '3', '12', 'lingua'],
    ['language', '01', '1', '', ''],
    ['ruolo', 'boss', '2', 'ACLMAN', ''],
  )
  expect(errors).toEqual([])
  expect(rows).toMatchObject([
    { list: 'language', value: '=Klingon', rows: 3, ours: '12', label: 'lingua' },
    { list: 'language', value: '01', ours: '' },
    { list: 'ruolo', value: 'boss', ours: 'ACLMAN' },
  ])
})

test.each([
  ['a list that we do not have', ['lingue', 'x', '1', '1'], 'lista', 'lista_sconosciuta'],
  ['a list by the name of a member of objects', ['toString', 'x', '1', '1'], 'lista', 'lista_sconosciuta'],
  ['no value', ['language', ' ', '1', '1'], 'valore', 'campo_obbligatorio'],
  ['a label in place of an id', ['language', 'x', '1', 'Italiano'], 'nostro', 'scelta_non_valida'],
  ['an id that is too high', ['language', 'x', '1', '99999999999'], 'nostro', 'scelta_non_valida'],
])('%s is an error at its cell', (_name, row, field, code) => {
  expect(judge(['language', 'y', '1', '1'], row).errors).toEqual([{ row: 3, field, code }])
})

test('two rows of one value must say the same', () => {
  expect(judge(['language', 'x', '1', '1'], ['language', 'x', '1', '1']).errors).toEqual([])
  expect(judge(['language', 'x', '1', '1'], ['language', 'x', '1', '2']).errors).toEqual([
    { row: 3, field: 'valore', code: 'valore_ripetuto' },
  ])
})

test('each column that is missing is an error of the heading', () => {
  expect(judgeTable({ heading: ['valore'], rows: [{ row: 2, cells: { valore: 'x' } }] }).errors).toEqual([
    { row: 1, field: 'lista', code: 'colonna_mancante' },
    { row: 1, field: 'nostro', code: 'colonna_mancante' },
  ])
})
