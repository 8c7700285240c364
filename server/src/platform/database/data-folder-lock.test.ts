import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from './data-folder-lock.ts'
import { runFixture } from './fixtures/run.ts'

interface Reply {
  ok: boolean
  message?: string
}

let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portale-lock-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

async function startProcess(): Promise<ChildProcess> {
  const child = runFixture('lock-process.ts')
  children.push(child)
  await once(child, 'message')
  return child
}

async function tell(child: ChildProcess, request: { folder?: string }): Promise<Reply> {
  child.send(request)
  const [reply] = await once(child, 'message')
  return reply
}

test('a second lock is refused with the folder and the pid, until the first is released', async () => {
  const first = await lockDataFolder(folder)
  await expect(lockDataFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by another program (process ${process.pid}).`,
  )
  await first.release()
  await first.release()
  const second = await lockDataFolder(folder)
  await second.release()
  expect(await readdir(folder)).toEqual([])
})

test('another process is refused with the pid of the holder', async () => {
  const lock = await lockDataFolder(folder)
  const child = await startProcess()
  const reply = await tell(child, { folder })
  expect(reply).toEqual({ ok: false, message: expect.stringContaining(`(process ${process.pid})`) })
  await lock.release()
  expect(await tell(child, { folder })).toEqual({ ok: true })
})

test('a killed holder frees the folder at once, and its socket is removed', async () => {
  const child = await startProcess()
  expect(await tell(child, { folder })).toEqual({ ok: true })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await readdir(folder)).toHaveLength(1)
  const lock = await lockDataFolder(folder)
  expect(await readdir(folder)).toHaveLength(1)
  await lock.release()
})

test('of eight processes that request the folder at once, exactly one gets it, each time', async () => {
  const processes = await Promise.all(Array.from({ length: 8 }, startProcess))
  for (let round = 0; round < 12; round++) {
    const replies = await Promise.all(processes.map((child) => tell(child, { folder })))
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1)
    const winner = processes[replies.findIndex((reply) => reply.ok)]
    if (winner) await tell(winner, {})
  }
}, 60_000)

test('a folder with a path too long for a socket is locked like any other', async () => {
  const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60), 'c'.repeat(60))
  await mkdir(deep, { recursive: true })
  const lock = await lockDataFolder(deep)
  await expect(lockDataFolder(deep)).rejects.toThrow(`The data folder ${deep} is in use`)
  const child = await startProcess()
  expect(await tell(child, { folder: deep })).toMatchObject({ ok: false })
  await lock.release()
  expect(await tell(child, { folder: deep })).toEqual({ ok: true })
})

test('a folder that cannot hold a socket is refused with a sentence', async () => {
  await expect(lockDataFolder(join(folder, 'missing'))).rejects.toThrow(/cannot be locked/)
})
