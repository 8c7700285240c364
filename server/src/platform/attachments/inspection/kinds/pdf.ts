import { inflateSync } from 'node:zlib'
import type { Budget } from '../../../parsing/budget.ts'
import type { SpooledFile } from '../../spool.ts'

// Enough for a dictionary that spans two windows, and for the objects packed in one stream.
const dictionaryCharacters = 4096
const maxPacked = 1024 * 1024
const maxUnpacked = 4 * 1024 * 1024
/** Steps of one unpacking; a stream mark costs one step. */
const unpackingSteps = 100

/** Names of actions that a document runs by itself; an open action to a page is none. */
const activeNames =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|XFA)(?![A-Za-z0-9])|\/OpenAction(?!\s*\[)(?![A-Za-z0-9])|\/AA\s*(?:<<|\d)/

/** Decodes the characters of a name that are written as `#` and two hexadecimal digits. */
const unescaped = (text: string) =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Marks objects that are packed by an unsupported filter. */
const unsupported = Symbol('hidden')
type Part = string | typeof unsupported

const isActive = (part: Part) => part === unsupported || activeNames.test(unescaped(part))

/**
 * Whether a PDF contains scripts, actions or embedded files, or objects packed by an unsupported filter. Streams are skipped,
 * because these names occur there by chance, except object streams, which are unpacked within the budget.
 */
export function isActivePdf(file: SpooledFile, budget: Budget): boolean {
  const reader = createPartReader(budget)
  for (const window of file.windows())
    for (const part of reader.take(window.toString('latin1'))) if (isActive(part)) return true
  return isActive(reader.rest())
}

/** The filters of an object stream, in their order; undefined for any other stream. */
function filtersOf(before: string): readonly string[] | undefined {
  const nearby = unescaped(before.slice(-dictionaryCharacters))
  if (!/\/ObjStm\b/.test(nearby)) return undefined
  const dictionary = nearby.slice(nearby.lastIndexOf(' obj') + 1)
  const [, filters = ''] = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary) ?? []
  return [...filters.matchAll(/\/(\w+)/g)].map(([, name = '']) => name)
}

/** Splits a PDF into the text outside of streams and the objects packed in object streams. */
function createPartReader(budget: Budget) {
  let text = ''
  let isOpen = false
  /** Filters of the current stream, where it is an object stream, and its bytes so far. */
  let filters: readonly string[] | undefined
  let packed = ''

  const append = (part: string) => {
    if (filters && packed.length < maxPacked) packed += part
  }

  /** Returns the part up to the next start or end of a stream. */
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

  /** Drops text that is not needed for looking back; returns the part to check. */
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

/** Unpacks an object stream; returns it unchanged where its data does not match the filter. */
function unpack(packed: string, filters: readonly string[], budget: Budget): Part {
  if (filters.some((name) => !Object.hasOwn(decoders, name))) return unsupported
  const bytes: Buffer<ArrayBufferLike> = Buffer.from(packed, 'latin1')
  return filters.reduce((decoded, name) => decoders[name]?.(decoded, budget) ?? decoded, bytes).toString('latin1')
}

/** Whether bytes start like zlib data (RFC 1950 §2.2). Trying to unpack costs a thousand times as much as this check. */
const beginsDeflated = (bytes: Buffer) =>
  bytes.length > 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0

function inflate(bytes: Buffer, budget: Budget): Buffer {
  if (!beginsDeflated(bytes)) return bytes
  budget.spendSteps(unpackingSteps)
  const { unpacked, size } = tryInflate(bytes)
  budget.spendBytes(size)
  return unpacked
}

/** The unpacked bytes, or the input where it is invalid or too large; and how many bytes were unpacked. */
function tryInflate(bytes: Buffer): { unpacked: Buffer; size: number } {
  try {
    const unpacked = inflateSync(bytes, { maxOutputLength: maxUnpacked })
    return { unpacked, size: unpacked.length }
  } catch (error) {
    return { unpacked: bytes, size: isTooLarge(error) ? maxUnpacked : 0 }
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
