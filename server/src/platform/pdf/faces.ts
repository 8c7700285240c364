import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import type { FacedLetter, Pick } from './bidi-runs.ts'

const require = createRequire(import.meta.url)

export type Weight = 400 | 700

/**
 * The font families of a document (SIL Open Font License), in the order in which they are tried for a character. The Chinese one
 * also has the Japanese syllabaries and traditional characters; the last one has 5,000 rarer ones, such as 𠮷 in names.
 */
const families = [
  'noto-sans',
  'noto-naskh-arabic',
  'noto-sans-bengali',
  'noto-sans-gurmukhi',
  'noto-sans-tamil',
  'noto-sans-sinhala',
  'noto-sans-thai',
  'noto-sans-ethiopic',
  'noto-sans-georgian',
  'noto-sans-armenian',
  'noto-sans-hebrew',
  'noto-emoji',
  'noto-sans-sc',
  'gowun-dodum',
  'shippori-antique',
]
/** Have one weight, and a tenth of the size of other families with Korean, and with rare Chinese characters. */
const ofOneWeight = ['gowun-dodum', 'shippori-antique']
/** Its spaces are as wide as its signs, so that other characters do not follow its face. */
const signs = 'noto-emoji'

/** A file of a family, which holds the characters of some ranges. */
interface Face {
  readonly family: string
  readonly part: string
}

type Ranges = Readonly<Record<string, string>>

/** The files of all families. A package lists its files from the rarest characters to the most frequent ones. */
function* listFaces(): Generator<Face & { readonly ranges: string }> {
  for (const family of families) {
    const parts: Ranges = require(`@fontsource/${family}/unicode.json`)
    for (const [part, ranges] of Object.entries(parts).reverse())
      yield { family, part: part.replaceAll(/[[\]]/g, ''), ranges }
  }
}

/** Code points of ranges such as `U+41-5a,U+e0`. */
function* codePointsOf(ranges: string): Generator<number> {
  for (const range of ranges.split(',')) {
    const [from = 0, to = from] = range
      .slice('U+'.length)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    for (let codePoint = from; codePoint <= to; codePoint++) yield codePoint
  }
}

/** All faces, and the indexes of those that may have a code point. */
function indexFaces() {
  const faces: Face[] = []
  const byCodePoint = new Map<number, number[]>()
  for (const { ranges, ...face } of listFaces()) {
    const index = faces.push(face) - 1
    for (const codePoint of codePointsOf(ranges)) {
      const known = byCodePoint.get(codePoint)
      if (known) known.push(index)
      else byCodePoint.set(codePoint, [index])
    }
  }
  return { faces, byCodePoint }
}

let index: ReturnType<typeof indexFaces> | undefined
const faceIndex = () => {
  index ??= indexFaces()
  return index
}

/** Faces that may have a code point, in the order in which they are tried. */
const candidatesOf = (codePoint: number): readonly number[] => faceIndex().byCodePoint.get(codePoint) ?? []

/** Files by weight and face: to resolve a path is slow. */
const files = new Map<string, string>()

/** The file of a face: WOFF 1, because the library cannot subset WOFF 2. */
export function faceFile(face: number, weight: Weight): string {
  const key = `${face} ${weight}`
  const known = files.get(key)
  if (known !== undefined) return known
  const { family, part } = faceIndex().faces[face] ?? { family: '', part: '' }
  const shownWeight = ofOneWeight.includes(family) ? 400 : weight
  const file = require.resolve(`@fontsource/${family}/files/${family}-${part}-${shownWeight}-normal.woff`)
  files.set(key, file)
  return file
}

const isFaceOfLetters = (face: number) => faceIndex().faces[face]?.family !== signs

const unpacked = new Map<string, Buffer>()

/** The bytes of a face, read once and only where a text needs it. */
export function faceBytes(file: string): Buffer {
  const bytes = unpacked.get(file) ?? unpackWoff(readFileSync(file))
  unpacked.set(file, bytes)
  return bytes
}

/** Whether a face has a character. */
export type Covers = (face: number, codePoint: number) => boolean

/** Drawn for characters that no face has. */
const replacement = '\ufffd'
/** Joiners, direction marks and variation selectors: they affect other characters and need no glyph. */
const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u
/** A character that is seen, with those that affect it. */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{Cc}][\p{Default_Ignorable_Code_Point}\p{Cc}]*/gu
/** Characters of no script, which take the face of their neighbours. */
const common = /^[\p{Script=Common}\p{Script=Inherited}]+$/u

/**
 * Returns the function that chooses the faces of each cluster: the previous face where possible, so that words stay in one
 * face. A cluster that no face has as a whole, such as a family of emoji, is drawn character by character.
 */
export function pickFaces(covers: Covers): Pick {
  const coversAll = (face: number, text: string) =>
    [...text].every((character) => ignorable.test(character) || covers(face, character.codePointAt(0) ?? 0))
  const faceByText = new Map<string, number | undefined>()
  const faceOf = (text: string): number | undefined => {
    if (faceByText.has(text)) return faceByText.get(text)
    const [first] = [...text].filter((character) => !ignorable.test(character))
    const face = candidatesOf(first?.codePointAt(0) ?? 0x20).find((candidate) => coversAll(candidate, text))
    faceByText.set(text, face)
    return face
  }
  const letterOf = (typed: string): FacedLetter | undefined => {
    const face = faceOf(typed)
    return face === undefined ? undefined : { face, shown: typed, typed }
  }
  return (cluster, before) => {
    if (before !== undefined && isFaceOfLetters(before) && common.test(cluster) && coversAll(before, cluster))
      return [{ face: before, shown: cluster, typed: cluster }]
    const letter = letterOf(cluster)
    if (letter) return [letter]
    const parts = cluster.match(visible) ?? [cluster]
    return parts.map((part) => letterOf(part) ?? { face: faceOf(replacement) ?? 0, shown: replacement, typed: part })
  }
}

const sizes = { head: 44, entry: 20, sfntHead: 12, sfntEntry: 16 } as const

interface Table {
  readonly tag: Buffer
  readonly checksum: number
  readonly data: Buffer
}

/**
 * Unpacks the bare font from a WOFF 1.0 file (W3C Recommendation, 13 December 2012, §3 and §4). The library would unpack the
 * same table again for each glyph, which takes seconds.
 */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is not a WOFF file.')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_unused, index) => readTable(woff, sizes.head + index * sizes.entry))
  const head = Buffer.alloc(sizes.sfntHead + count * sizes.sfntEntry)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const power = 2 ** Math.floor(Math.log2(count))
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * 16, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = sizes.sfntHead + index * sizes.sfntEntry
    tag.copy(head, at)
    head.writeUInt32BE(checksum, at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(data.length, at + 12)
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, padding)
    offset += data.length + padding.length
  }
  return Buffer.concat(parts)
}

function readTable(woff: Buffer, at: number): Table {
  const [offset, packed, plain, checksum] = [4, 8, 12, 16].map((place) => woff.readUInt32BE(at + place)) as [
    ...[number, number, number, number],
  ]
  const bytes = woff.subarray(offset, offset + packed)
  return { tag: woff.subarray(at, at + 4), checksum, data: packed < plain ? inflateSync(bytes) : bytes }
}
