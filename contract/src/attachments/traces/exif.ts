import { iptcTraces } from './iptc.ts'
import { hasContent, space, type Trace, type TraceKind } from './trace.ts'

/** Bytes of one value of each type of TIFF 6.0 and Exif 3.0, by its number. */
const sizeOfType = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const entryBytes = 12
const mostDirectories = 64

// Exif 3.0, §4.6: tags of people and devices.
// biome-ignore format: a table
const kindOfTag: Readonly<Record<number, TraceKind>> = {
  315: 'author', // Artist
  33432: 'author', // Copyright
  40093: 'author', // XPAuthor, by Windows
  42032: 'author', // CameraOwnerName
  37500: 'device', // MakerNote, which may repeat any of them
  42033: 'device', // BodySerialNumber
  42037: 'device', // LensSerialNumber
}
const exifDirectory = 0x8769
const gpsDirectory = 0x8825
const iptcData = 0x83bb
const ascii = 2
const latitude = 2
const longitude = 4

/** A block of directories as in TIFF files, and in the Exif data of all others. */
interface Block {
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly isLittle: boolean
  /** Where the block begins, from which its offsets count, and where it ends at the latest. */
  readonly start: number
  readonly length: number
}

interface Entry {
  readonly tag: number
  readonly type: number
  /** Range of its value, from the start of the file. */
  readonly start: number
  readonly end: number
  /** Its value, where that is an offset. */
  readonly offset: number
}

interface Directory {
  /** Range of the directory itself, from the start of the block. */
  readonly start: number
  readonly end: number
  readonly entries: readonly Entry[]
  /** Offset of the next one; 0 for none. */
  readonly next: number
}

/** The traces in the block of directories that begins at `start` with its byte order. */
export function exifTraces(bytes: Uint8Array, start: number, end: number): Trace[] {
  const length = Math.min(end, bytes.length) - start
  if (length < 8) return []
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, length)
  const block: Block = { bytes, view, isLittle: bytes[start] === 0x49, start, length }
  return [...directoriesOf(block)].flatMap(({ entries }) => entries.flatMap((entry) => entryTraces(block, entry)))
}

/** The directories of a block that lead to one another, each once. */
function* directoriesOf(block: Block): Generator<Directory, void> {
  const seen = new Set<number>()
  const waiting = [block.view.getUint32(4, block.isLittle)]
  for (let at = waiting.pop(); at !== undefined && seen.size < mostDirectories; at = waiting.pop()) {
    const directory = seen.has(at) ? undefined : readDirectory(block, at)
    seen.add(at)
    if (!directory) continue
    waiting.push(directory.next)
    for (const { tag, offset } of directory.entries) if (tag === exifDirectory) waiting.push(offset)
    yield directory
  }
}

const entryTraces = (block: Block, entry: Entry): Trace[] =>
  entry.tag === gpsDirectory ? gpsTraces(block, entry.offset) : traceOf(block, entry)

function traceOf({ bytes }: Block, { tag, type, start, end }: Entry): Trace[] {
  if (tag === iptcData) return iptcTraces(bytes, start, end)
  const kind = kindOfTag[tag]
  if (!kind || !hasContent(bytes, start, end)) return []
  // A text keeps the zero at its end.
  return [type === ascii ? { kind, start, end: end - 1, fill: space } : { kind, start, end, fill: 0 }]
}

/** The whole directory of the place: emptied, it has no entry, since a latitude of 0 would be another place. */
function gpsTraces(block: Block, at: number): Trace[] {
  const directory = readDirectory(block, at)
  const entries = directory?.entries ?? []
  const hasPlace = entries.some(
    ({ tag, start, end }) => (tag === latitude || tag === longitude) && hasContent(block.bytes, start, end),
  )
  if (!directory || !hasPlace) return []
  const ranges = [...entries, { start: block.start + directory.start, end: block.start + directory.end }]
  return ranges.map(({ start, end }) => ({ kind: 'place', start, end, fill: 0 }))
}

function readDirectory({ view, isLittle, start, length }: Block, at: number): Directory | undefined {
  if (at < 8 || at + 2 > length) return undefined
  const count = view.getUint16(at, isLittle)
  const end = at + 2 + count * entryBytes
  if (end > length) return undefined
  const entries: Entry[] = []
  if (count === 0) return undefined
  for (let entry = at + 2; entry < end; entry += entryBytes) {
    const type = view.getUint16(entry + 2, isLittle)
    const unit = sizeOfType[type]
    // Something else looks like a directory by chance.
    if (unit === undefined) return undefined
    const size = unit * view.getUint32(entry + 4, isLittle)
    const offset = view.getUint32(entry + 8, isLittle)
    const from = size <= 4 ? entry + 8 : offset
    if (from + size > length) continue
    entries.push({ tag: view.getUint16(entry, isLittle), type, start: start + from, end: start + from + size, offset })
  }
  return { start: at, end, entries, next: end + 4 <= length ? view.getUint32(end, isLittle) : 0 }
}
