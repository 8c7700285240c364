import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killWhileInserting } from './fixtures/kill-while-inserting.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portale-kill-'))
})

afterAll(() => rm(root, { recursive: true }))

test('every acknowledged row survives thirty kills in a row', async () => {
  for (let round = 0; round < 30; round++) {
    const { acknowledged, missing } = await killWhileInserting(root, 50 + Math.random() * 3000)
    expect(acknowledged).toBeGreaterThan(0)
    expect(missing).toEqual([])
  }
}, 1_200_000)
