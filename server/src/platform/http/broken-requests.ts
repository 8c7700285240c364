import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { AppError } from '../app-error.ts'
import type { Settings } from '../settings/settings.ts'
import { textsIn } from '../texts.ts'
import { failure } from './envelope.ts'

/** Status by the error code of Node's HTTP parser; 400 for all others. */
const statusOf: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Answers requests that are not valid HTTP, before Fastify sees them: with the envelope and the headers of other answers, as
 * far as these matter without a page.
 */
export const answerBrokenRequests =
  ({ publicOrigin }: Pick<Settings, 'publicOrigin'>) =>
  (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const body = JSON.stringify(failure(new AppError('malformed_input'), randomUUID(), textsIn('it')))
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
