import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongSeries } from '../../../test/series.ts'
import { killWhileInserting } from './fixtures/kill-while-inserting.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portale-kill-'))
})

afterAll(() => rm(root, { recursive: true }))

const rounds = isLongSeries ? 5 : 1

test('every acknowledged row survives a kill of the process', async () => {
  for (let round = 0; round < rounds; round++) {
    const { acknowledged, missing } = await killWhileInserting(root, 300 + round * 200)
    expect(acknowledged).toBeGreaterThan(0)
    expect(missing).toEqual([])
  }
}, 60_000)
