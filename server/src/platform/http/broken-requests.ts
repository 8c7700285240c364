import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Problem } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { textsIn } from '../texts.ts'
import { failure } from './envelope.ts'

/** What Node's parser of HTTP gives up on; everything else is a bad request. */
const statusOf: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Answers what is no request of HTTP, before there is any: with the envelope and the headers of every other answer, as far as
 * they mean something without a page.
 */
export const answerBrokenRequests =
  ({ publicOrigin }: Pick<Settings, 'publicOrigin'>) =>
  (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const body = JSON.stringify(failure(new Problem('malformed_input'), randomUUID(), textsIn('it')))
    const headers = [
      `HTTP/1.1 ${statusOf[error.code ?? ''] ?? '400 Bad Request'}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      "content-security-policy: default-src 'none';frame-ancestors 'none'",
      'x-content-type-options: nosniff',
      'x-frame-options: DENY',
      'referrer-policy: no-referrer',
      ...(publicOrigin.startsWith('https:') ? ['strict-transport-security: max-age=31536000'] : []),
      'connection: close',
    ]
    socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
  }
