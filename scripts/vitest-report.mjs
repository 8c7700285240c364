// A reporter of vitest: writes the counts of the run to test-results/vitest.json, or the file that TEST_REPORT names, in the shape of test-counts.mjs.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { root } from './stamp.mjs'
import { failureOf } from './test-counts.mjs'

const isSkipped = ({ state }) => state === 'skipped' || state === 'pending'

/** The tests of one file of one project by result, and their duration. A file that fails to load counts as one failure. */
function summaryOf(module) {
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    result: test.result(),
    isFlaky: test.diagnostic()?.flaky ?? false,
  }))
  const failures = tests.filter(({ result }) => result.state === 'failed')
  const hasFailedOutsideTests = module.state() === 'failed' && failures.length === 0
  return {
    project: module.project.name,
    file: relative(root, module.moduleId),
    seconds: module.diagnostic().duration / 1000,
    passed: tests.filter(({ result }) => result.state === 'passed').length,
    failed: hasFailedOutsideTests ? 1 : failures.length,
    skipped: tests.filter(({ result }) => isSkipped(result)).length,
    flaky: tests.filter(({ isFlaky }) => isFlaky).map(({ name }) => name),
    failures: hasFailedOutsideTests
      ? [failureOf('the file', module.errors()[0]?.message)]
      : failures.map(({ name, result }) => failureOf(name, result.errors[0]?.message)),
  }
}

const reportFile = `${root}test-results/${process.env.TEST_REPORT ?? 'vitest'}.json`

export default class Report {
  onTestRunEnd(modules, unhandledErrors) {
    mkdirSync(dirname(reportFile), { recursive: true })
    writeFileSync(
      reportFile,
      JSON.stringify({
        files: modules.map(summaryOf),
        errors: unhandledErrors.map(({ message }) => failureOf('outside the tests', message)),
      }),
    )
  }
}
