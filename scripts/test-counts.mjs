import { existsSync, readFileSync } from 'node:fs'

const nothing = { passed: 0, failed: 0, skipped: 0 }

/** What vitest's JSON report counts; a file that could not even be read is one failure. */
export function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const isBroken = ({ status, assertionResults }) =>
    status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
  const failed = numFailedTests + testResults.filter(isBroken).length
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }
}

/** What Playwright's JSON report counts; errors outside a test are failures too. Its list names what passed at the second try. */
export const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
})

/** Counts a report's file. A run that ended badly has failed, whatever its report says or if there is none. */
export function countReport(file, count, hasEndedWell) {
  const counts = existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : nothing
  return { ...counts, failed: hasEndedWell ? counts.failed : Math.max(counts.failed, 1) }
}

/** The sum, and the one line that tells it. */
export function sumUp(counts) {
  const sum = (key) => counts.reduce((total, each) => total + each[key], 0)
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum)
  return { failed, line: `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}` }
}
