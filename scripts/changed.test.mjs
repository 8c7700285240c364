import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { existingPaths, journeysOf, testsFor } from './changed.mjs'
import { root } from './stamp.mjs'

test.each([
  ['server/src/features/rights/rights.store.ts', ['server/src/features/rights/'], ['protection']],
  ['server/src/features/rights/rights.test.ts', ['server/src/features/rights/rights.test.ts'], []],
  ['web/src/features/report-wizard/steps.ts', ['web/src/features/report-wizard/'], ['report-a-case']],
  ['web/src/ui/button.tsx', ['web/src/ui/'], ['pages']],
  [
    'web/src/list/list-page.tsx',
    ['web/src/features/cases/list/', 'web/src/features/operators/', 'web/src/list/'],
    ['office', 'operators'],
  ],
  [
    'contract/src/audit/audit.ts',
    ['contract/', 'server/src/features/audit/', 'web/src/features/audit/'],
    ['protection'],
  ],
  ['contract/src/texts/it.json', ['contract/', 'web/src/lib/'], []],
  ['e2e/session.spec.ts', [], ['session']],
  ['e2e/languages.long.spec.ts', [], ['languages']],
  [
    'server/migrations/0001-cases.sql',
    ['server/src/platform/database/', 'server/src/wiring/protected-tables.test.ts'],
    [],
  ],
  ['scripts/dev.mjs', ['scripts/'], []],
  ['README.md', [], []],
])('a change of %s selects the tests of its own part', (file, tests, journeys) => {
  expect(testsFor([file])).toEqual({ tests, journeys, everything: [] })
})

test('a change of a file that everything depends on selects the whole run', () => {
  expect(testsFor(['package-lock.json', 'vitest.config.ts', 'README.md'])).toEqual({
    tests: [],
    journeys: [],
    everything: ['package-lock.json', 'vitest.config.ts'],
  })
})

test('several changes of a part select its tests once', () => {
  const { tests, journeys } = testsFor(['server/src/features/batch/a.ts', 'server/src/features/batch/b.ts'])
  expect({ tests, journeys }).toEqual({ tests: ['server/src/features/batch/'], journeys: ['protection'] })
})

test('every feature has its journeys, and their files exist', () => {
  const isNoFeature = new Set(['kit', 'texts', '__snapshots__', 'platform'])
  const folders = ['contract/src', 'server/src/features', 'web/src/features'].flatMap((parent) =>
    readdirSync(root + parent, { withFileTypes: true }).filter((entry) => entry.isDirectory()),
  )
  const features = [...new Set(folders.map(({ name }) => name))].filter((name) => !isNoFeature.has(name))
  expect(Object.keys(journeysOf).sort()).toEqual(features.sort())
  const missing = Object.values(journeysOf)
    .flat()
    .filter((name) => !existsSync(`${root}e2e/${name}.spec.ts`))
  expect(missing).toEqual([])
})

test('folders that do not exist are left out', () => {
  expect(existingPaths(['scripts/', 'web/src/features/batch/', 'web/src/features/not-there/'])).toEqual([
    'scripts/',
    'web/src/features/batch/',
  ])
})
