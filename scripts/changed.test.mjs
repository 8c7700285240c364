import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { concernsOf, journeysOf, present } from './changed.mjs'
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
  ['server/migrations/0001-cases.sql', ['server/src/platform/database/', 'server/src/protected-tables.test.ts'], []],
  ['scripts/dev.mjs', ['scripts/'], []],
  ['README.md', [], []],
])('a change of %s concerns its own part', (file, tests, journeys) => {
  expect(concernsOf([file])).toEqual({ tests, journeys, everything: [] })
})

test('a change of what all is made of concerns everything', () => {
  expect(concernsOf(['package-lock.json', 'vitest.config.ts', 'README.md'])).toEqual({
    tests: [],
    journeys: [],
    everything: ['package-lock.json', 'vitest.config.ts'],
  })
})

test('several changes concern each part once', () => {
  const { tests, journeys } = concernsOf(['server/src/features/batch/a.ts', 'server/src/features/batch/b.ts'])
  expect({ tests, journeys }).toEqual({ tests: ['server/src/features/batch/'], journeys: ['protection'] })
})

test('every feature has its journeys, and they are there', () => {
  const isNoFeature = new Set(['associations', 'kit', 'texts', '__snapshots__', 'platform'])
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

test('folders that are not there are left out', () => {
  expect(present(['scripts/', 'web/src/features/batch/', 'web/src/features/not-there/'])).toEqual([
    'scripts/',
    'web/src/features/batch/',
  ])
})
