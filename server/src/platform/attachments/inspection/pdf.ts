import { inflateSync } from 'node:zlib'
import type { Budget } from '../../parsing/budget.ts'
import type { SpooledFile } from '../spool.ts'

// Enough for a dictionary that lies across two windows, and for the objects that are packed in one stream.
const dictionaryCharacters = 4096
const mostPacked = 1024 * 1024
const mostUnpacked = 4 * 1024 * 1024
/** Unpacking costs as much as this many marks of a stream. */
const unpackingSteps = 100

/** Names by which a document does something by itself; a place to open at is none. */
const activeNames =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|XFA)(?![A-Za-z0-9])|\/OpenAction(?!\s*\[)(?![A-Za-z0-9])|\/AA\s*(?:<<|\d)/

/** A name may spell any of its letters as `#` and two digits. */
const unescaped = (text: string) =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** What stands for objects that are packed in a way nobody can look into. */
const hidden = Symbol('hidden')
type Part = string | typeof hidden

const isActive = (part: Part) => part === hidden || activeNames.test(unescaped(part))

/**
 * Whether a PDF has scripts, actions or files of its own, or objects packed by an unusual filter. Its streams are left out,
 * where the same letters come by chance, but for those that pack objects, which are unpacked within the budget.
 */
export function isActivePdf(file: SpooledFile, budget: Budget): boolean {
  const reader = createPartReader(budget)
  for (const window of file.windows())
    for (const part of reader.take(window.toString('latin1'))) if (isActive(part)) return true
  return isActive(reader.rest())
}

/** The filters of a stream that packs objects, in their order; undefined for any other stream. */
function filtersOf(before: string): readonly string[] | undefined {
  const nearby = unescaped(before.slice(-dictionaryCharacters))
  if (!/\/ObjStm\b/.test(nearby)) return undefined
  const dictionary = nearby.slice(nearby.lastIndexOf(' obj') + 1)
  const [, filters = ''] = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary) ?? []
  return [...filters.matchAll(/\/(\w+)/g)].map(([, name = '']) => name)
}

/** Cuts a PDF into what stands outside of its streams and the objects that some of these pack. */
function createPartReader(budget: Budget) {
  let text = ''
  let isOpen = false
  /** Filters of the open stream, where it packs objects, and what has been read of it. */
  let filters: readonly string[] | undefined
  let packed = ''

  const append = (part: string) => {
    if (filters && packed.length < mostPacked) packed += part
  }

  /** The part up to the next beginning or end of a stream. */
  function cut({ index, 0: mark }: RegExpExecArray): Part {
    budget.spendSteps()
    const before = text.slice(0, index)
    text = text.slice(index + mark.length)
    append(before)
    const part = isOpen ? filters && unpack(packed, filters, budget) : before
    filters = isOpen ? undefined : filtersOf(before)
    packed = ''
    isOpen = !isOpen
    return part ?? ''
  }

  /** Drops what needs no looking back to; returns what is worth a look. */
  function shorten(): Part {
    const overlap = isOpen ? 'endstream'.length : dictionaryCharacters
    const part = text
    text = text.slice(-overlap)
    if (!isOpen) return part
    append(part.slice(0, part.length - text.length))
    return ''
  }

  return {
    *take(chunk: string): Generator<Part> {
      text += chunk
      const next = () => (isOpen ? /endstream/ : /stream\r?\n/).exec(text)
      for (let mark = next(); mark; mark = next()) yield cut(mark)
      yield shorten()
    },
    rest: (): Part => (isOpen ? '' : text),
  }
}

type Decode = (bytes: Buffer<ArrayBufferLike>, budget: Budget) => Buffer<ArrayBufferLike>

/** The filters of PDF 32000 §7.4 that pack objects in practice, by both of their names. */
// biome-ignore format: a table
const decoders: Readonly<Record<string, Decode>> = {
  FlateDecode:    inflate,  Fl:  inflate,
  ASCIIHexDecode: readHex,  AHx: readHex,
  ASCII85Decode:  readAscii85, A85: readAscii85,
}

/** The objects of a stream; as they are where they are not what their filter says. */
function unpack(packed: string, filters: readonly string[], budget: Budget): Part {
  if (filters.some((name) => !Object.hasOwn(decoders, name))) return hidden
  const bytes: Buffer<ArrayBufferLike> = Buffer.from(packed, 'latin1')
  return filters.reduce((decoded, name) => decoders[name]?.(decoded, budget) ?? decoded, bytes).toString('latin1')
}

/** Whether bytes begin as zlib does (RFC 1950 §2.2). To try costs a thousand times as much as to look. */
const beginsDeflated = (bytes: Buffer) =>
  bytes.length > 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0

function inflate(bytes: Buffer, budget: Budget): Buffer {
  if (!beginsDeflated(bytes)) return bytes
  budget.spendSteps(unpackingSteps)
  const { unpacked, size } = tryInflate(bytes)
  budget.spendBytes(size)
  return unpacked
}

/** The bytes, or those that came where they are no deflated ones or too many; and how many were unpacked to know. */
function tryInflate(bytes: Buffer): { unpacked: Buffer; size: number } {
  try {
    const unpacked = inflateSync(bytes, { maxOutputLength: mostUnpacked })
    return { unpacked, size: unpacked.length }
  } catch (error) {
    return { unpacked: bytes, size: isTooLarge(error) ? mostUnpacked : 0 }
  }
}

const isTooLarge = (error: unknown) =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

function readHex(bytes: Buffer): Buffer {
  const [digits = ''] = bytes.toString('latin1').split('>')
  return Buffer.from(digits.replace(/\s/g, ''), 'hex')
}

function readAscii85(bytes: Buffer): Buffer {
  const [text = ''] = bytes.toString('latin1').split('~>')
  const digits = text.replace(/\s/g, '').replaceAll('z', '!!!!!')
  const decoded: number[] = []
  for (let at = 0; at < digits.length; at += 5) {
    const group = digits.slice(at, at + 5)
    const value = [...group.padEnd(5, 'u')].reduce((sum, digit) => sum * 85 + digit.charCodeAt(0) - 33, 0)
    for (let byte = 0; byte < group.length - 1; byte += 1) decoded.push(Math.floor(value / 256 ** (3 - byte)) & 0xff)
  }
  return Buffer.from(decoded)
}
