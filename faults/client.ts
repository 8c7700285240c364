import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { buffer } from 'node:stream/consumers'

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** What the JSON says; bytes of any other type. */
  // biome-ignore lint/suspicious/noExplicitAny: the suite reads any wire value
  readonly body: any
}

export interface Sent {
  /** Sent as JSON, unless it is bytes. */
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
      const isJson = body !== undefined && !Buffer.isBuffer(body)
      const payload = isJson ? JSON.stringify(body) : body
      const type = isJson ? { 'content-type': 'application/json' } : undefined
      const signal = AbortSignal.timeout(limitMs)
      const outgoing = request(
        `${api}${path}`,
        { agent, method, signal, headers: { ...type, ...headers } },
        (reply) => {
          const { statusCode: status = 0, headers: replied } = reply
          const isRead = replied['content-type']?.startsWith('application/json')
          buffer(reply).then(
            (read) => resolve({ status, headers: replied, body: isRead ? JSON.parse(read.toString()) : read }),
            reject,
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(payload)
    })
  return { call, close: () => agent.destroy() }
}

/** The first cookie that an answer sets, as the next call sends it. */
export const cookieOf = ({ headers }: Reply) => headers['set-cookie']?.[0]?.split(';', 1)[0] ?? ''
