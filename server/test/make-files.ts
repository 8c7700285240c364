import { crc32, deflateSync } from 'node:zlib'
import yazl from 'yazl'
import { ascii, hex, joined } from './bytes.ts'
import { daticert, detached, outlookOf, signed, timeStamped } from './container-files.ts'

export { ascii, joined }

/** Minimal files in the formats of real programs. */
const wide = (text: string) => Buffer.from(text, 'utf16le')
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export async function zipOf(
  entries: Readonly<Record<string, Buffer | string>>,
  { compress = true }: { compress?: boolean } = {},
): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name, { compress })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type Entries = Readonly<Record<string, Buffer | string>>
const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
export const docx = (more: Entries = {}) =>
  zipOf({ '[Content_Types].xml': types, 'word/document.xml': '<w:document/>', ...more })
export const xlsx = (more: Entries = {}) =>
  zipOf({ '[Content_Types].xml': types, 'xl/workbook.xml': '<workbook/>', ...more })
export const pptx = (more: Entries = {}) =>
  zipOf({ '[Content_Types].xml': types, 'ppt/presentation.xml': '<p:presentation/>', ...more })
const openDocument = (kind: string) =>
  zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': '<office:document-content/>',
    'META-INF/manifest.xml': '<manifest:manifest/>',
  })

/** An OLE compound file with streams of these names. */
export const ole = (...streams: string[]) =>
  joined(hex('d0cf11e0a1b11ae1'), Buffer.alloc(504), ...streams.flatMap((name) => [wide(name), Buffer.alloc(64)]))

