import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { cover, tokensOfCall, tokensOfText } from '../../scripts/coverage.mjs'

const apiPart = /^\/[a-z0-9-]+\/api(\/.*)$/

/** Records every request that a test sends into the server (`scripts/coverage.mjs`). */
export function recordCalls(app: FastifyInstance): FastifyInstance {
  const inject = app.inject.bind(app)
  const recording = async (options: InjectOptions | string) => {
    const request = typeof options === 'string' ? { url: options } : options
    const reply = await inject(options)
    cover(tokensOf(request, reply))
    return reply
  }
  // Tests use this one of its forms only.
  app.inject = recording as typeof app.inject
  return app
}

function tokensOf({ method = 'GET', url, payload }: InjectOptions, reply: LightMyRequestResponse): string[] {
  const address = String(url)
  const type = String(reply.headers['content-type'])
  const path = apiPart.exec(address)?.[1]
  const answer = type.startsWith('application/json') ? parsed(reply.body) : undefined
  const shown = /^text\/(?:html|plain|csv)/.test(type) ? tokensOfText(reply.body) : []
  const named = [type, fileNameIn(reply)].flatMap(tokensOfText)
  const body = typeof payload === 'string' ? parsed(payload) : Buffer.isBuffer(payload) ? undefined : payload
  const called = path ? tokensOfCall({ method, path, body, answer }) : []
  const route = `route ${address.replace(/^\/[a-z0-9-]+|\?.*$/g, '')}`
  const failed = reply.statusCode >= 400 ? [`error ${reply.statusCode}`] : []
  return [...(called.length > 0 ? called : [route]), ...failed, ...shown, ...named]
}

/** The name under which a browser saves the answer; empty if it has none. */
function fileNameIn({ headers }: LightMyRequestResponse): string {
  const disposition = String(headers['content-disposition'])
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]*)"/.exec(disposition)?.[1] ?? '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
