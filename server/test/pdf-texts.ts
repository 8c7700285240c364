import { existsSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

const places = ['/usr/bin/pdftotext', '/usr/local/bin/pdftotext', '/opt/homebrew/bin/pdftotext']

/** The program of Poppler that finds texts in a PDF. */
export const findPdftotext = () => places.find((path) => existsSync(path))

/** The program of Poppler that verifies the signatures of a PDF. */
export const findPdfsig = () =>
  places.map((path) => path.replace('pdftotext', 'pdfsig')).find((path) => existsSync(path))

const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The `ActualText` of each element of a tagged PDF, which screen readers use, in the order of the file. */
export const actualTexts = (bytes: Buffer): string[] =>
  [...bytes.toString('latin1').matchAll(/\/ActualText \(((?:[^\\)]|\\.)*)\)/gs)].map(([, found = '']) => {
    const text = Buffer.from(
      found.replace(/\\(.)/gs, (_pair, sign) => escaped[sign] ?? sign),
      'latin1',
    )
    return text[0] === 0xfe ? text.subarray(2).swap16().toString('utf16le') : text.toString('latin1')
  })

/** Everything that a reader program finds in a PDF: the text of each page as drawn, its outline, metadata and attached files. */
export async function readPdf(bytes: Buffer) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false }).promise
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  const found = {
    pages,
    outline: ((await pdf.getOutline()) ?? []).map(({ title }) => title),
    metadata: JSON.stringify(await pdf.getMetadata()),
    attachments: await pdf.getAttachments(),
  }
  await pdf.destroy()
  return found
}

/** A text to compare with one of pdf.js, which leaves out joiners and sees spaces between runs and after some ligatures. */
export const withoutSpaces = (text: string) => text.normalize('NFC').replace(/[\s\u200c]/gu, '')

/** All bytes of a PDF as text, with its streams unpacked. */
export function unpackedPdf(bytes: Buffer): string {
  const raw = bytes.toString('latin1')
  const streams = [...raw.matchAll(/stream\r?\n/g)].map(({ index, 0: mark }) => {
    const from = index + mark.length
    try {
      return inflateSync(bytes.subarray(from, raw.indexOf('endstream', from))).toString('latin1')
    } catch {
      return ''
    }
  })
  return [raw, ...streams].join('\n')
}
