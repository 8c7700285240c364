import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { readZip } from '../../../test/read-zip.ts'
import { writeCsv } from './csv-file.ts'
import { columnLetters, serialOfDay, serialOfInstant, textXml } from './row-xml.ts'
import type { Cell, Sheet } from './sheet.ts'
import { writeWorkbook } from './workbook.ts'
import { writeWorkbookInThread } from './workbook-thread.ts'

const sheet: Sheet = {
  name: 'Casi',
  columns: [
    { header: 'Codice', type: 'text' },
    { header: 'Righe', type: 'number' },
    { header: 'Data', type: 'date' },
    { header: 'Chiuso', type: 'instant' },
  ],
  about: (rows) => ({
    name: 'Filtri',
    lines: [
      ['Righe', String(rows)],
      ['Stato', '=1+1'],
    ],
  }),
}
const at = new Date('2026-07-01T22:30:00Z')

async function* pagesOf(...pages: readonly Cell[][][]) {
  yield* pages
}
const bookOf = async (...pages: Cell[][][]) => buffer(writeWorkbook(sheet, pagesOf(...pages)))
const csvOf = async (...pages: Cell[][][]) => (await buffer(writeCsv(sheet, pagesOf(...pages)))).toString()

/** The alignment of the style of a cell. */
function styleOf(styles: string, sheetXml: string, cell: string): Readonly<Record<string, string>> {
  const [, number = '0'] = new RegExp(`<c r="${cell}"[^>]* s="(\\d+)"`).exec(sheetXml) ?? []
  const [, formats = ''] = /<cellXfs [^>]*>(.*)<\/cellXfs>/s.exec(styles) ?? []
  const [, attributes = ''] = /<alignment ([^>]*)\/>/.exec(formats.split('<xf ').slice(1)[Number(number)] ?? '') ?? []
  return Object.fromEntries([...attributes.matchAll(/(\w+)="(\w+)"/g)].map(([, name, value]) => [name, value]))
}

