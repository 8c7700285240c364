// The reports of the test tools in one shape: { files: [{ project, file, seconds, passed,
// failed, skipped, flaky, failures }], errors }. `flaky` are titles, `failures` titles with the start of their error; `errors` are those
// outside the tests, as texts.
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const noReport = { files: [], errors: [] }

/** The tests of a suite of Playwright's JSON report, including its nested suites. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** Converts Playwright's JSON report to the common shape. `flaky` are tests that failed and passed on a retry. */
export function readPlaywright({ suites, errors }) {
  const tests = suites.flatMap((suite) =>
    specsOf(suite).flatMap(({ title, tests: runs }) => runs.map((run) => ({ file: suite.file, title, ...run }))),
  )
  const groups = groupBy(tests, ({ projectName, file }) => `${projectName} ${file}`)
  const files = [...groups.values()].map((ofFile) => {
    const count = (status) => ofFile.filter((test) => test.status === status).length
    const results = ofFile.flatMap(({ results: each }) => each)
    return {
      project: ofFile[0].projectName,
      file: `e2e/${ofFile[0].file}`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      passed: count('expected') + count('flaky'),
      failed: count('unexpected'),
      skipped: count('skipped'),
      flaky: ofFile.filter(({ status }) => status === 'flaky').map(({ title }) => title),
      failures: ofFile
        .filter(({ status }) => status === 'unexpected')
        .map(({ title, results: ownResults }) => failureOf(title, ownResults.at(-1)?.error?.message)),
    }
  })
  return { files, errors: errors.map(({ message }) => failureOf('outside the journeys', message)) }
}

const maxErrorLines = 8

/** The title of a failed test and the start of its error, without the colours of a terminal. */
export function failureOf(title, message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  return [title, ...lines.filter((line) => line.trim() !== '').slice(0, maxErrorLines)].join('\n    ')
}

function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/**
 * Reads a report's file; `read` converts it to the common shape. A run with a failed exit counts as failed even if its
 * report has no failure.
 */
export function readReport(file, hasEndedWell, read = (report) => report) {
  const report = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : noReport
  const failed = countsOf(report).failed
  return hasEndedWell || failed > 0
    ? report
    : { ...report, errors: ['The tool ended with an error and reported none.'] }
}

const sum = (rows, key) => rows.reduce((total, row) => total + row[key], 0)

/** How many tests of a report passed, failed and were skipped. */
export const countsOf = ({ files, errors }) => ({
  passed: sum(files, 'passed'),
  failed: sum(files, 'failed') + errors.length,
  skipped: sum(files, 'skipped'),
})

/** The number of failed tests, and the last line of the run's output. */
export function sumUp(counts) {
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) => sum(counts, key))
  return { failed, line: `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}` }
}

const maxSlowest = 20

/**
 * A readable summary in lines: each project's tests and time, the slowest files, and every test that needed a retry or
 * failed. What failed comes last, since of a long output often only the end is kept.
 */
export function describeRun(reports) {
  const files = reports.flatMap((report) => report.files)
  const projects = [...new Set(files.map(({ project }) => project))]
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, maxSlowest)
  const flaky = files.flatMap(({ file, flaky: titles }) => titles.map((title) => `${file} › ${title}`))
  const failures = files.flatMap(({ file, failures: own }) => own.map((failure) => `${file} › ${failure}`))
  const errors = reports.flatMap((report) => report.errors)
  const inProject = (name) => files.filter(({ project }) => project === name)
  return [
    ...projects.map((name) => {
      const own = inProject(name)
      const tests = sum(own, 'passed') + sum(own, 'failed')
      return `${name.padEnd(9)} ${String(own.length).padStart(4)} files ${String(tests).padStart(5)} tests ${sum(own, 'seconds').toFixed(0).padStart(5)} s`
    }),
    '',
    `The slowest ${slowest.length} files:`,
    ...slowest.map(({ seconds, project, file }) => `${seconds.toFixed(1).padStart(6)} s  ${project.padEnd(9)} ${file}`),
    '',
    flaky.length === 0 ? 'Flaky: none.' : `Flaky, passed at the second try: ${flaky.length}`,
    ...flaky.map((title) => `  ${title}`),
    ...[...failures, ...errors].map((failure) => `\nFailed: ${failure}`),
  ]
}
