import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'

let portal: TestApp
let port: number
beforeAll(async () => {
  portal = await startTestApp()
  port = Number(new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => portal.close())

/** The answer to these bytes, until the server ends the connection. */
const answerTo = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (data) => {
      text += data
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })

test.each([
  ['no request at all', 'GARBAGE\r\n\r\n', '400 Bad Request'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nnothing\r\n\r\n', '400 Bad Request'],
  ['headers without end', `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
])('%s is answered in the envelope, with the headers of every answer', async (_what, bytes, status) => {
  const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
  expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
  for (const header of ['x-content-type-options: nosniff', 'x-frame-options: DENY', 'cache-control: no-store'])
    expect(head).toContain(header)
  expect(head).toContain("content-security-policy: default-src 'none'")
  expect(JSON.parse(body)).toMatchObject({ success: false, errorCode: 'richiesta_malformata' })
})
