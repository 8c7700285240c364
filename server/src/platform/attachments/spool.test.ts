import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSpooled, removeOldSpools, spool, spoolContent, streamSpooled } from './spool.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portale-spool-'))
})
afterAll(() => rm(folder, { recursive: true }))

const content = randomBytes(200_001)
async function* chunks(bytes: Buffer, size = 7001) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('a file during its inspection is sealed, opens at any offset, and is deleted at its end', async () => {
  const file = await spool(folder, chunks(content), content.length)
  if (!file) throw new Error('too large')
  expect((await readFile(file.handle.path)).includes(content.subarray(0, 16))).toBe(false)
  expect(file.size).toBe(content.length)
  expect(file.digest).toBe(createHash('sha256').update(content).digest('hex'))
  const opened = openSpooled(file.handle)
  const places: [number, number][] = [
    [0, 1],
    [1, 40],
    [15, 2],
    [65_535, 70_000],
    [200_000, 50],
    [300_000, 5],
    [17, 0],
  ]
  for (const [at, length] of places)
    expect(opened.read(at, length).equals(content.subarray(at, at + length)), `${at}`).toBe(true)
  const parts: Buffer[] = []
  for await (const part of file.stream()) parts.push(part)
  expect(Buffer.concat(parts).equals(content)).toBe(true)
  expect(Buffer.concat([...opened.windows()]).equals(content)).toBe(true)
  expect(Buffer.concat([...opened.windows(70_000, 70_010)]).equals(content.subarray(70_000, 70_010))).toBe(true)
  opened.close()
  await file.close()
  expect(await readdir(folder)).toEqual([])
})

test('what a file contains is sealed beside it, and is deleted with it', async () => {
  const file = await spool(folder, chunks(content), content.length)
  if (!file) throw new Error('too large')
  const inner = [content.subarray(0, 100_000), Buffer.from('due')]
  const handles = inner.map((bytes, index) => spoolContent(file.handle, index, bytes))
  for (const [index, handle] of handles.entries()) {
    const parts: Buffer[] = []
    for await (const part of streamSpooled(handle)) parts.push(part)
    expect(inner[index]?.equals(Buffer.concat(parts))).toBe(true)
    expect((await readFile(handle.path)).includes(inner[index]?.subarray(0, 16) ?? '')).toBe(false)
  }
  await file.close()
  expect(await readdir(folder)).toEqual([])
})

test('one byte too many discards the file; an error of the sender is rethrown', async () => {
  expect(await spool(folder, chunks(content), content.length - 1)).toBeUndefined()
  const broken = async function* () {
    yield content
    throw new Error('gone')
  }
  await expect(spool(folder, broken(), 1_000_000)).rejects.toThrow('gone')
  expect(await readdir(folder)).toEqual([])
})

test('what remains of a server that was killed is deleted after a day', async () => {
  const now = Date.now()
  const hour = 60 * 60 * 1000
  for (const [name, age] of [
    ['old', 25],
    ['recent', 23],
  ] as const) {
    await writeFile(join(folder, name), 'sealed')
    const changed = new Date(now - age * hour)
    await utimes(join(folder, name), changed, changed)
  }
  await removeOldSpools(folder, now)
  expect(await readdir(folder)).toEqual(['recent'])
  await removeOldSpools(join(folder, 'absent'), now)
})
