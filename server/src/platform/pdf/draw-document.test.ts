import { inflateSync } from 'node:zlib'
import { type Language, languages } from '@portal/contract'
import { describe, expect, test } from 'vitest'
import { actualTexts, readPdf, withoutSpaces } from '../../../test/pdf-texts.ts'
import { drawDocument } from './draw-document.ts'
import { omission, type PdfBlock } from './pdf-document.ts'

const samples: Readonly<Record<Language, string>> = {
  it: 'È successo all’ufficio: «qui non la serviamo». Perché?',
  en: 'It happened at the office — “we don’t serve you here”.',
  fr: 'Où ? À l’accueil, cœur serré : « on ne vous sert pas ici »…',
  es: '¿Por qué? Mañana, en el año 2026, ¡no más!',
  ar: 'حدث ذلك في المكتب (الطابق 2) الساعة 12:30، وقالوا: «لا نخدمك هنا».',
  ur: 'یہ دفتر میں ہوا (منزل 2)، انہوں نے کہا: ہم یہاں آپ کی خدمت نہیں کرتے۔',
}

const make = async (blocks: readonly PdfBlock[], language: Language = 'it') =>
  read(
    await drawDocument({
      language,
      title: samples[language],
      madeAt: new Date('2026-11-20T10:00:00Z'),
      footer: '{page}/{pages}',
      blocks,
    }),
  )

/** The objects of a PDF file, and its unpacked streams. */
function read(bytes: Buffer) {
  const raw = bytes.toString('latin1')
  const streams = [...raw.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: mark }) => {
    const from = index + mark.length
    const packed = bytes.subarray(from, raw.indexOf('endstream', from))
    try {
      return [inflateSync(packed).toString('latin1')]
    } catch {
      return []
    }
  })
  const elements = [...raw.matchAll(/\/S \/(\w+)/g)].map(([, tag]) => tag)
  return { raw, streams, elements, pages: [...raw.matchAll(/\/Type \/Page\b/g)].length, texts: actualTexts(bytes) }
}

describe('a document', () => {
  test.each(languages)('in %s is tagged, and says its language and title', async (language) => {
    const text = samples[language]
    const found = await make(
      [
        { kind: 'title', text },
        { kind: 'heading', text },
        { kind: 'paragraph', text },
        { kind: 'rows', rows: [['SHA-256', text]] },
        { kind: 'table', columns: [{ heading: text, share: 1 }], rows: [[text]] },
        { kind: 'list', items: [text] },
        { kind: 'quotation', text },
        { kind: 'qr', address: 'https://portale.example/#codice=ABCD', alternative: text },
      ],
      language,
    )
    expect(found.raw).toMatch(/^%PDF-1\.7/)
    expect(found.raw).toMatch(/\/MarkInfo \d+ 0 R/)
    expect(found.raw).toContain('/Marked true')
    expect(found.raw).toContain('/StructTreeRoot')
    expect(found.raw).toContain(`/Lang (${language})`)
    expect(found.raw).toContain('/DisplayDocTitle true')
    expect(found.raw).toContain('<pdfuaid:part>1')
    expect(found.elements).toEqual(
      expect.arrayContaining([
        'Document',
        'Figure',
        'H1',
        'H2',
        'P',
        'Table',
        'TR',
        'TH',
        'TD',
        'L',
        'LI',
        'LBody',
        'BlockQuote',
      ]),
    )
    expect(found.texts.filter((each) => each === text)).toHaveLength(8)
  })

  test('writes 10,000 emoji without a space, on several pages', async () => {
    const text = '😀'.repeat(10_000)
    const { pages, texts } = await make([{ kind: 'quotation', text }])
    expect(texts).toContain(text)
    expect(pages).toBeGreaterThan(3)
  })

  test('has a bar for an omission, which says so to screen readers', async () => {
    const { texts } = await make([
      { kind: 'rows', rows: [['Cognome', omission]] },
      { kind: 'quotation', text: omission },
    ])
    expect(texts).toEqual(['Cognome', '[omesso]', '[omesso]'])
  })

  test('repeats the headings of a table on each page, once for screen readers', async () => {
    const columns = [
      { heading: 'Nome', share: 1 },
      { heading: 'Data', share: 1 },
    ]
    const rows = Array.from({ length: 90 }, (_, row) => [`riga ${row}`, 'oggi'])
    const { pages, texts } = await make([{ kind: 'table', columns, rows }])
    expect(pages).toBeGreaterThan(1)
    expect(texts.filter((text) => text === 'Nome')).toHaveLength(1)
  })

  test('has each cell of a row in one piece where a reader searches its pages, also where the row breaks', async () => {
    const cells = Object.values(samples).map(
      (text, index) => `${index} ${text.repeat(3)} x@${'lungo'.repeat(20)}.example`,
    )
    const long = Array.from({ length: 200 }, (_, index) => `parola${index}`).join(' ')
    const bytes = await drawDocument({
      language: 'it',
      title: 'Tabella',
      madeAt: new Date(0),
      footer: '{page}/{pages}',
      blocks: [
        { kind: 'rows', rows: [[`Etichetta ${'lunga '.repeat(20)}`, cells[0] ?? '']] },
        {
          kind: 'table',
          columns: [
            { heading: 'Una colonna', share: 1 },
            { heading: 'Altra', share: 1 },
          ],
          rows: [...cells.map((cell) => [cell, cell.toUpperCase()]), [long, long]],
        },
      ],
    })
    const { pages } = await readPdf(bytes)
    expect(pages.length).toBeGreaterThan(1)
    const whole = withoutSpaces(pages.join(''))
    for (const cell of cells)
      for (const text of [cell, cell.toUpperCase()]) expect(whole).toContain(withoutSpaces(text))
  })

  test('spreads 10,000 characters of mixed scripts over several pages', async () => {
    const part = `${samples.it} ${samples.ar} ${samples.ur} 🙁👩‍👧 Ελληνικά Кириллица हिन्दी 中文 `
    const text = part
      .repeat(Math.ceil(10_000 / part.length))
      .slice(0, 10_000)
      .trim()
    const found = await make([{ kind: 'quotation', text }])
    expect(found.pages).toBeGreaterThan(2)
    expect(found.texts).toContain(text.replace(/\p{Cs}/gu, '\ufffd'))
    // Every page has content in the structure tree, and its page number outside of it.
    expect(found.streams.filter((stream) => stream.includes('/Artifact'))).toHaveLength(found.pages)
    expect(found.streams.filter((stream) => stream.includes('/MCID'))).toHaveLength(found.pages)
  }, 60_000)

  test.each([
    ['one word without end', 'a'.repeat(10_000)],
    ['signs without letters', '🙁'.repeat(3_000)],
    ['marks on one letter', `a${'\u0301'.repeat(2_000)}`],
    ['turns of direction', '\u202eabc\u202c (سلام) \u2067abc\u2069'.repeat(100)],
    ['empty lines', '\n\n a \n\n'],
    ['nothing', ''],
  ])(
    'holds %s',
    async (_what, text) => {
      const { pages } = await make([{ kind: 'quotation', text }])
      expect(pages).toBeGreaterThan(0)
    },
    60_000,
  )
})
