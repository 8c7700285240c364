import { expect, test } from 'vitest'
import { type IstatFile, parseIstatFile } from './istat-file.ts'

// The header of the published file, with its line breaks.
const header = [
  'Codice Regione',
  '"Codice dell\'Unità territoriale sovracomunale \n(valida a fini statistici)"',
  'Codice Provincia (Storico)(1)',
  'Progressivo del Comune (2)',
  'Codice Comune formato alfanumerico',
  'Denominazione (Italiana e straniera)',
  'Denominazione in italiano',
  'Denominazione altra lingua',
  '"Flag Comune capoluogo di provincia/città metropolitana/libero consorzio"',
  'Sigla automobilistica',
  'Codice Comune formato numerico',
  'Codice Catastale del comune',
  'Codice NUTS3 2024',
]
const agliè = '01;201;001;001;001001;Agliè;Agliè;;0;TO;1001;A074;ITC11'
const bolzano = '04;021;021;008;021008;Bolzano/Bozen;Bolzano;Bozen;1;BZ;21008;A952;ITH10'
const lines = (...rows: string[]) => `${[header.join(';'), ...rows].join('\r\n')}\r\n`
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const read = (bytes: Uint8Array, atLeast = 1): IstatFile =>
  parseIstatFile(bytes, { provinces: new Set(['TO', 'BZ', 'NA']), atLeast })
const errorsOf = (...rows: string[]) => read(latin1(lines(...rows))).lineErrors

const bothRows = [
  { belfiore: 'A074', istatCode: '001001', name: 'Agliè', otherName: null, province: 'TO' },
  { belfiore: 'A952', istatCode: '021008', name: 'Bolzano', otherName: 'Bozen', province: 'BZ' },
]

test('the published file is read: windows-1252, quoted headers, empty rows at the end', () => {
  expect(read(latin1(lines(agliè, bolzano, ';'.repeat(header.length - 1))))).toEqual({ rows: bothRows, lineErrors: [] })
})

test('a file saved as UTF-8 with a byte order mark is read too', () => {
  expect(read(Buffer.from(`\uFEFF${lines(agliè, bolzano)}`))).toEqual({ rows: bothRows, lineErrors: [] })
})

test('columns are found by their titles, whatever their order', () => {
  const reversed = [header.join(';'), agliè, bolzano].map((line) => line.split(';').reverse().join(';')).join('\n')
  expect(read(latin1(reversed)).rows).toEqual(bothRows)
})

test('Naples is read, although its abbreviation NA looks like a missing value', () => {
  const napoli = '15;263;063;049;063049;Napoli;Napoli;;1;NA;63049;F839;ITF33'
  expect(read(latin1(lines(napoli))).rows).toMatchObject([{ name: 'Napoli', province: 'NA' }])
})

test.each([
  ['a column too many', `${agliè};1`, `${header.length + 1} columns instead of ${header.length}`],
  ['a province that does not exist', agliè.replace('TO', 'XX'), "unknown province 'XX'"],
  ['a malformed Belfiore code', agliè.replace('A074', '74'), "'74' is no Belfiore code"],
  ['an ISTAT code without its zeros', agliè.replace('001001', '1001'), "'1001' is no ISTAT code of six digits"],
  ['no name', agliè.replace('Agliè;Agliè', 'Agliè;'), 'the name is missing'],
])('a row with %s is reported with its line', (_, row, message) => {
  // The header takes two lines.
  expect(errorsOf(bolzano, row)).toEqual([{ line: 4, message }])
})

test('a duplicate code is refused, with both lines', () => {
  expect(errorsOf(agliè, bolzano, agliè)).toEqual([
    { line: 5, message: 'A074 is already on line 3' },
    { line: 5, message: '001001 is already on line 3' },
  ])
})

test('all errors are reported, and then no rows are returned', () => {
  const file = read(latin1(lines(agliè.replace('TO', 'XX'), bolzano.replace('A952', 'BOLZANO'))))
  expect(file.rows).toEqual([])
  expect(file.lineErrors.map(({ line }) => line)).toEqual([3, 4])
})

test('an incomplete list is refused, since it would close most municipalities', () => {
  expect(read(latin1(lines(agliè, bolzano)), 3).lineErrors).toEqual([
    { line: 0, message: 'only 2 rows: this is not the whole list' },
  ])
})

test.each([
  ['another file', 'nome;cognome\nAnna;Rossi\n', "no column 'codice catastale del comune'"],
  ['an empty file', '', 'the file is empty'],
  ['a broken file', `${lines(agliè)}"x`, 'line 4: misplaced quotation mark'],
])('%s is refused', (_, text, message) => {
  expect(read(latin1(text)).lineErrors.map((lineError) => lineError.message)).toContain(message)
})
