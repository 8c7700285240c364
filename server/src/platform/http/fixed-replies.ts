import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const codings = ['br', 'gzip'] as const
type Coding = (typeof codings)[number]

/** A JSON text with its validator. A coding is made for the first caller that asks for it: most texts of the public register have one reader. */
interface FixedReply {
  readonly etag: string
  readonly plain: Buffer
  readonly coded: Map<Coding, Promise<Buffer>>
}

/** Shorter texts are sent as they are. */
const minCoded = 1024
/** Replies that are kept; the largest have 80 kB. */
const maxKept = 200

/** A window as wide as the text: to clear the default one of 4 MB takes 8 of the 10 ms of a short text. */
const windowOf = ({ length }: Buffer) =>
  Math.min(constants.BROTLI_MAX_WINDOW_BITS, Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length))))

const compressors: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_LGWIN]: windowOf(bytes),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

const prepare = (text: string): FixedReply => {
  const plain = Buffer.from(text)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { etag, plain, coded: new Map() }
}

function inCoding({ plain, coded }: FixedReply, coding: Coding): Promise<Buffer> {
  const known = coded.get(coding)
  if (known !== undefined) return known
  const made = compressors[coding](plain)
  coded.set(coding, made)
  // The next caller tries again.
  made.catch(() => coded.delete(coding))
  return made
}

/** Keeps replies by their key; calls with one key at the same time wait for one reply. */
export function createFixedReplies() {
  const kept = new Map<string, Promise<FixedReply>>()
  return async (key: string, makeText: () => Promise<string>): Promise<FixedReply> => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = makeText().then(prepare)
    kept.set(key, made)
    made.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return made
  }
}

/** Whether a header such as `br, gzip;q=0.5` accepts a coding. */
const accepts = (header: string, coding: Coding) =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim())
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/** The bytes to send to a caller, and how they are coded. */
async function bytesFor(request: FastifyRequest, fixed: FixedReply) {
  const { plain } = fixed
  const header = String(request.headers['accept-encoding'] ?? '')
  const coding = plain.length < minCoded ? undefined : codings.find((one) => accepts(header, one))
  return { coding, bytes: coding ? await inCoding(fixed, coding) : plain }
}

const isKnownTo = (request: FastifyRequest, etag: string) =>
  request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

/** Sends a fixed reply; 304 to a browser that has it. */
export async function sendFixed(request: FastifyRequest, reply: FastifyReply, fixed: FixedReply) {
  const { etag } = fixed
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding, accept-language, cookie' })
  if (isKnownTo(request, etag)) return reply.code(304).send()
  const { coding, bytes } = await bytesFor(request, fixed)
  if (coding) reply.header('content-encoding', coding)
  return reply.type('application/json; charset=utf-8').send(bytes)
}
