import { expect, test } from 'vitest'
import { countPlaywright, countReport, countVitest, sumUp } from './test-counts.mjs'

const vitestReport = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [] }

test('a report of vitest is counted, and a file that could not be read is a failure', () => {
  const broken = { status: 'failed', assertionResults: [] }
  const failing = { status: 'failed', assertionResults: [{ status: 'failed' }] }
  expect(countVitest({ ...vitestReport, testResults: [failing, broken] })).toEqual({ passed: 5, failed: 2, skipped: 3 })
})

test('a journey that passed when tried again has passed, and an error outside the journeys is a failure', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright({ stats, errors: [{ message: 'no server' }] })).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('a run that left no report, or ended badly with a good one, has failed', () => {
  expect(countReport('/no/report.json', countVitest, false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countReport('/no/report.json', countVitest, true).failed).toBe(0)
})

test('the line tells skipped tests only when there are some', () => {
  const counts = { passed: 2, failed: 0, skipped: 0 }
  expect(sumUp([counts, counts])).toEqual({ failed: 0, line: '4 passed, 0 failed' })
  expect(sumUp([counts, { passed: 1, failed: 3, skipped: 1 }])).toEqual({
    failed: 3,
    line: '3 passed, 3 failed, 1 skipped',
  })
})
