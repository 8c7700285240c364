import { expect, test } from 'vitest'
import { isLongSeries } from '../server/test/series.ts'
import { upgrade } from './upgrade.ts'

test.skipIf(!isLongSeries)(
  'an upgrade from the release before, one node after the other: no call fails',
  { timeout: 600_000 },
  async (context) => {
    const row = await upgrade()
    if (!row) {
      process.stderr.write('\nSKIPPED: this clone has no history, so the release before cannot be built.\n')
      return context.skip()
    }
    const { acknowledged, lost, doubled, wrong, readsRefused, writesRefused } = row
    process.stderr.write(`\nupgrade: ${JSON.stringify(row)}\n`)
    expect({ lost, doubled, wrong, readsRefused, writesRefused }).toEqual({
      lost: [],
      doubled: [],
      wrong: [],
      readsRefused: 0,
      writesRefused: 0,
    })
    expect(acknowledged).toBeGreaterThan(0)
  },
)
