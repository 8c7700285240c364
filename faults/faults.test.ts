import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongSeries } from '../server/test/series.ts'
import { type FaultName, faultNames } from './faults.ts'
import { type Installation, startInstallation } from './installation.ts'
import { runFault } from './run-fault.ts'

/** The short series has those that every installation meets. */
const chosen: readonly FaultName[] = isLongSeries
  ? faultNames
  : ['switch-over', 'kill -9 of the leader', 'kill -9 of a node']

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
}, 180_000)
afterAll(() => installation?.stop())

test.each(chosen)('%s: nothing that was acknowledged is lost, doubled or wrong', { timeout: 300_000 }, async (name) => {
  const { lost, doubled, wrong, acknowledged, ...figures } = await runFault(installation, name)
  process.stderr.write(`\n${name}: ${JSON.stringify({ acknowledged, ...figures })}\n`)
  expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] })
  expect(acknowledged).toBeGreaterThan(0)
})
