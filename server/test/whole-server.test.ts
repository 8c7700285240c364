import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerDatabase, serverDatabase } from './engines.ts'
import { killWhileSubmitting } from './kill-while-submitting.ts'
import { reportOnWire } from './make.ts'
import { clientOf, listedCodes } from './run-client.ts'
import { type ServerProcess, spawnServer, temporaryFolder } from './run-server.ts'

// One database, three servers: first start, restart, kill. The tests depend on their order.
describe('the server as a process', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let database: ServerDatabase
  let server: ServerProcess
  let api: string
  const start = async () => {
    server = spawnServer({ dataDir: folder.path, env: database.env })
    api = await server.ready
  }
  beforeAll(async () => {
    folder = await temporaryFolder()
    database = await serverDatabase()
    await start()
  })
  afterAll(async () => {
    await server.stop()
    await database.remove()
    await folder.remove()
  })

  test('answers 64 reports sent at once with 64 distinct codes', async () => {
    const client = clientOf(api)
    const answers = await Promise.all(Array.from({ length: 64 }, () => client.submit()))
    expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(200))
    expect(new Set(answers.map(({ body }) => body.result.codice)).size).toBe(64)
  })

  test('on a port in use reports the port and ends', async () => {
    const other = await temporaryFolder()
    const { port } = new URL(api)
    const second = spawnServer({ dataDir: other.path, env: { ...database.env, PORT: port } })
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toContain(port)
    await other.remove()
  })

  let before: string[]

  test('stopped while idle ends by itself, whatever connections browsers keep open', async () => {
    before = await listedCodes(clientOf(api))
    const agent = new Agent({ keepAlive: true })
    await send(agent, `${api}/health/ready`)
    // Browsers open connections in advance.
    const unused = connect(Number(new URL(api).port), '127.0.0.1')
    await once(unused, 'connect')
    // A server that did not end by itself would show 'SIGKILL'.
    expect(await server.stop()).toBe(0)
    unused.destroy()
    agent.destroy()
  })

  test('has every report after a restart', async () => {
    await start()
    expect((await listedCodes(clientOf(api))).sort()).toEqual(before.sort())
    expect(before).toHaveLength(64)
  })

  test('stopped twice finishes the running requests and ends', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 16 })
    await Promise.all(Array.from({ length: 16 }, () => send(agent, `${api}/health/ready`)))
    const body = JSON.stringify(reportOnWire())
    const client = clientOf(api)
    const cookies = await Promise.all(Array.from({ length: 16 }, () => client.solveCaptcha()))
    const underWay = cookies.map((cookie) => send(agent, `${api}/v1/noauth/segnalazione`, { body, cookie }))
    await Promise.race(underWay)
    server.signal('SIGTERM')
    await expect.poll(() => refusesCalls(api), { interval: 5 }).toBe(true)
    server.signal('SIGTERM')
    expect(await Promise.all(underWay)).toEqual(Array(16).fill(200))
    expect({ end: await server.stop(), stderr: server.stderr() }).toEqual({ end: 0, stderr: '' })
    agent.destroy()
  })

  test('stopped while it draws captchas ahead of need ends by itself', async () => {
    server = spawnServer({ dataDir: folder.path, env: { ...database.env, CAPTCHA_FIXED: '' } })
    const { status } = await fetch(`${await server.ready}/v1/captcha?type=image`)
    expect({ status, end: await server.stop(), stderr: server.stderr() }).toEqual({ status: 200, end: 0, stderr: '' })
  })

  test('killed during submissions has every acknowledged report at the next start, no duplicate number, and the same answers to repeats', async () => {
    const { acknowledged, unanswered, ...aftermath } = await killWhileSubmitting(
      { dataDir: folder.path, env: database.env },
      500,
    )
    expect(aftermath).toEqual({ lost: [], wrongRepeats: [], shared: [] })
    expect(acknowledged).toBeGreaterThan(0)
    expect(unanswered).toBeGreaterThan(0)
  }, 60_000)
})

/** True if nothing listens at the address, which means that the server is stopping. */
function refusesCalls(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('error', () => resolve(true))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })
}

/** Sends a request over the agent's connections; returns the status. */
async function send(agent: Agent, url: string, report?: { body: string; cookie: string }): Promise<number> {
  const headers = report ? { 'content-type': 'application/json', cookie: report.cookie } : {}
  const sent = request(url, { agent, headers, method: report ? 'POST' : 'GET' })
  sent.end(report?.body)
  const [reply] = await once(sent, 'response')
  reply.resume()
  await once(reply, 'end')
  return reply.statusCode
}
