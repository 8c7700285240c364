import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: the suite reads any wire value
  readonly body: any
}

export interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Client = ReturnType<typeof createClient>

/** Longer than any limit of the portal: a call that takes as long is a defect. */
const limitMs = 60_000

/** Calls of the API through the door; a call that is cut off rejects. */
export function createClient(api: string, ca: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, ca, checkServerIdentity: () => undefined })
  const call = (method: 'GET' | 'POST', path: string, { body, headers }: Sent = {}) =>
    new Promise<Reply>((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body)
      const type = payload === undefined ? undefined : { 'content-type': 'application/json' }
      const signal = AbortSignal.timeout(limitMs)
      const outgoing = request(
        `${api}${path}`,
        { agent, method, signal, headers: { ...type, ...headers } },
        (reply) => {
          text(reply).then((read) => {
            const isJson = reply.headers['content-type']?.startsWith('application/json')
            resolve({
              status: reply.statusCode ?? 0,
              headers: reply.headers,
              body: isJson ? JSON.parse(read) : read,
            })
          }, reject)
        },
      )
      outgoing.on('error', reject)
      outgoing.end(payload)
    })
  return { call, close: () => agent.destroy() }
}

/** The first cookie that an answer sets, as the next call sends it. */
export const cookieOf = ({ headers }: Reply) => headers['set-cookie']?.[0]?.split(';', 1)[0] ?? ''
