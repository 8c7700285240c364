import { inflateSync } from 'node:zlib'
import type { Spool } from '../spool.ts'

// Enough for a dictionary that lies across two windows, and for the objects that are packed in one stream.
const dictionaryCharacters = 4096
const mostPacked = 1024 * 1024
const mostUnpacked = 4 * 1024 * 1024

/** Names by which a document does something by itself; a place to open at is none. */
const activeNames =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|XFA)(?![A-Za-z0-9])|\/OpenAction(?!\s*\[)(?![A-Za-z0-9])|\/AA\s*(?:<<|\d)/

/** A name may spell any of its letters as `#` and two digits. */
const unescaped = (text: string) =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const isActive = (text: string) => activeNames.test(unescaped(text))

/**
 * Whether a PDF has scripts, actions or files of its own. Its streams are left out, where the same letters come by chance, but
 * for those that pack objects, which are unpacked within bounds.
 */
export async function isActivePdf(file: Spool): Promise<boolean> {
  const parts = partReader()
  for await (const chunk of file.stream())
    for (const part of parts.take(chunk.toString('latin1'))) if (isActive(part)) return true
  return isActive(parts.rest())
}

const packsObjects = (before: string) => /\/ObjStm\b/.test(unescaped(before.slice(-dictionaryCharacters)))

/** Cuts a PDF into what stands outside of its streams and the objects that some of these pack. */
function partReader() {
  let text = ''
  /** What has been read of the stream that is open: undefined where none is, or none that packs objects. */
  let packed: string | undefined
  let isOpen = false

  const keep = (part: string) => {
    if (packed !== undefined && packed.length < mostPacked) packed += part
  }

  /** The part up to the next beginning or end of a stream. */
  function cut({ index, 0: mark }: RegExpExecArray): string {
    const before = text.slice(0, index)
    text = text.slice(index + mark.length)
    keep(before)
    const part = isOpen ? unpack(packed ?? '') : before
    packed = !isOpen && packsObjects(before) ? '' : undefined
    isOpen = !isOpen
    return part
  }

  /** Lets go of what needs no looking back to; gives what is worth a look. */
  function shorten(): string {
    const kept = isOpen ? 'endstream'.length : dictionaryCharacters
    const part = text
    text = text.slice(-kept)
    if (!isOpen) return part
    keep(part.slice(0, part.length - text.length))
    return ''
  }

  return {
    *take(chunk: string): Generator<string> {
      text += chunk
      const next = () => (isOpen ? /endstream/ : /stream\r?\n/).exec(text)
      for (let mark = next(); mark; mark = next()) yield cut(mark)
      yield shorten()
    },
    rest: () => (isOpen ? '' : text),
  }
}

/** The objects of a stream; as they are where they are not deflated. */
function unpack(packed: string): string {
  const bytes = Buffer.from(packed, 'latin1')
  try {
    return inflateSync(bytes, { maxOutputLength: mostUnpacked }).toString('latin1')
  } catch {
    return packed
  }
}
