import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { AppError } from '../app-error.ts'
import { parseStrictJson } from './strict-json.ts'

/** Largest JSON body in bytes, several times the size of a narrative of 10,000 code points. */
export const largestBody = 256 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses JSON bodies strictly and refuses other types. */
export function readJsonStrictly(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    body.length === 0 ? undefined : parseStrictJson(decode(body)),
  )
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new AppError('malformed_input', { fieldErrors: [{ path: '', message: 'testo_non_utf8' }] })
  }
}

/** Security headers of every answer: no third parties (except the analytics server), no framing, no referrer. */
export function setSecurityHeaders(app: FastifyInstance, isHttps: boolean, analyticsUrl?: string) {
  const headers = {
    ...headersBy({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          // The page fetches the image and the sound of the captcha once and shows them from memory.
          imgSrc: ["'self'", 'data:', 'blob:'],
          mediaSrc: ['blob:'],
          fontSrc: ["'self'"],
          connectSrc: ["'self'", ...(analyticsUrl ? [new URL(analyticsUrl).origin] : [])],
          manifestSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      xFrameOptions: { action: 'deny' },
      // For browsers and plug-ins too old to run the site.
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** The headers that Helmet sets, which are those of every answer. */
function headersBy(options: HelmetOptions) {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, () => {})
  return response.getHeaders()
}

export async function carryCookiesAndCompress(app: FastifyInstance) {
  await app.register(cookie)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
}
