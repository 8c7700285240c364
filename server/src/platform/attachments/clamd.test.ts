import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findClamd, plantedPattern, startClamd } from '../../../test/clamd-server.ts'
import { clamdScan } from './clamd.ts'

async function* content(text: string, times = 1) {
  for (let count = 0; count < times; count++) yield Buffer.from(text)
}

const servers: Server[] = []
/** A server that handles each connection as the test says. */
async function at(behave: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => behave(socket.on('error', () => {})))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `tcp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

const short = { connectMs: 2000, totalMs: 300 }
const ample = { connectMs: 2000, totalMs: 10_000 }
const megabyte = 'a'.repeat(1024 * 1024)

describe('an antivirus that fails accepts no file', () => {
  test('one that is unreachable', async () => {
    const url = await at(() => {})
    await new Promise((resolve) => servers.pop()?.close(resolve))
    expect(await clamdScan(url, ample)(content('x'))).toBe('away')
  })

  test('one whose connection is never established', async () => {
    // TEST-NET (RFC 5737): packets are dropped, or the network reports at once that there is no route.
    const verdict = await clamdScan('tcp://192.0.2.1:3310', { connectMs: 200, totalMs: 2000 })(content('x'))
    expect(['slow', 'away']).toContain(verdict)
  })

  test('one that never answers', async () => {
    const url = await at((socket) => void sockets.push(socket.resume()))
    expect(await clamdScan(url, short)(content('x'))).toBe('slow')
  })

  test('one that does not even read', async () => {
    const url = await at((socket) => void sockets.push(socket.pause()))
    expect(await clamdScan(url, short)(content(megabyte, 20))).toBe('slow')
  })

  test('one that dies in the middle', async () => {
    const url = await at((socket) => void socket.once('data', () => socket.destroy()))
    expect(await clamdScan(url, ample)(content(megabyte, 20))).toBe('away')
  })

  test('one that disconnects without an answer', async () => {
    const url = await at((socket) => void socket.resume().end())
    expect(await clamdScan(url, ample)(content('x'))).toBe('away')
  })

  // biome-ignore format: a table
  test.each([
    ['stream: OK\0',                                  'clean'],
    ['stream: Win.Test.EICAR_HDB-1 FOUND\0',          'infected'],
    ['stream: Heuristics.Limits.Exceeded FOUND\0',    'infected'],
    ['INSTREAM size limit exceeded. ERROR\0',         'away'],
    ['stream: Not OK\0',                              'away'],
    ['HTTP/1.1 200 OK\0',                             'away'],
    ['OK',                                            'away'],
    ['',                                              'away'],
  ])('the answer %j: %s', async (answer, verdict) => {
    const url = await at((socket) => void socket.once('data', () => socket.end(answer)))
    expect(await clamdScan(url, ample)(content('x'))).toBe(verdict)
  })
})

const isThere = findClamd() !== undefined || process.env.CI !== undefined
if (!isThere)
  process.stderr.write('\nSKIPPED: clamd is not installed; its protocol is tried on made-up answers only.\n\n')

describe.runIf(isThere)('a real clamd', () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>
  beforeAll(async () => {
    clamd = await startClamd()
  })
  afterAll(() => clamd?.stop())

  test('accepts what it does not know, and finds what its signature matches, also at the end of 20 MB', async () => {
    const scan = clamdScan(clamd.url)
    expect(await scan(content('Buongiorno'))).toBe('clean')
    expect(await scan(content(megabyte, 20))).toBe('clean')
    expect(await scan(content(plantedPattern))).toBe('infected')
    expect(
      await scan(
        (async function* () {
          yield* content(megabyte, 19)
          yield* content(plantedPattern)
        })(),
      ),
    ).toBe('infected')
  })
})
