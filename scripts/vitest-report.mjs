// A reporter of vitest: writes the counts of the run to test-results/vitest.json, in the shape of test-counts.mjs.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { root } from './stamp.mjs'

const isSkipped = ({ state }) => state === 'skipped' || state === 'pending'

/** The tests of one file of one project by result, and their duration. A file that fails to load counts as one failure. */
function summaryOf(module) {
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    result: test.result(),
    isFlaky: test.diagnostic()?.flaky ?? false,
  }))
  const failed = tests.filter(({ result }) => result.state === 'failed').length
  return {
    project: module.project.name,
    file: relative(root, module.moduleId),
    seconds: module.diagnostic().duration / 1000,
    passed: tests.filter(({ result }) => result.state === 'passed').length,
    failed: module.state() === 'failed' ? Math.max(failed, 1) : failed,
    skipped: tests.filter(({ result }) => isSkipped(result)).length,
    flaky: tests.filter(({ isFlaky }) => isFlaky).map(({ name }) => name),
  }
}

const reportFile = `${root}test-results/vitest.json`

export default class Report {
  onTestRunEnd(modules, unhandledErrors) {
    mkdirSync(dirname(reportFile), { recursive: true })
    writeFileSync(reportFile, JSON.stringify({ files: modules.map(summaryOf), errors: unhandledErrors.length }))
  }
}
