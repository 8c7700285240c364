import { buffer } from 'node:stream/consumers'
import { languages } from '@portal/contract'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { readPdf, withoutSpaces } from '../../../test/pdf-texts.ts'
import { brokenRules } from '../../../test/tagged-pdf/broken-rules.ts'
import { drawDocument } from './draw-document.ts'
import { omission, type PdfBlock } from './pdf-document.ts'

const text = 'È successo 🙁 حدث ذلك আমাকে কাজ দেওয়া হয়নি'

/** Every kind of block, over several pages. */
const blocks: readonly PdfBlock[] = [
  { kind: 'title', text },
  { kind: 'small', text },
  { kind: 'heading', text },
  { kind: 'subheading', text },
  { kind: 'paragraph', text: omission },
  {
    kind: 'rows',
    rows: [
      ['SHA-256', text],
      ['Cognome', omission],
    ],
  },
  {
    kind: 'table',
    columns: [
      { heading: text, share: 1 },
      { heading: 'Quando', share: 1 },
    ],
    rows: Array.from({ length: 60 }, () => [text, 'oggi']),
  },
  { kind: 'list', items: [text, text] },
  { kind: 'label', text },
  { kind: 'quotation', text: `${text}\n\n${text.repeat(40)}` },
  { kind: 'qr', address: 'https://portale.example/#codice=ABCD', alternative: text },
]

const draw = (language: (typeof languages)[number]) =>
  drawDocument({ language, title: text, madeAt: new Date(0), footer: '{page}/{pages}', blocks })

test.each(languages)('a document in %s breaks no rule of PDF/UA-1 that a program can check', async (language) => {
  expect(await brokenRules(await draw(language))).toEqual([])
})

test('a narrative of fifty pages is whole and in order, with its headings and the number of each page', async () => {
  const sentences = Array.from({ length: 2_400 }, (_, index) => `${index}. ${text}, e non ci hanno risposto.`)
  const chapters = Array.from({ length: 24 }, (_, index) => ({
    heading: `Capitolo ${index + 1}`,
    quotation: sentences.slice(index * 100, index * 100 + 100).join(index % 2 === 0 ? ' ' : '\n'),
  }))
  const bytes = await drawDocument({
    language: 'it',
    title: 'Caso 12',
    madeAt: new Date(0),
    footer: 'pagina {page} di {pages}',
    blocks: [
      { kind: 'title', text: 'Caso 12' },
      ...chapters.flatMap(({ heading, quotation }): PdfBlock[] => [
        { kind: 'heading', text: heading },
        { kind: 'quotation', text: quotation },
      ]),
    ],
  })
  const { pages, outline } = await readPdf(bytes)
  expect(pages.length).toBeGreaterThanOrEqual(50)
  const margins = pages.map((_, index) => `${index > 0 ? 'Caso 12' : ''}pagina ${index + 1} di ${pages.length}`)
  const bodies = pages.map(withoutSpaces).map((page, index) => {
    const margin = withoutSpaces(margins[index] ?? '')
    expect(page.endsWith(margin)).toBe(true)
    return page.slice(0, -margin.length)
  })
  const written = chapters.map(({ heading, quotation }) => heading + quotation).join('')
  expect(bodies.join('')).toBe(withoutSpaces(`Caso 12${written}`))
  expect(outline).toEqual(chapters.map(({ heading }) => heading))
  expect(await brokenRules(bytes)).toEqual([])
}, 60_000)

test('what is drawn without a mark is found', async () => {
  const pdf = new PDFDocument({ lang: 'it', pdfVersion: '1.7', tagged: true })
  pdf.text('senza struttura')
  const bytes = buffer(pdf)
  pdf.end()
  expect((await brokenRules(await bytes)).join('\n')).toContain('7.1: what is drawn')
})

test.each([
  ['<pdfuaid:part>1', '<pdfuaid:part>9', '5:'],
  ['/Marked true', '/Marker true', '7.1: it is marked'],
  ['/DisplayDocTitle', '/DisplayDocTitlo', '7.1: it has a title'],
  ['/S /TD', '/S /TX', '7.1: its roles'],
  ['/Lang (it)', '/Long (it)', '7.2:'],
  ['/Alt ', '/Alu ', '7.3:'],
  ['/S /H2', '/S /H3', '7.4.2:'],
  ['/S /TR', '/S /LI', '7.5: a table'],
  ['/Scope', '/Skope', '7.5: a heading'],
  ['/S /LBody', '/S /Lbody', '7.6:'],
  ['/K [2]', '/K [9]', '14.7.4.4:'],
])('what is broken is found: %s as %s', async (from, to, rule) => {
  const bytes = Buffer.from((await draw('it')).toString('latin1').replace(from, to), 'latin1')
  expect((await brokenRules(bytes)).join('\n')).toContain(rule)
})
