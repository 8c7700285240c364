import { crc32, deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { ascii, docx, joined, xlsx, zipOf } from './make-files.ts'

/** What the files say beside their content. */
export const secrets = ['Rossi', 'Milano', '45.4642'] as const
const author = 'Anna Rossi'

function uint(bytes: 2 | 4, value: number, isLittle = false): Buffer {
  const buffer = Buffer.alloc(bytes)
  if (isLittle) buffer.writeUIntLE(value, 0, bytes)
  else buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

const ascii2 = 2
const rational5 = 5
const long4 = 4
const undefined7 = 7
type Entry = readonly [tag: number, type: number, count: number, value: Buffer | number]

/** A directory at `at` of an Exif block, with the values that do not fit into its entries behind it. */
function directory(at: number, entries: readonly Entry[], isLittle: boolean): Buffer {
  let behind = at + 2 + entries.length * 12 + 4
  const values: Buffer[] = []
  const lines = entries.map(([tag, type, count, value]) => {
    const head = [uint(2, tag, isLittle), uint(2, type, isLittle), uint(4, count, isLittle)]
    if (typeof value === 'number') return joined(...head, uint(4, value, isLittle))
    if (value.length <= 4) return joined(...head, Buffer.concat([value, Buffer.alloc(4 - value.length)]))
    const entry = joined(...head, uint(4, behind, isLittle))
    values.push(value)
    behind += value.length
    return entry
  })
  return joined(uint(2, entries.length, isLittle), ...lines, uint(4, 0), ...values)
}

const text = (tag: number, value: string): Entry => [tag, ascii2, value.length + 1, ascii(`${value}\0`)]
const rationals = (isLittle: boolean, ...values: readonly number[]) =>
  joined(...values.flatMap((value) => [uint(4, Math.round(value * 100), isLittle), uint(4, 100, isLittle)]))

/** An Exif block: turned by 90 degrees, by an artist, with a camera's owner and number, at coordinates. */
function exif(isLittle: boolean): Buffer {
  const [own, gps] = [200, 400]
  const first = directory(
    8,
    [[0x0112, 3, 1, isLittle ? 6 : 6 << 16], text(0x013b, author), [0x8769, long4, 1, own], [0x8825, long4, 1, gps]],
    isLittle,
  )
  const camera = directory(
    own,
    [[0x927c, undefined7, 40, ascii(`Nikon${author}`.padEnd(40))], text(0xa430, author), text(0xa431, 'N-12345678')],
    isLittle,
  )
  const place = directory(
    gps,
    [
      [0, 1, 4, Buffer.from([2, 3, 0, 0])],
      text(1, 'N'),
      [2, rational5, 3, rationals(isLittle, 45, 27, 51.12)],
      text(3, 'E'),
      [4, rational5, 3, rationals(isLittle, 9, 11, 24)],
    ],
    isLittle,
  )
  const block = Buffer.alloc(gps + place.length)
  joined(isLittle ? 'II' : 'MM', uint(2, 42, isLittle), uint(4, 8, isLittle), first).copy(block)
  camera.copy(block, own)
  place.copy(block, gps)
  return block
}

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description exif:GPSLatitude="45.4642N" photoshop:City='Milano'><dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator><dc:title>Il portone</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`
const iptc = (() => {
  const dataset = (number: number, value: string) =>
    joined(Buffer.from([0x1c, 2, number]), uint(2, value.length), value)
  const data = joined(dataset(80, author), dataset(90, 'Milano'), dataset(120, 'Il portone'))
  return joined('Photoshop 3.0\0', '8BIM\x04\x04', '\0\0', uint(4, data.length), data)
})()

function draw() {
  const canvas = createCanvas(40, 30)
  const context = canvas.getContext('2d')
  for (let at = 0; at < 40; at += 4) {
    context.fillStyle = `rgb(${at * 6}, ${255 - at * 5}, 90)`
    context.fillRect(at, 0, 4, 30)
  }
  return canvas
}

const segment = (marker: number, data: Buffer) => joined(Buffer.from([0xff, marker]), uint(2, data.length + 2), data)
function jpeg(isLittle: boolean, bytes = draw().toBuffer('image/jpeg')): Buffer {
  return joined(
    bytes.subarray(0, 2),
    segment(0xe1, joined('Exif\0\0', exif(isLittle))),
    segment(0xe1, joined('http://ns.adobe.com/xap/1.0/\0', xmp)),
    segment(0xed, iptc),
    bytes.subarray(2),
  )
}

const chunk = (type: string, data: Buffer) =>
  joined(uint(4, data.length), type, data, uint(4, crc32(joined(type, data))))
function png(...chunks: readonly Buffer[]): Buffer {
  const bytes = draw().toBuffer('image/png')
  const afterHeader = 33
  return joined(bytes.subarray(0, afterHeader), ...chunks, bytes.subarray(afterHeader))
}
const profile = `exif\n${exif(true).length}\n${exif(true).toString('hex').replace(/.{72}/g, '$&\n')}\n`

function webp(): Buffer {
  const bytes = draw().toBuffer('image/webp')
  const padded = (data: Buffer) => joined(uint(4, data.length, true), data, Buffer.alloc(data.length % 2))
  const body = joined('WEBP', bytes.subarray(12), 'EXIF', padded(exif(true)), 'XMP ', padded(ascii(xmp)))
  return joined('RIFF', uint(4, body.length, true), body)
}

const box = (type: string, ...content: readonly (Buffer | string)[]) => {
  const data = joined(...content)
  return joined(uint(4, data.length + 8), type, data)
}
const film = box('ftyp', 'isom', uint(4, 512), 'isom')
const filmWith = (...atoms: readonly Buffer[]) =>
  joined(film, box('moov', box('udta', ...atoms)), box('mdat', 'frames'))
const coordinates = box('\xa9xyz', uint(2, 18), uint(2, 0), '+45.4642+009.1900/')
const degrees = (value: number) => uint(4, Math.round(value * 65_536))
const location = box('loci', uint(4, 0), uint(2, 0), 'casa\0', '\0', degrees(9.19), degrees(45.4642), uint(4, 0))
const artist = box('\xa9ART', box('data', uint(4, 1), uint(4, 0), author))
const heic = joined(
  box('ftyp', 'heic', uint(4, 0), 'mif1heic'),
  box('mdat', uint(4, 6), 'Exif\0\0', exif(false), xmp, 'tiles'),
)

const pdfOf = (...objects: readonly (Buffer | string)[]) =>
  joined('%PDF-1.7\n', ...objects, 'trailer\n<< /Info 9 0 R >>\n%%EOF\n')
const info = (value: string) => `9 0 obj\n<< /Title (Atto) /Author ${value} >>\nendobj\n`
function packed(content: string, first: number): Buffer {
  const data = deflateSync(ascii(content.padEnd(600)))
  return joined(
    `7 0 obj\n<< /Type /ObjStm /N 2 /First ${first} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`,
    data,
    '\nendstream\nendobj\n',
  )
}
const core = `<cp:coreProperties><dc:creator>${author}</dc:creator><cp:lastModifiedBy>A. Rossi</cp:lastModifiedBy><dc:title>Atto</dc:title></cp:coreProperties>`
const comment = `<w:comments><w:comment w:author="${author}" w:initials="AR"><w:t>Vero</w:t></w:comment></w:comments>`
const hexOf = (value: string) => `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`

interface Carrier {
  readonly what: string
  readonly extension: string
  readonly bytes: Buffer
  readonly place: boolean
  readonly author: boolean
  /** What the file must still hold after the removal. */
  readonly rest?: string
}
const both = { place: true, author: true }
const onlyAuthor = { place: false, author: true }
const onlyPlace = { place: true, author: false }

/** A photo of a telephone: some 5 MB, 3000 by 2000 pixels, turned by 90 degrees, with place and author. */
export function telephonePhoto(): Buffer {
  const canvas = createCanvas(3000, 2000)
  const context = canvas.getContext('2d')
  const picture = context.createImageData(canvas.width, canvas.height)
  // Noise that every run draws alike, and that packs as badly as leaves and walls do.
  let noise = 1
  for (let at = 0; at < picture.data.length; at += 1) {
    noise = (noise * 1_103_515_245 + 12_345) & 0x7fffffff
    picture.data[at] = at % 4 === 3 ? 255 : (noise >> 16) & 255
  }
  context.putImageData(picture, 0, 0)
  return jpeg(true, canvas.toBuffer('image/jpeg', 90))
}

/** Files of each kind with a place or an author that can be removed. */
// biome-ignore format: a table
export const carriers: readonly Carrier[] = [
  { what: 'a photo, little-endian', extension: 'jpg', bytes: jpeg(true), ...both, rest: 'Il portone' },
  { what: 'a photo, big-endian', extension: 'jpeg', bytes: jpeg(false), ...both, rest: 'Il portone' },
  { what: 'a photo with a film behind it', extension: 'jpg', bytes: joined(draw().toBuffer('image/jpeg'), filmWith(coordinates)), ...onlyPlace },
  { what: 'a PNG with an Exif block', extension: 'png', bytes: png(chunk('eXIf', exif(false))), ...both },
  { what: 'a PNG with texts', extension: 'png', bytes: png(chunk('tEXt', ascii(`Author\0${author}`)), chunk('iTXt', ascii(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`))), ...both, rest: 'Il portone' },
  { what: 'a PNG with packed texts', extension: 'png', bytes: png(chunk('zTXt', joined('Author\0\0', deflateSync(ascii(author)))), chunk('zTXt', joined('Raw profile type exif\0\0', deflateSync(ascii(profile))))), ...both },
  { what: 'a WebP', extension: 'webp', bytes: webp(), ...both, rest: 'Il portone' },
  { what: 'a TIFF', extension: 'tif', bytes: exif(true), ...both },
  { what: 'a HEIC', extension: 'heic', bytes: heic, ...both, rest: 'tiles' },
  { what: 'a film with coordinates as text', extension: 'mp4', bytes: filmWith(coordinates), ...onlyPlace, rest: 'frames' },
  { what: 'a film with coordinates in an atom', extension: '3gp', bytes: filmWith(location), ...onlyPlace, rest: 'casa' },
  { what: 'a film by an artist', extension: 'mov', bytes: filmWith(artist), ...onlyAuthor },
  { what: 'a PDF with an author', extension: 'pdf', bytes: pdfOf(info('(Anna \\(Rossi\\))')), ...onlyAuthor, rest: '(Atto)' },
  { what: 'a PDF with an author in hexadecimal digits', extension: 'pdf', bytes: pdfOf(info(hexOf(author))), ...onlyAuthor, rest: '(Atto)' },
  { what: 'a PDF with an author in an object', extension: 'pdf', bytes: pdfOf(`\n12 0 obj\n(${author})\nendobj\n`, info('12 0 R')), ...onlyAuthor, rest: '(Atto)' },
  { what: 'a PDF with packed information', extension: 'pdf', bytes: pdfOf(packed(`9 0 12 40   << /Author 12 0 R /Title (Atto) >>        (${author})`, 12)), ...onlyAuthor },
  { what: 'a PDF with metadata and a photo', extension: 'pdf', bytes: pdfOf('4 0 obj\n<< /Type /Metadata >>\nstream\n', xmp, '\nendstream\nendobj\n', jpeg(true)), ...both, rest: 'Il portone' },
  { what: 'a text document', extension: 'docx', bytes: await docx({ 'docProps/core.xml': core, 'word/comments.xml': comment, 'word/media/image1.jpg': jpeg(true) }), ...both },
  { what: 'a table', extension: 'xlsx', bytes: await xlsx({ 'docProps/app.xml': '<Properties><Company>Studio Rossi</Company></Properties>' }), ...onlyAuthor },
  { what: 'an open document', extension: 'odt', bytes: await zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'meta.xml': `<office:meta><meta:initial-creator>${author}</meta:initial-creator></office:meta>`, 'content.xml': '<office:document-content/>' }), ...onlyAuthor },
  { what: 'a rich text', extension: 'rtf', bytes: ascii(`{\\rtf1{\\info{\\author ${author}}}Buongiorno}`), ...onlyAuthor, rest: 'Buongiorno' },
]

