import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const encoders = {
  br: (body: Buffer) => toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  gzip: (body: Buffer) => toGzip(body, { level: constants.Z_BEST_COMPRESSION }),
} as const
export type Encoding = keyof typeof encoders

/** A rendered page; each compressed form is computed on first use and cached. */
export interface PageAnswer {
  readonly body: Buffer
  /** Weak, because it is the same for every encoding (RFC 9110 §8.8.1). */
  readonly etag: string
  encoded(encoding: Encoding): Promise<Buffer>
}

export function pageAnswer(html: string): PageAnswer {
  const body = Buffer.from(html)
  const cache = new Map<Encoding, Promise<Buffer>>()
  return {
    body,
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    encoded(encoding) {
      const encoded = cache.get(encoding) ?? encoders[encoding](body)
      cache.set(encoding, encoded)
      return encoded
    },
  }
}

/** The preferred encoding among those in `Accept-Encoding` (RFC 9110 §12.5.3); undefined for none. */
export function negotiateEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  const accepted = (acceptEncoding ?? '').split(',').flatMap((range) => {
    const [name = '', weight = ''] = range.toLowerCase().split(';')
    return /^\s*q=0(?:\.0{0,3})?\s*$/.test(weight) ? [] : [name.trim()]
  })
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}

/** Whether `If-None-Match` contains the page's etag (RFC 9110 §13.1.2). */
export const matchesEtag = (ifNoneMatch: string | undefined, { etag }: PageAnswer) =>
  (ifNoneMatch ?? '').split(',').some((known) => known.trim() === etag || known.trim() === '*')
