import { unzlibSync, zlibSync } from 'fflate'
import { mediaTraces } from './media.ts'
import { createScan, indexOfText, mark } from './scan.ts'
import { blank, hasContent, space, type Trace, textOf } from './trace.ts'

/** Bytes of the unpacked streams that are looked into: of one, and of all together. */
const mostUnpacked = 8 * 1024 * 1024
const mostTogether = 32 * 1024 * 1024
/** Bytes of a dictionary, and of a string. */
const nearby = 2048
const mostAuthor = 4096

/** A compressed stream of objects or of metadata. */
interface PackedStream {
  readonly start: number
  readonly end: number
  readonly content: Uint8Array
  /** Where the objects begin, behind a table of their numbers and offsets; 0 for metadata. */
  readonly first: number
}

export interface PdfTraces {
  readonly traces: readonly Trace[]
  /** The streams that hold some. */
  readonly packed: readonly (PackedStream & { readonly traces: readonly Trace[] })[]
  /** Signed or encrypted: a change of any byte would end the signature, or spoil a text. */
  readonly isSealed: boolean
}

/**
 * The author in the information, directly or in an object of its own, and what the metadata (ISO 32000-2, §14.3) and the photos
 * of a PDF say, in plain or in packed objects.
 */
export function pdfTraces(bytes: Uint8Array): PdfTraces {
  const streams = packedStreams(bytes)
  const parts = [bytes, ...streams.map(({ content }) => content)]
  const objects = new Set(parts.flatMap((part) => scanReferences(part)))
  const packed = streams.map((stream) => ({
    ...stream,
    traces: [...plainTraces(stream.content), ...packedObjectTraces(stream, objects)],
  }))
  return {
    traces: [...plainTraces(bytes), ...[...objects].flatMap((number) => objectTraces(bytes, number))],
    packed: packed.filter(({ traces }) => traces.length > 0),
    isSealed: scanSeals(bytes).length > 0,
  }
}

const readSeal = (bytes: Uint8Array, at: number) =>
  /^\/(?:ByteRange\s*\[|Encrypt\s*(?:<<|\d))/.test(textOf(bytes.subarray(at, at + 32))) ? [at] : []
const scanSeals = createScan<number>([mark('/ByteRange', readSeal), mark('/Encrypt', readSeal)])

const key = '/Author'
const scanAuthors = createScan<Trace>([mark(key, (bytes, at) => stringTraces(bytes, at + key.length))])
const plainTraces = (bytes: Uint8Array) => [...scanAuthors(bytes), ...mediaTraces(bytes)]

/** The numbers of the objects that are an author. */
const scanReferences = createScan<number>([
  mark(key, (bytes, at) => {
    const text = textOf(bytes.subarray(at + key.length, at + nearby))
    const [, number] = /^\s*(\d{1,10})\s+\d{1,5}\s+R/.exec(text) ?? []
    return number ? [Number(number)] : []
  }),
])

/** The string of an object, in each version of it in the file. */
function objectTraces(bytes: Uint8Array, number: number): Trace[] {
  const traces: Trace[] = []
  const name = `\n${number} 0 obj`
  for (let at = indexOfText(bytes, name, 0); at >= 0; at = indexOfText(bytes, name, at + name.length))
    traces.push(...stringTraces(bytes, at + name.length))
  return traces
}

function packedObjectTraces({ content, first }: PackedStream, objects: ReadonlySet<number>): Trace[] {
  const pairs = textOf(content.subarray(0, first)).matchAll(/(\d+)\s+(\d+)/g)
  return [...pairs]
    .filter(([, number]) => objects.has(Number(number)))
    .flatMap(([, , offset]) => stringTraces(content, first + Number(offset)))
}

/** The string that begins at a place, in brackets or in hexadecimal digits, where spaces mean nothing. */
function stringTraces(bytes: Uint8Array, at: number): Trace[] {
  const text = textOf(bytes.subarray(at, at + mostAuthor))
  const [opening = ''] = /^\s*(?:\(|<(?!<))/.exec(text) ?? []
  if (!opening) return []
  const start = at + opening.length
  const end = at + (opening.endsWith('(') ? endOfLiteral(text, opening.length) : text.indexOf('>'))
  return end > start && hasContent(bytes, start, end) ? [{ kind: 'author', start, end, fill: space }] : []
}

/** The end of a string in brackets, which may hold pairs of them, and others behind a backslash. */
function endOfLiteral(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return start
}

function packedStreams(bytes: Uint8Array): PackedStream[] {
  let left = mostTogether
  const room = new Uint8Array(mostUnpacked)
  return scanStreams(bytes).flatMap(({ start, end, first }) => {
    if (left <= 0) return []
    const content = unpacked(bytes.subarray(start, end), room)
    left -= content?.length ?? 0
    return content ? [{ start, end, first, content }] : []
  })
}

/** The compressed stream whose dictionary has a name at `at`. */
function findStream(bytes: Uint8Array, at: number): Omit<PackedStream, 'content'>[] {
  const before = textOf(bytes.subarray(Math.max(0, at - nearby), at))
  const [opening] = /^.*?stream\r?\n/s.exec(textOf(bytes.subarray(at, at + nearby))) ?? []
  if (!opening) return []
  const dictionary = before.slice(before.lastIndexOf(' obj')) + opening
  const start = at + opening.length
  const end = indexOfText(bytes, 'endstream', start)
  if (end < 0 || !dictionary.includes('/FlateDecode')) return []
  return [{ start, end, first: Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? 0) }]
}
const scanStreams = createScan([mark('/ObjStm', findStream), mark('/Metadata', findStream)])

function unpacked(bytes: Uint8Array, room: Uint8Array): Uint8Array | undefined {
  try {
    return unzlibSync(bytes, { out: room }).slice()
  } catch {
    return undefined
  }
}

/**
 * Overwrites the traces of a PDF in place, so that its table of objects stays right. A packed stream is packed again and filled
 * up to its length; returns false for one that does not fit.
 */
export function blankPdf(bytes: Uint8Array, { traces, packed }: PdfTraces): boolean {
  blank(bytes, traces)
  return packed.every(({ start, end, content, traces: inner }) => {
    blank(content, inner)
    const again = zlibSync(content, { level: 9 })
    if (again.length > end - start) return false
    bytes.fill(0, start, end)
    bytes.set(again, start)
    return true
  })
}