const summary = (() => {
  const format = Buffer.from('e0859ff2f94f6810ab9108002b27b3d9', 'hex')
  const section = joined(
    uint(4, 64, true),
    uint(4, 1, true),
    uint(4, 4, true),
    uint(4, 16, true),
    uint(4, 30, true),
    uint(4, author.length, true),
    author,
  )
  return joined(Buffer.alloc(28), format, uint(4, 48, true), section)
})()
/** Files with an author that cannot be removed without spoiling them. */
// biome-ignore format: a table
export const sealedCarriers: readonly Carrier[] = [
  { what: 'a signed PDF', extension: 'pdf', bytes: pdfOf(info(`(${author})`), '5 0 obj\n<< /ByteRange [0 10 20 30] >>\nendobj\n'), ...onlyAuthor },
  { what: 'an encrypted PDF', extension: 'pdf', bytes: pdfOf(info(`(${author})`), 'trailer << /Encrypt 8 0 R >>\n'), ...onlyAuthor },
  { what: 'a signed text document', extension: 'docx', bytes: await docx({ 'docProps/core.xml': core, '_xmlsignatures/sig1.xml': '<Signature/>' }), ...onlyAuthor },
  { what: 'an old text document', extension: 'doc', bytes: joined(Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), summary), ...onlyAuthor },
]
