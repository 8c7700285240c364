import { unzlibSync } from 'fflate'
import { mediaTraces } from './media.ts'
import { hasContent, space, type Trace, type TraceKind, textOf } from './trace.ts'

const signature = '\x89PNG\r\n\x1a\n'
const mostUnpacked = 1024 * 1024
/** Chunks that hold texts and the Exif block (PNG, third edition, §11.3). */
const textChunks = ['tEXt', 'zTXt', 'iTXt', 'eXIf']
const authorKeywords = ['Author', 'Artist', 'Copyright', 'Creator']

interface Chunk {
  readonly type: string
  /** Range of its data. */
  readonly start: number
  readonly end: number
}

export const isPng = (bytes: Uint8Array) =>
  Array.from(signature).every((letter, at) => bytes[at] === letter.charCodeAt(0))

function* chunksOf(bytes: Uint8Array): Generator<Chunk, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = signature.length
  while (at + 12 <= bytes.length) {
    const start = at + 8
    const end = start + view.getUint32(at)
    if (end + 4 > bytes.length) return
    yield { type: textOf(bytes.subarray(at + 4, start)), start, end }
    at = end + 4
  }
}

/** Traces in the texts of a PNG; `mediaTraces` finds its Exif block and its XMP, where it is not compressed. */
export function pngTraces(bytes: Uint8Array): Trace[] {
  return [...chunksOf(bytes)].flatMap((chunk) => (chunk.type.endsWith('Xt') ? textTraces(bytes, chunk) : []))
}

/** A text with its keyword. */
interface Text extends Chunk {
  readonly content: Uint8Array
  readonly key: string
}

function textTraces(bytes: Uint8Array, chunk: Chunk): Trace[] {
  const content = bytes.subarray(chunk.start, chunk.end)
  const key = textOf(content.subarray(0, 80)).split('\0')[0] ?? ''
  const text = { ...chunk, content, key }
  const isPacked = chunk.type === 'zTXt' || (chunk.type === 'iTXt' && content[key.length + 1] === 1)
  return isPacked || key.startsWith('Raw profile') ? packedTraces(text) : plainTraces(text)
}

/** A text in plain that names an author. */
function plainTraces({ type, start, end, content, key }: Text): Trace[] {
  const behind = key.length + (type === 'iTXt' ? 5 : 1)
  if (!authorKeywords.includes(key) || !hasContent(content, behind, content.length)) return []
  return [{ kind: 'author', start: start + behind, end, fill: space }]
}

/** A compressed or hexadecimal text with traces: as a whole, since no part of it can be replaced. */
const packedTraces = ({ type, start, end, content, key }: Text): Trace[] =>
  [...kindsIn(key, type, content)].map((kind) => ({ kind, start, end, fill: space }))

function kindsIn(key: string, type: string, content: Uint8Array): Set<TraceKind> {
  const inner = type === 'tEXt' ? content.subarray(key.length + 1) : unpacked(content, key, type)
  if (!inner) return new Set()
  const text = textOf(inner)
  if (authorKeywords.includes(key)) return new Set(text.trim() ? ['author'] : [])
  const block = key.startsWith('Raw profile') ? fromHex(text) : inner
  return new Set(mediaTraces(block).map(({ kind }) => kind))
}

function unpacked(content: Uint8Array, key: string, type: string): Uint8Array | undefined {
  // After the keyword: a byte for the method and, in iTXt, a flag, the language and a translated keyword, each with an end.
  let from = key.length + 2
  if (type === 'iTXt') {
    const language = content.indexOf(0, key.length + 3)
    from = content.indexOf(0, language + 1) + 1
  }
  try {
    return unzlibSync(content.subarray(from), { out: new Uint8Array(mostUnpacked) })
  } catch {
    return undefined
  }
}

/** The bytes of a profile as ImageMagick writes it: a name, a length, and hexadecimal digits in lines. */
function fromHex(text: string): Uint8Array {
  const [, digits = ''] = /^\s*\w+\s+\d+\s+([\da-fA-F\s]*)/.exec(text) ?? []
  const pairs = digits.replace(/\s/g, '').match(/../g) ?? []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}

/** Makes a PNG valid after its traces were overwritten: a chunk of spaces is a comment, and each text has a new checksum. */
export function mendPng(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (const { type, start, end } of chunksOf(bytes)) {
    if (!textChunks.includes(type)) continue
    if (end > start && bytes.subarray(start, end).every((byte) => byte === space)) {
      bytes.set(new TextEncoder().encode('tEXt'), start - 4)
      bytes.set(new TextEncoder().encode('C\0'), start)
    }
    view.setUint32(end, checksumOf(bytes.subarray(start - 4, end)))
  }
}

/** CRC-32 of PNG (annex D). */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
