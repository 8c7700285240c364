import type { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalidInput, Problem } from '../problem.ts'

/** A file that comes with a request. */
export interface Upload {
  /** As the sender calls it. */
  readonly name: string
  /** The bytes as they come; who stops reading leaves the rest to be let go. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Bytes of the whole request, where it says so. */
  readonly declaredBytes: number | undefined
  /** Whether the sender hung up: nobody would hear the answer. */
  readonly isAbandoned: () => boolean
}

/** Reads uploads of one file, of at most so many bytes and one more: who counts them sees that there are too many. */
export async function readUploads(part: FastifyInstance, mostBytes: number) {
  await part.register(multipart, {
    // Otherwise what is too large would end as if it were whole, or throw where nobody looks.
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 10, parts: 12, fieldSize: 1024, headerPairs: 50, fileSize: mostBytes + 1 },
  })
}

const missing = () => invalidInput([{ path: 'file', message: 'campo_obbligatorio' }])
const broken = () => invalidInput([{ path: 'file', message: 'valore_non_valido' }])

/** The file in the part `file`; 400 naming it where there is none, 415 for a body of another type. */
export async function takeUpload(request: FastifyRequest, reply: FastifyReply): Promise<Upload> {
  if (!request.isMultipart()) throw request.headers['content-type'] ? new Problem('wrong_type') : missing()
  const part = await nextFile(request)
  // Even what nobody reads must pass, or the sender would wait for ever. A fault of it is told where it is read.
  reply.raw.once('finish', () => part.file.resume())
  if (part.fieldname !== 'file') throw missing()
  const declared = Number(request.headers['content-length'])
  return {
    name: part.filename ?? '',
    chunks: chunksOf(part.file),
    declaredBytes: Number.isSafeInteger(declared) && declared > 0 ? declared : undefined,
    isAbandoned: () => reply.raw.destroyed,
  }
}

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

/** How long a sender may say nothing, what it must send at least in a window, and how long the whole may take. */
const patience = { silentMs: 30_000, windowMs: 20_000, bytesOfWindow: 20 * 1024, wholeMs: 600_000 }

/** The bytes of an upload as they come. Gives up a sender who keeps a place and sends next to nothing. */
export async function* chunksOf(file: Readable): AsyncGenerator<Uint8Array, void> {
  const giveUp = () => file.destroy(new Error('too slow'))
  let bytesOfWindow = 0
  const whole = setTimeout(giveUp, patience.wholeMs)
  const silent = setTimeout(giveUp, patience.silentMs)
  const window = setInterval(() => {
    if (bytesOfWindow < patience.bytesOfWindow) giveUp()
    bytesOfWindow = 0
  }, patience.windowMs)
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
