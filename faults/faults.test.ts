import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongSeries } from '../server/test/series.ts'
import { type Fault, type FaultName, faults } from './faults.ts'
import { type Installation, startInstallation } from './installation.ts'
import { drawPairs } from './pairs.ts'
import { isAsItMustBe, runFault } from './run-fault.ts'

/** The short series has those that every installation meets. */
const short: readonly FaultName[] = ['switch-over', 'kill -9 of the leader', 'kill -9 of a node']
const seed = Math.floor(Math.random() * 1_000_000)
const chosen: readonly [string, Fault][] = isLongSeries
  ? [...Object.entries(faults), ...Object.entries(drawPairs(3, seed))]
  : short.map((name) => [name, faults[name]])

let installation: Installation
beforeAll(async () => {
  process.stderr.write(`\nSeed of the pairs: ${seed}\n`)
  installation = await startInstallation()
}, 180_000)
afterAll(() => installation?.stop())

test.each(chosen)(
  '%s: nothing that was acknowledged is lost, doubled or wrong',
  { timeout: 600_000 },
  async (name, fault) => {
    const row = await runFault(installation, fault)
    const { lost, doubled, wrong, acknowledged, ...figures } = row
    process.stderr.write(`\n${name}: ${JSON.stringify({ acknowledged, lost: lost.length, ...figures })}\n`)
    if (!isAsItMustBe(row, fault)) expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] })
    expect(acknowledged).toBeGreaterThan(0)
  },
)
