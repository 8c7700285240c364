import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { filesIn } from '../../../test/store-files.ts'
import { multipartBody, scanPaths } from '../../../test/upload.ts'
import { officeDefaults } from '../../wiring/office-defaults.ts'

// Tests that need a real connection.
let portal: TestApp
let port: number
beforeAll(async () => {
  portal = await startTestApp()
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  port = (portal.app.server.address() as AddressInfo).port
})
afterAll(() => portal.close())

const url = () => `http://127.0.0.1:${port}/${officeDefaults.slug}/api${scanPaths.report}`
const send = async (name: string, size: number) => {
  const { body, headers } = multipartBody({ name, bytes: Buffer.alloc(size, 'a') })
  const reply = await fetch(url(), { method: 'POST', headers, body: new Uint8Array(body) })
  return { status: reply.status, result: (await reply.json()).result }
}
const megabyte = 1024 * 1024

test('a client that sends too much, or a refused file name, gets an answer and can send again', async () => {
  expect(await send('oltre.txt', 40 * megabyte)).toEqual({ status: 200, result: { codice: 'DIMENSIONE_ERROR' } })
  expect(await send('gioco.exe', 5 * megabyte)).toEqual({ status: 200, result: { codice: 'FILE_ESEGUIBILE' } })
  expect((await send('nota.txt', 20 * megabyte)).result.codice).toBe('SUCCESS_ANTIVIRUS')
  await portal.database.pool.query('delete from files')
  await portal.services.files.sweep(new Date(Date.now() + 1000))
})

test('a connection that breaks during an upload leaves nothing behind', async () => {
  const { body, headers } = multipartBody({ name: 'nota.txt', bytes: Buffer.alloc(3 * megabyte, 'a') })
  const before = await connections()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = `POST ${new URL(url()).pathname} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`
  socket.write(head)
  socket.write(body.subarray(0, megabyte))
  await expect.poll(connections).toBe(before + 1)
  socket.destroy()
  await expect.poll(connections).toBe(before)
  await expect.poll(() => filesIn(portal.dataDir)).toEqual([])
  expect((await portal.database.pool.query('select id from files')).rows).toEqual([])
})

const connections = () =>
  new Promise<number>((resolve) => portal.app.server.getConnections((_error, count) => resolve(count)))
