import { fileTypes } from '@portal/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carriers, sealedCarriers } from '../../../../test/files-with-traces.ts'
import { createInspector } from '../../../../test/inspect-bytes.ts'
import { ascii, benignFiles, deflated, joined, pdf, pdfStream } from '../../../../test/make-files.ts'

const inspectNamed = createInspector()
const look = (bytes: Buffer, extension: string) => inspectNamed(bytes, `prova.${extension}`)

test('any content is inspected without an error', { timeout: 120_000 }, async () => {
  const whole = new Map<string, Buffer>()
  for (const [extension, make] of Object.entries(benignFiles)) whole.set(extension, await make())
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(fileTypes)),
      fc.array(fc.tuple(fc.nat(4000), fc.uint8Array({ maxLength: 12 })), { maxLength: 6 }),
      fc.option(fc.nat(4000), { nil: undefined }),
      async (extension, changes, end) => {
        const bytes = Buffer.from(whole.get(extension) ?? '')
        for (const [at, change] of changes)
          bytes.set(change.slice(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length))
        const inspection = await look(bytes.subarray(0, end), extension)
        expect('code' in inspection || Array.isArray(inspection.warnings)).toBe(true)
      },
    ),
    { numRuns: 400 },
  )
})

// Letters that occur by chance in packed bytes, an open action to a page, and words in the text.
// biome-ignore format: a table
test.each([
  ['a place to open at',              pdf('/OpenAction [3 0 R /Fit]')],
  ['names in a picture by chance',    pdfStream('/Subtype /Image', ascii('/JavaScript /Launch /AA << /JS'))],
  ['packed objects that do nothing',  pdfStream('/Type /ObjStm /Filter /FlateDecode', deflated('1 0 << /Type /Page >>'))],
  ['longer names',                    pdf('/JSON 1 /JavaScripted 2 /LaunchPad 3')],
])('a PDF with %s gets no warning', async (_what, bytes) => {
  expect(await look(bytes, 'pdf')).toMatchObject({ warnings: [] })
})

test.each(
  [...carriers, ...sealedCarriers].filter(({ extension }) => ['jpg', 'png', 'pdf', 'docx', 'odt'].includes(extension)),
)('$what says so to its reader', async ({ extension, bytes, place, author }) => {
  const warnings = [...(place ? ['luogo'] : []), ...(author ? ['autore'] : [])]
  const found = await look(bytes, extension)
  const isTrace = (word: string) => word === 'luogo' || word === 'autore'
  expect('code' in found ? found.code : found.warnings.filter(isTrace)).toEqual(warnings)
})

test('content across two windows of a large PDF is found', async () => {
  const filler = (size: number) => '% fill\n'.repeat(Math.ceil(size / 7)).slice(0, size)
  for (const size of [65_500, 65_520, 65_536, 131_060, 200_000]) {
    const bytes = joined('%PDF-1.4\n', filler(size), '\n1 0 obj << /S /JavaScript >> endobj\n', filler(100_000))
    expect(await look(bytes, 'pdf'), `${size}`).toMatchObject({ warnings: ['contenuto_attivo'] })
  }
})

// Texts that superficially resemble a program.
// biome-ignore format: a table
test.each([
  'MZ è la targa della macchina.',
  'Let me tell you: var is a word.',
  'Import from Italy was the subject.',
  'Mi ha scritto "function" e poi niente.',
  'Prezzo: -5 euro\nE poi +39 06 1234',
  'BMW, bianca',
  'Ha detto: <non entrare>',
])('the text %j is a text', async (text) => {
  expect(await look(Buffer.from(text), 'txt')).toMatchObject({ warnings: [] })
})

test('a text in UTF-16 or in an old single-byte encoding is a text', async () => {
  expect(await look(Buffer.from('\ufeffPerché è così', 'utf16le'), 'txt')).toMatchObject({ warnings: [] })
  expect(await look(Buffer.from('Perch\xe9 \xe8 cos\xec', 'latin1'), 'csv')).toMatchObject({ warnings: [] })
})