describe('a workbook', () => {
  test('has typed cells, with days and instants as the office reads them', async () => {
    const book = await readXlsx(
      await bookOf([['UNAR-1', 7, '2026-03-29', at]], [['UNAR-2', undefined, undefined, undefined]]),
    )
    expect(book.sheets.map(({ name }) => name)).toEqual(['Casi', 'Filtri'])
    expect(book.sheets[0]?.rows).toEqual([
      ['Codice', 'Righe', 'Data', 'Chiuso'],
      ['UNAR-1', 7, new Date('2026-03-29T00:00:00Z'), new Date('2026-07-02T00:30:00Z')],
      ['UNAR-2', null, null, null],
    ])
    expect(book.sheets[1]?.rows).toEqual([
      ['Righe', '2'],
      ['Stato', '=1+1'],
    ])
  })

  test('has a frozen heading, a filter over all rows, and widths', async () => {
    const xml = readZip(await bookOf([['a'], ['b']]))['xl/worksheets/sheet1.xml'] ?? ''
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen"')
    expect(xml).toContain('<autoFilter ref="A1:D3"/>')
    expect(xml.match(/<col /g)).toHaveLength(4)
  })

  test('wraps its texts, reads every cell from the top, and has widths that fit the first rows', async () => {
    const long = `${'Molte parole. '.repeat(40)}\nUna seconda riga.`
    const bytes = await bookOf([['UNAR-2026-000001', 7, '2026-03-29', at]], [[long]])
    const { 'xl/worksheets/sheet1.xml': xml = '', 'xl/styles.xml': styles = '' } = readZip(bytes)
    expect(styleOf(styles, xml, 'A1')).toMatchObject({ wrapText: 'true', vertical: 'top' })
    expect(styleOf(styles, xml, 'A3')).toMatchObject({ wrapText: 'true', vertical: 'top' })
    for (const cell of ['B2', 'C2', 'D2'])
      expect(styleOf(styles, xml, cell), cell).toMatchObject({ vertical: 'top', horizontal: 'right' })
    const widthsOf = (sheetXml: string) =>
      [...sheetXml.matchAll(/<col [^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width))
    expect(widthsOf(xml)).toEqual([19, 9, 12, 17])
    const { 'xl/worksheets/sheet1.xml': wide = '' } = readZip(await bookOf([[long], ['parola '.repeat(1400)]]))
    expect(widthsOf(wide)[0]).toBe(80)
    // A height for rows of several lines only: nine of 80 characters and one; more than any program shows.
    expect([...wide.matchAll(/<row r="[23]"( ht="\d+")?>/g)].map(([, height]) => height)).toEqual([
      ' ht="150"',
      ' ht="409"',
    ])
    expect(xml).toContain('<row r="2"><c')
  })

  test.each([
    ['2026-03-29', new Date('2026-03-29T00:00:00Z')],
    ['1900-03-01', new Date('1900-03-01T00:00:00Z')],
    ['1900-02-28', '28/02/1900'],
    ['1870-12-05', '05/12/1870'],
  ])('shows the day %s as the others of its column', async (day, value) => {
    const bytes = await bookOf([['UNAR-1', 7, day, at]])
    expect((await readXlsx(bytes)).sheets[0]?.rows[1]?.[2]).toEqual(value)
    const { 'xl/worksheets/sheet1.xml': xml = '', 'xl/styles.xml': styles = '' } = readZip(bytes)
    expect(styleOf(styles, xml, 'C2')).toMatchObject({ vertical: 'top', horizontal: 'right' })
  })

  test('shows an instant before 1900 as the others of its column', async () => {
    const bytes = await bookOf([['UNAR-1', 7, undefined, new Date('1870-12-05T10:30:00Z')]])
    expect((await readXlsx(bytes)).sheets[0]?.rows[1]?.[3]).toMatch(/^05\/12\/1870 \d\d:\d\d$/)
  })

  test.each([
    '=HYPERLINK("http://x")',
    '+39 06',
    '-1',
    '@SUM(A1)',
    '\t=1',
    'a&b<c>"',
    ' spazi ',
    '_x000D_',
    'due\nrighe',
    '🙂 中文 عربي',
  ])('keeps the text %j as text', async (text) => {
    const bytes = await bookOf([[text]])
    expect((await readXlsx(bytes)).sheets[0]?.rows[1]?.[0]).toBe(text)
    expect(readZip(bytes)['xl/worksheets/sheet1.xml']).not.toContain('<f>')
  })

  test('without rows is whole', async () => {
    expect((await readXlsx(await bookOf())).sheets[0]?.rows).toEqual([['Codice', 'Righe', 'Data', 'Chiuso']])
  })

  test('ends with the error of its rows, and stops them where nobody reads it', async () => {
    async function* broken() {
      yield [['a']]
      throw new Error('broken')
    }
    await expect(buffer(writeWorkbook(sheet, broken()))).rejects.toThrow('broken')
    let isStopped = false
    async function* endless() {
      try {
        while (true) yield Array.from({ length: 100 }, () => ['text '.repeat(100)])
      } finally {
        isStopped = true
      }
    }
    const stream = writeWorkbook(sheet, endless())
    await new Promise((resolve) => stream.once('readable', resolve))
    stream.destroy()
    await expect.poll(() => isStopped).toBe(true)
  })
})

describe('a workbook written in a thread', () => {
  const page = (from: number) =>
    Array.from({ length: 100 }, (_, index): Cell[] => [`UNAR-${from + index}`, index, '2026-03-29', at])

  test('is the same, however many rows it has', async () => {
    const pages = [0, 100, 200, 300, 400].map(page)
    const inThread = readZip(await buffer(writeWorkbookInThread(sheet, pagesOf(...pages))))
    expect(inThread['xl/worksheets/sheet1.xml']).toBe(readZip(await bookOf(...pages))['xl/worksheets/sheet1.xml'])
    const { sheets } = await readXlsx(await buffer(writeWorkbookInThread(sheet, pagesOf())))
    expect([sheets[0]?.rows.length, sheets[1]?.rows[0]]).toEqual([1, ['Righe', '0']])
  })

  test('needs the memory of some rows, however long their texts are', async () => {
    const columns = Array.from({ length: 4 }, (_, index) => ({ header: `Testo ${index}`, type: 'text' as const }))
    const row = columns.map(() => '🙁'.repeat(10_000))
    async function* pages() {
      for (let count = 0; count < 2; count++) yield Array.from({ length: 200 }, () => row)
    }
    let bytes = 0
    for await (const piece of writeWorkbookInThread({ ...sheet, columns }, pages())) bytes += piece.length
    expect(bytes).toBeGreaterThan(10_000)
  }, 60_000)

  test('ends with the very error of its rows', async () => {
    class Ended extends Error {}
    async function* broken() {
      yield page(0)
      throw new Ended('ended')
    }
    await expect(buffer(writeWorkbookInThread(sheet, broken()))).rejects.toBeInstanceOf(Ended)
  })
})

describe('the cells', () => {
  test.each([
    ['1900-03-01', 61],
    ['2026-11-25', 46_351],
    ['1899-12-31', undefined],
  ] as const)('of the day %s have the number %s', (day, serial) => {
    expect(serialOfDay(day)).toBe(serial)
  })

  test('of an instant follow summer time', () => {
    expect(serialOfInstant(new Date('2026-01-01T23:00:00Z'))).toBe(46_024)
    expect(serialOfInstant(new Date('2026-07-01T22:00:00Z'))).toBe(46_205)
  })

  test('have letters beyond Z, and no character that XML refuses', () => {
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
    expect(textXml('a\u0000b\u{d800}c\r\nd')).toBe('abc\nd')
    expect(textXml('x'.repeat(40_000))).toHaveLength(32_767)
  })
})

describe('a CSV file', () => {
  test('has the mark of UTF-8, semicolons, and days as people write them', async () => {
    expect(await csvOf([['UNAR-1', 7, '2026-03-29', at]])).toBe(
      '\uFEFF"Codice";"Righe";"Data";"Chiuso"\r\n"UNAR-1";7;"29/03/2026";"02/07/2026 00:30"\r\n',
    )
  })

  test('has no formula, and doubles quotation marks', async () => {
    expect(await csvOf([['=1+1'], ['di "ieri"; e\noggi']])).toContain(
      '"\'=1+1";"";"";""\r\n"di ""ieri""; e\noggi";"";"";""\r\n',
    )
  })
})
