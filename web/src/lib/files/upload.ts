import { type Endpoint, secondsLeftHeader } from '@portal/contract'
import type * as z from 'zod/mini'
import { hearSecondsLeft, readReply, urlOf } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'

interface Options {
  readonly headers?: Readonly<Record<string, string>>
  /** Called with 0 to 100; at 100 the server has the file and scans it. */
  readonly onProgress?: (percent: number) => void
  readonly signal?: AbortSignal
}

type QueryOf<E> = E extends { readonly query: infer Q extends z.ZodMiniType }
  ? { readonly query: z.output<Q> }
  : unknown

/**
 * Sends a file to an endpoint of the contract. Only the older way of asking a server tells how far a file has come, so
 * this is the one place beside `call` that speaks to the network. An upload that is cancelled rejects with the signal's reason.
 */
export function upload<E extends Endpoint & { readonly upload: true }>(
  endpoint: E,
  file: File,
  { headers = {}, onProgress, signal, ...rest }: Options & QueryOf<E>,
): Promise<z.output<E['reply']>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const askedAt = Date.now()
    const stop = () => {
      reject(signal?.reason)
      request.abort()
    }
    request.open(endpoint.method, urlOf(endpoint, undefined, 'query' in rest ? rest.query : undefined))
    for (const [name, value] of Object.entries({ accept: 'application/json', ...headers }))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? (loaded / total) * 100 : 0)
    request.upload.onload = () => onProgress?.(100)
    request.onload = () => {
      const { status, responseText: text } = request
      hearSecondsLeft(askedAt, request.getResponseHeader(secondsLeftHeader))
      try {
        resolve(readReply(endpoint, { ok: status >= 200 && status < 300, status, text }))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new CallError(0))
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) return stop()
    const body = new FormData()
    body.append('file', file)
    request.send(body)
  })
}