export const pdf = (more = '') =>
  ascii(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${more} >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`,
  )
export const pdfStream = (dictionary: string, content: Buffer) =>
  joined(
    `%PDF-1.5\n5 0 obj\n<< ${dictionary} /Length ${content.length} >>\nstream\n`,
    content,
    '\nendstream\nendobj\n%%EOF\n',
  )
export const deflated = (text: string) => deflateSync(ascii(text))

export const jpeg = () => joined(hex('ffd8ffe000104a46494600010100000100010000'), Buffer.alloc(64, 0x11), hex('ffd9'))
export const gif = () => hex('474946383961 0100 0100 80 00 00 000000 ffffff 2c 0000 0000 0100 0100 00 02 02 4401 00 3b')
const chunk = (name: string, data: Buffer) => {
  const body = joined(name, data)
  return joined(uint32(data.length), body, uint32(crc32(body)))
}
export const png = () =>
  joined(
    hex('89504e470d0a1a0a'),
    chunk('IHDR', hex('00000001 00000001 08 00 00 00 00')),
    chunk('IDAT', deflateSync(hex('0000'))),
    chunk('IEND', Buffer.alloc(0)),
  )
/** A photo of 32 by 24 pixels in one tile, red above and blue below, written by libheif. */
export const heicPhoto = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAaxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA' +
    'AAAAACAAAAEGlkYXQAAAAAACAAGAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHQAAEAAAAAAAAAQAACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlp' +
    'bmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADXaXBycAAAALVpcGNvAAAAdWh2Y0MBBAgAAAAAAA' +
    'AAAAAe8AD8/fr6AAAPAyAAAQAXQAEMAf//BAgAAAMAnbgAAAMAAB66AkAhAAEAKkIBAQQIAAADAJ24AAADAAAeoCCBBNluqumubgQEDAgAAAMA' +
    'CAAAAwAIQCIAAQAGRAHBc8GJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAAAgAAAAGAAAABBwaXhpAAAAAAMKCgoAAAAaaXBtYQ' +
    'AAAAAAAAACAAECgQIAAgIDhAAAABppcmVmAAAAAAAAAA5kaW1nAAIAAQABAAAASG1kYXQAAAA8KAGvUhZvXOcBOgcFziSzuxlWnf74tGpBMOXN' +
    '17m1cVSc68vdvsmke8BoJOc/Uh6lFo/rWC/tIImiE+RA',
  'base64',
)
const riff = (kind: string, more: Buffer | string = '') => joined('RIFF', hex('24000000'), kind, more, Buffer.alloc(64))
const boxed = (brand: string) =>
  joined(hex('00000018'), 'ftyp', brand, hex('00000200'), brand, 'isom', Buffer.alloc(64))
const ebml = (type: string) =>
  joined(
    hex('1a45dfa3'),
    Buffer.from([0x80 | (3 + type.length)]),
    hex('4282'),
    Buffer.from([0x80 | type.length]),
    type,
    Buffer.alloc(64),
  )
const ogg = (codec: string) => joined('OggS', Buffer.alloc(24), codec, Buffer.alloc(64))
const bmp = () => joined('BM', hex('3a000000 00000000 36000000 28000000 01000000 01000000 0100 1800'), Buffer.alloc(28))
const tiff = () => joined(hex('49492a00 08000000 0100 0001 0400 01000000 01000000 00000000'), Buffer.alloc(64))
const mp3 = () => joined(hex('fffb9000'), Buffer.alloc(413), hex('fffb9000'), Buffer.alloc(413))
const tar = () => {
  const block = Buffer.alloc(1536)
  block.write('nota.txt', 0, 'latin1')
  block.write('0000644\u00000000000\u00000000000\u000000000000000\u000014000000000\u0000', 100, 'latin1')
  block.write('ustar\u000000', 257, 'latin1')
  block.fill(' ', 148, 156)
  const sum = block.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1')
  return block
}
const gzipped = () => joined(hex('1f8b08000000000000 03'), hex('cbc82c5628000000'))
const mail = 'From: a@example.it\r\nTo: b@example.it\r\nSubject: Prova\r\nMIME-Version: 1.0\r\n\r\nBuongiorno\r\n'

/** A valid file for each extension that the portal accepts. */
export const benignFiles: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  doc: () => ole('WordDocument'),
  docx: () => docx(),
  xls: () => ole('Workbook'),
  xlsx: () => xlsx(),
  ppt: () => ole('PowerPoint Document'),
  pptx: () => pptx(),
  odt: () => openDocument('text'),
  ods: () => openDocument('spreadsheet'),
  odp: () => openDocument('presentation'),
  rtf: () => ascii('{\\rtf1\\ansi Buongiorno\\par}'),
  docm: () => docx(),
  xlsm: () => xlsx(),
  pptm: () => pptx(),
  txt: () => Buffer.from('Mi hanno detto: «qui non la serviamo». MZ, #1 & <nessuno>.\r\n'),
  csv: () => Buffer.from('data;fatto\n03/11/2026;"non mi hanno fatto entrare"\n'),
  pdf: () => pdf(),
  jpg: jpeg,
  jpeg,
  png,
  gif,
  webp: () => riff('WEBP', 'VP8 '),
  bmp,
  tif: tiff,
  tiff,
  heic: () => boxed('heic'),
  heif: () => boxed('mif1'),
  avif: () => boxed('avif'),
  mp3,
  m4a: () => boxed('M4A '),
  aac: () => joined(hex('fff15080'), Buffer.alloc(300)),
  wav: () => riff('WAVE', 'fmt '),
  ogg: () => ogg('\u0001vorbis'),
  opus: () => ogg('OpusHead'),
  flac: () => joined('fLaC', hex('00000022'), Buffer.alloc(64)),
  amr: () => joined('#!AMR\n', Buffer.alloc(64, 0x3c)),
  mp4: () => boxed('isom'),
  m4v: () => boxed('M4V '),
  mov: () => boxed('qt  '),
  '3gp': () => boxed('3gp4'),
  webm: () => ebml('webm'),
  mkv: () => ebml('matroska'),
  avi: () => riff('AVI ', 'LIST'),
  mpg: () => joined(hex('000001ba21'), Buffer.alloc(64)),
  mpeg: () => joined(hex('000001ba44'), Buffer.alloc(64)),
  zip: () => zipOf({ 'nota.txt': 'Buongiorno' }),
  '7z': () => joined(hex('377abcaf271c0004'), Buffer.alloc(64)),
  rar: () => joined(hex('526172211a0700'), Buffer.alloc(64)),
  tar,
  gz: gzipped,
  p7m: () => signed(pdf()),
  p7s: () => detached(),
  tsd: () => timeStamped(pdf()),
  eml: () => ascii(mail),
  msg: () => outlookOf(),
  xml: () => daticert,
  ics: () => ascii('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'),
  vcf: () => ascii('BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Amina\r\nEND:VCARD\r\n'),
  htm: () => ascii('<!doctype html><title>Prova</title><p>Buongiorno'),
  html: () => ascii('<html lang="it"><body><p>Buongiorno</p></body></html>'),
  mht: () => ascii(mail),
  mhtml: () => ascii(mail),
}
