import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scanReportFile } from '@portal/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const { upload } = await import('./upload.ts')

let server: Server
let answer: (reply: ServerResponse) => void
let seen: { url: string | undefined; key: string | string[] | undefined; body: string }

beforeAll(async () => {
  server = createServer((request, reply) => {
    let body = ''
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (request.method === 'OPTIONS') return void reply.writeHead(204, headers).end()
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen = { url: request.url, key: request.headers['idempotency-key'], body }
      for (const [name, value] of Object.entries(headers)) reply.setHeader(name, value)
      answer(reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const Real = XMLHttpRequest
  // The page's own way of asking, pointed at a server that stands in for the portal.
  class Pointed extends Real {
    override open(method: string, path: string) {
      super.open(method, `http://127.0.0.1:${port}${path}`)
    }
  }
  vi.stubGlobal('XMLHttpRequest', Pointed)
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

const succeed = (result: unknown) => {
  answer = (reply) => void reply.end(JSON.stringify({ success: true, result, errorCode: null }))
}
const file = new File(['contenuto'], 'prova.txt', { type: 'text/plain' })
const send = (options: { signal?: AbortSignal; onProgress?: (percent: number) => void } = {}) =>
  upload(scanReportFile, file, {
    headers: { 'Idempotency-Key': 'una-chiave' },
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...options,
  })

test('a file travels as the one part of a form, under its key, and its outcome comes back in English', async () => {
  succeed({ codice: 'VIRUS_FOUND' })
  const percentages: number[] = []
  expect(await send({ onProgress: (percent) => percentages.push(percent) })).toEqual({ code: 'VIRUS_FOUND' })
  expect(seen.url).toMatch(/^\/x\/api\/v1\/noauth\/scansione\?lang=it&v=\d+$/)
  expect(seen.key).toBe('una-chiave')
  expect(seen.body).toContain('name="file"; filename="prova.txt"')
  expect(seen.body).toContain('contenuto')
  expect(percentages.at(-1)).toBe(100)
})

test('a refusal is thrown with its status and its word', async () => {
  answer = (reply) =>
    void reply
      .writeHead(429)
      .end(JSON.stringify({ success: false, result: { descrizione: 'Aspetta' }, errorCode: 'troppe_richieste' }))
  await expect(send()).rejects.toMatchObject({ status: 429, errorCode: 'troppe_richieste', message: 'Aspetta' })
})

test('a line that breaks is a failure of status 0', async () => {
  answer = (reply) => void reply.destroy()
  await expect(send()).rejects.toMatchObject({ name: 'CallError', status: 0 })
})

test('an upload that is cancelled rejects with the reason, before it begins and while it runs', async () => {
  answer = () => undefined
  await expect(send({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  const stop = new AbortController()
  answer = () => stop.abort()
  await expect(send({ signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
})
