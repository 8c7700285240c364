import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import type { Pick } from './bidi-runs.ts'

const { resolve } = createRequire(import.meta.url)

export type Weight = 400 | 700

const sans = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari']
const naskh = ['arabic', 'math', 'symbols']

/**
 * The font files of a document, in the order in which they are tried for a character: Noto Sans, then Noto Naskh Arabic (SIL
 * Open Font License). They are WOFF 1, because the library cannot subset WOFF 2.
 */
export const faceFiles = (weight: Weight): string[] => [
  ...sans.map((part) => resolve(`@fontsource/noto-sans/files/noto-sans-${part}-${weight}-normal.woff`)),
  ...naskh.map((part) =>
    resolve(`@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-${part}-${weight}-normal.woff`),
  ),
]

const unpacked = new Map<string, Buffer>()

/** The bytes of a face, read once. */
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
/** Characters of no script, which take the face of their neighbours. */
const common = /^[\p{Script=Common}\p{Script=Inherited}]+$/u

/**
 * Returns the function that chooses the face of each cluster: the previous face where possible, so that words stay in one
 * face.
 */
export function pickFaces(count: number, covers: Covers): Pick {
  const faces = Array.from({ length: count }, (_unused, face) => face)
  const coversAll = (face: number, text: string) =>
    [...text].every((character) => ignorable.test(character) || covers(face, character.codePointAt(0) ?? 0))
  const faceByText = new Map<string, number>()
  const faceOf = (text: string): number => {
    const cached = faceByText.get(text)
    if (cached !== undefined) return cached
    const face = faces.find((face) => coversAll(face, text)) ?? -1
    faceByText.set(text, face)
    return face
  }
  return (cluster, before) => {
    if (before !== undefined && common.test(cluster) && coversAll(before, cluster))
      return { face: before, text: cluster }
    const face = faceOf(cluster)
    return face >= 0 ? { face, text: cluster } : { face: Math.max(0, faceOf(replacement)), text: replacement }
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
