import { expect, test } from 'vitest'
import { rowErrorCsv } from './row-error-table.tsx'

const csv = (field: string, message: string) =>
  rowErrorCsv(['Riga', 'Colonna', 'Errore'], [{ row: 3, field, code: 'x', message }])

test('the faults are a CSV that an Italian spreadsheet opens', () => {
  expect(csv('mail', 'Non "valida"; manca')).toBe(
    '\uFEFF"Riga";"Colonna";"Errore"\r\n"3";"mail";"Non ""valida""; manca"\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '=HYPERLINK("x")'])(
  'what a spreadsheet would take for a formula is only text: %j',
  (text) => {
    const cell = csv(text, 'ok').split('\r\n"3";')[1] ?? ''
    expect(cell.startsWith(`"'${text.replaceAll('"', '""')}"`)).toBe(true)
  },
)
