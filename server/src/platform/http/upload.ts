import type { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalidInput } from '../app-error.ts'

/** A file uploaded with a request. */
export interface Upload {
  /** File name as the sender gives it. */
  readonly name: string
  /** The bytes as they arrive; after an early end the rest is discarded. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Size of the whole request, where it declares one. */
  readonly declaredBytes: number | undefined
  /** Whether the sender has disconnected, so that an answer would be lost. */
  readonly isAbandoned: () => boolean
}

/** Accepts uploads of one file and reads one byte more than `mostBytes`, so that the caller can recognise a larger file. */
export async function readUploads(part: FastifyInstance, maxBytes: number) {
  await part.register(multipart, {
    // Otherwise the plugin would cut a larger file off silently, or throw where nobody catches it.
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 10, parts: 12, fieldSize: 1024, headerPairs: 50, fileSize: maxBytes + 1 },
  })
}

const missing = () => invalidInput([{ path: 'file', message: 'campo_obbligatorio' }])
const broken = () => invalidInput([{ path: 'file', message: 'valore_non_valido' }])

/** Returns the file of the part `file`; throws 400 where there is none, 415 for a body of another type. */
export async function takeUpload(request: FastifyRequest, reply: FastifyReply): Promise<Upload> {
  if (!request.isMultipart()) throw request.headers['content-type'] ? new AppError('wrong_type') : missing()
  const part = await nextFile(request)
  // Unread bytes must be consumed, or the sender would wait for ever. Errors of the stream are reported to its reader.
  reply.raw.once('finish', () => part.file.resume())
  if (part.fieldname !== 'file') throw missing()
  const declared = Number(request.headers['content-length'])
  return {
    name: nameOf(part.filename ?? ''),
    chunks: chunksOf(part.file),
    declaredBytes: Number.isSafeInteger(declared) && declared > 0 ? declared : undefined,
    isAbandoned: () => reply.raw.destroyed,
  }
}

// biome-ignore format: a table
const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0d': '\r', '%0a': '\n' }

/** A name as its sender has it: browsers escape quotation marks and line breaks in it (HTML, §multipart/form-data), and nothing else. */
const nameOf = (sent: string): string => sent.replace(/%(?:22|0d|0a)/gi, (word) => escapes[word.toLowerCase()] ?? word)

async function nextFile(request: FastifyRequest): Promise<MultipartFile> {
  let part: MultipartFile | undefined
  try {
    part = await request.file()
  } catch {
    throw broken()
  }
  if (!part) throw missing()
  return part
}

/** Limits for slow senders: longest silence, smallest number of bytes in a window, longest duration. */
const senderLimits = { silentMs: 30_000, windowMs: 20_000, bytesOfWindow: 20 * 1024, wholeMs: 600_000 }

/** Returns the bytes of an upload as they arrive; throws for a sender that is too slow. */
export async function* chunksOf(file: Readable): AsyncGenerator<Uint8Array, void> {
  const giveUp = () => file.destroy(new Error('too slow'))
  let bytesOfWindow = 0
  const whole = setTimeout(giveUp, senderLimits.wholeMs)
  const silent = setTimeout(giveUp, senderLimits.silentMs)
  const window = setInterval(() => {
    if (bytesOfWindow < senderLimits.bytesOfWindow) giveUp()
    bytesOfWindow = 0
  }, senderLimits.windowMs)
  try {
    for await (const chunk of file.iterator({ destroyOnReturn: false })) {
      silent.refresh()
      bytesOfWindow += chunk.length
      yield chunk
    }
  } catch {
    throw broken()
  } finally {
    clearTimeout(whole)
    clearTimeout(silent)
    clearInterval(window)
  }
}
