import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { declaredSize } from '#features/operators/upload/read-table.ts'
import { readTable } from './read-table.ts'

const read = (text: string, encoding: BufferEncoding = 'utf8') => readTable(Buffer.from(text, encoding), 10)
const xlsx = async (rows: (string | number | boolean | Date | null)[][]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'utenze', rows }] }))

describe('CSV', () => {
  const expected = {
    heading: ['cf', 'nome'],
    rows: [
      { row: 2, cells: { cf: 'A', nome: 'Niccolò, detto "Nico"' } },
      { row: 4, cells: { cf: 'B', nome: '' } },
    ],
  }
  test.each<[string, string, BufferEncoding]>([
    ['semicolons', 'cf;nome\r\nA;"Niccolò, detto ""Nico"""\r\n;\r\nB;\r\n', 'utf8'],
    ['commas', 'cf,nome\nA,"Niccolò, detto ""Nico"""\n\nB,', 'utf8'],
    ['the mark of UTF-8 and capitals', '\ufeffCF; Nome \nA;"Niccolò, detto ""Nico"""\n\nB;', 'utf8'],
    ['the encoding of Windows', 'cf;nome\nA;"Niccolò, detto ""Nico"""\n\nB;', 'latin1'],
  ])('is read with %s', async (_what, text, encoding) => {
    expect(await read(text, encoding)).toEqual(expected)
  })

  test('keeps what looks like a formula as the text that it is', async () => {
    const table = await read('cf;nome\nA;=1+1')
    expect(table).toMatchObject({ rows: [{ cells: { nome: '=1+1' } }] })
  })
})

describe('XLSX', () => {
  test('is read with numbers, days, flags and empty rows as people see them', async () => {
    const day = new Date('2026-12-03T00:00:00.000Z')
    const table = await readTable(
      await xlsx([
        ['cf', 'telefono', 'data_abilitazione', 'flag_abilitazione'],
        ['A', 612345, day, true],
        [null, null, null, null],
        ['B', '0612', 46_359, 0],
      ]),
      10,
    )
    const iso = day.toISOString()
    expect(table).toEqual({
      heading: ['cf', 'telefono', 'data_abilitazione', 'flag_abilitazione'],
      rows: [
        { row: 2, cells: { cf: 'A', telefono: '612345', data_abilitazione: iso, flag_abilitazione: '1' } },
        { row: 4, cells: { cf: 'B', telefono: '0612', data_abilitazione: iso, flag_abilitazione: '0' } },
      ],
    })
  })

  test('of more rows than allowed is refused before all are read', async () => {
    const rows = [['cf'], ...Array.from({ length: 11 }, (_, index) => [`A${index}`])]
    expect(await readTable(await xlsx(rows), 10)).toEqual({ error: 'troppe_righe' })
    expect(await readTable(await xlsx(rows.slice(0, 11)), 10)).toMatchObject({ rows: { length: 10 } })
  })
})

/** A file whose first sheet unpacks to so many megabytes, and says that it unpacks to `says` bytes. */
async function bomb(megabytes: number, says?: number): Promise<Buffer> {
  const small = await xlsx([['cf'], ['A']])
  const name = 'xl/worksheets/sheet1.xml'
  const plain = Buffer.alloc(megabytes * 1024 * 1024, '<row><c><v>1</v></c></row>')
  const packed = deflateRawSync(plain)
  const size = says ?? plain.length
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(size, 22)
  local.writeUInt16LE(name.length, 26)
  const end = small.length - 22
  const directory = small.readUInt32LE(end + 16)
  const entries = Buffer.from(small.subarray(directory, end))
  const place = entries.indexOf(name) - 46
  entries.writeUInt16LE(8, place + 10)
  entries.writeUInt32LE(0, place + 16)
  entries.writeUInt32LE(packed.length, place + 20)
  entries.writeUInt32LE(size, place + 24)
  entries.writeUInt32LE(directory, place + 42)
  const added = Buffer.concat([local, Buffer.from(name), packed])
  const tail = Buffer.from(small.subarray(end))
  tail.writeUInt32LE(directory + added.length, 16)
  return Buffer.concat([small.subarray(0, directory), added, entries, tail])
}

describe('what unpacks to far more than it is', () => {
  test('is refused by what it says, before it is unpacked', async () => {
    const bytes = await bomb(50)
    expect(bytes.length).toBeLessThan(200_000)
    expect(declaredSize(bytes)).toBeGreaterThan(50 * 1024 * 1024)
    expect(await readTable(bytes, 10)).toEqual({ error: 'file_non_leggibile' })
  })

  test('is refused where it says less than it is', async () => {
    for (const says of [0, 100, 0xffffffff])
      expect(await readTable(await bomb(50, says), 10)).toEqual({ error: 'file_non_leggibile' })
  })
})

test.each<[string, Buffer, string]>([
  ['nothing', Buffer.alloc(0), 'file_vuoto'],
  ['a heading alone', Buffer.from('cf;nome\n'), 'file_vuoto'],
  ['more rows than allowed', Buffer.from(`cf;nome\n${'A;B\n'.repeat(11)}`), 'troppe_righe'],
  ['a quotation that does not end', Buffer.from('cf;nome\n"A;B'), 'file_non_leggibile'],
  ['bytes that are no text', Buffer.from([1, 2, 0, 3]), 'file_non_leggibile'],
  ['a zip file that is cut', Buffer.from('PK\u0003\u0004abc'), 'file_non_leggibile'],
  ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'file_non_leggibile'],
])('%s is reported with its own error', async (_what, bytes, error) => {
  expect(await readTable(bytes, 10)).toEqual({ error })
})
