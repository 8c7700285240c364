import { expect, test } from 'vitest'
import { countsOf, describeRun, failureOf, readPlaywright, readReport, sumUp } from './test-counts.mjs'

const file = {
  project: 'app',
  file: 'a.test.ts',
  seconds: 2,
  passed: 5,
  failed: 1,
  skipped: 3,
  flaky: [],
  failures: [],
}

test('a journey that passed on a retry has passed and is flaky; an error outside the journeys is a failure', () => {
  const run = (status, ...durations) => ({
    projectName: 'desktop',
    status,
    results: durations.map((duration) => ({ duration, error: { message: '\u001b[31mno button\u001b[39m' } })),
  })
  const specs = [
    { title: 'one', tests: [run('expected', 1000), run('skipped', 0)] },
    { title: 'two', tests: [run('unexpected', 500)] },
  ]
  const inner = { specs: [{ title: 'three', tests: [run('flaky', 1500, 1000)] }] }
  const report = readPlaywright({
    suites: [{ file: 'a.spec.ts', specs, suites: [inner] }],
    errors: [{ message: 'no server' }],
  })
  expect(report.files).toEqual([
    {
      project: 'desktop',
      file: 'e2e/a.spec.ts',
      seconds: 4,
      passed: 2,
      failed: 1,
      skipped: 1,
      flaky: ['three'],
      failures: ['two\n    no button'],
    },
  ])
  expect(report.errors).toEqual(['outside the journeys\n    no server'])
  expect(countsOf(report)).toEqual({ passed: 2, failed: 2, skipped: 1 })
})

test('a run without a report, or with a failed exit, has failed', () => {
  expect(countsOf(readReport('/no/report.json', false))).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countsOf(readReport('/no/report.json', true)).failed).toBe(0)
})

test('the last line counts skipped tests only if there are some', () => {
  const counts = { passed: 2, failed: 0, skipped: 0 }
  expect(sumUp([counts, counts])).toEqual({ failed: 0, line: '4 passed, 0 failed' })
  expect(sumUp([counts, { passed: 1, failed: 3, skipped: 1 }])).toEqual({
    failed: 3,
    line: '3 passed, 3 failed, 1 skipped',
  })
})

test('the description has each project, the slowest files first, and every flaky test by name', () => {
  const slow = { ...file, file: 'slow.test.ts', seconds: 9, flaky: ['waits'] }
  const lines = describeRun([{ files: [file, slow], errors: [] }])
  expect(lines[0]).toBe('app          2 files    12 tests    11 s')
  expect(lines.findIndex((line) => line.includes('slow.test.ts'))).toBeLessThan(
    lines.findIndex((line) => line.includes('a.test.ts')),
  )
  expect(lines.slice(-2)).toEqual(['Flaky, passed at the second try: 1', '  slow.test.ts › waits'])
})

test('the description ends with every failed test and the start of its error, and with errors outside the tests', () => {
  const failures = [failureOf('counts', `expected 1\n\n${'at a line\n'.repeat(20)}`)]
  const lines = describeRun([{ files: [{ ...file, failures }], errors: ['outside the tests'] }])
  expect(lines.slice(-2)).toEqual([
    `\nFailed: a.test.ts › counts\n    expected 1${'\n    at a line'.repeat(7)}`,
    '\nFailed: outside the tests',
  ])
})
