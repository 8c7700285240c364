import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killWhileSubmitting } from './kill-while-submitting.ts'
import { clientOf } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

test('twenty kills in a row lose no acknowledged report and duplicate no number', async () => {
  for (let round = 0; round < 20; round++) {
    const { acknowledged, unanswered, ...aftermath } = await killWhileSubmitting(
      { dataDir: folder.path },
      Math.random() * 1500,
    )
    expect({ round, ...aftermath }).toEqual({ round, lost: [], wrongRepeats: [], shared: [] })
    expect(acknowledged).toBeGreaterThan(0)
    expect(unanswered).toBeGreaterThan(0)
  }
}, 600_000)

test('locks its folder: a second server reports it and ends, and the first continues', async () => {
  const server = spawnServer({ dataDir: folder.path })
  const client = clientOf(await server.ready)
  const second = spawnServer({ dataDir: folder.path })
  expect(await second.ended).toBe(1)
  expect(second.stderr()).toContain(
    `The data folder ${folder.path} is in use by another program (process ${server.pid}).`,
  )
  expect((await client.submit()).status).toBe(200)
  expect(await server.stop()).toBe(0)
}, 60_000)

test('a start that is stopped or killed at any moment leaves a usable folder', async () => {
  const fresh = await temporaryFolder()
  for (let round = 0; round < 16; round++) {
    const server = spawnServer({ dataDir: fresh.path })
    await delay(Math.random() * 2000)
    server.signal(round % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
    await server.ended
  }
  const server = spawnServer({ dataDir: fresh.path })
  expect((await clientOf(await server.ready).submit()).status).toBe(200)
  expect(await server.stop()).toBe(0)
  await fresh.remove()
}, 120_000)

test('twenty stops while mails are sent end with code 0 and lose no report', async () => {
  for (let round = 0; round < 20; round++) {
    const server = spawnServer({ dataDir: folder.path })
    const client = clientOf(await server.ready)
    const answers = await Promise.all(Array.from({ length: 32 }, () => client.submit()))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await delay(Math.random() * 1200)
    expect({ round, end: await server.stop(), stderr: server.stderr() }).toEqual({ round, end: 0, stderr: '' })
  }
}, 300_000)
