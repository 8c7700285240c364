// npm test: static checks, vitest, the journeys in a browser; ends with one line of counts.
// --changed runs the tests for uncommitted changes, --changed=main those for changes since main; --long runs the long series.
import './node-version.mjs'
import { rmSync } from 'node:fs'

const { makeInstalled, makeReady } = await import('./ready.mjs')
const { CommandError, runTool } = await import('./run.mjs')
const { root } = await import('./stamp.mjs')
const { forgetCoverage } = await import('./coverage.mjs')
const { countsOf, describeRun, readPlaywright, readReport, sumUp } = await import('./test-counts.mjs')

const isLong = process.argv.includes('--long')
const changed = process.argv.find((argument) => /^--changed(=|$)/.test(argument))
/** The commit to compare with under --changed. */
const base = changed && (changed.split('=')[1] ?? 'HEAD')
const env = { ...process.env, TEST_SERIES: isLong ? 'long' : 'short' }
const reportFile = (name) => `${root}test-results/${name}.json`

/** Runs a test tool with this terminal and reads its report; a failing tool does not stop the next one. */
async function runSeries(name, read, args) {
  rmSync(reportFile(name), { force: true })
  const hasEndedWell = await runTool(...args, { env: { ...env, TEST_REPORT: name } }).then(
    () => true,
    () => false,
  )
  return readReport(reportFile(name), hasEndedWell, read)
}

const vitest = (more = [], name = 'vitest') =>
  runSeries(name, undefined, [
    'vitest',
    ['run', '--reporter=default', '--reporter=./scripts/vitest-report.mjs', ...more],
  ])

/** The faults of an installation of several machines: after the others, since they measure how long it is away. */
const faults = () => vitest(['--config', 'faults/vitest.config.ts'], 'faults')

const journeys = (more = []) => runSeries('e2e', readPlaywright, ['playwright', ['test', '--config', 'e2e', ...more]])

/** Reports a missing tool; returns one failure on CI, one skipped test elsewhere. */
function countMissing(what) {
  console.error(`\n${process.env.CI ? 'FAILED' : 'SKIPPED'}: there is no ${what}, and it could not be installed.\n`)
  return process.env.CI ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 }
}

/** Runs the tests for the changes since `base`: on PostgreSQL only, and without the checks of the whole tree. */
async function testChanges() {
  const { existingPaths, filesChangedSince, testsFor } = await import('./changed.mjs')
  const { tests, journeys: names, everything } = testsFor(filesChangedSince(base))
  const folders = existingPaths(tests)
  console.log(`Selected: ${[...folders, ...names.map((name) => `e2e/${name}`)].join(', ') || 'no test'}`)
  if (everything.length > 0) console.log(`Need the whole npm test: ${everything.join(', ')}`)
  if (folders.length + names.length > 0) await makeReady()
  const { runChecks } = await import('./check.mjs')
  const { ensureBrowser, ensurePostgres } = await import('./test-tools.mjs')
  const reports = [await runChecks({ isQuick: true })]
  forgetCoverage()
  const counts = []
  if (folders.some((folder) => folder.startsWith('server/')) && !(await ensurePostgres()))
    counts.push(countMissing('PostgreSQL'))
  const projects = ['unit', 'app', 'web'].flatMap((name) => ['--project', name])
  if (folders.length > 0) reports.push(await vitest([...projects, '--passWithNoTests', ...folders]))
  if (names.length > 0 && (await ensureBrowser()))
    reports.push(await journeys(names.map((name) => `/${name}\\.(long\\.)?spec`)))
  else if (names.length > 0) counts.push(countMissing('Chromium'))
  reports.push(await compareWithTable({ isWhole: false }))
  return report(reports, counts)
}

/** Whether the tests covered what docs/conformance.tsv says of them, as a report. */
async function compareWithTable({ isWhole }) {
  const { errorsOfLastRun } = await import('./conformance.mjs')
  return { files: [], errors: errorsOfLastRun({ isWhole }) }
}

/** Prints what ran, and sums it up. */
function report(reports, counts) {
  console.log(`\n${describeRun(reports).join('\n')}\n`)
  return sumUp([...counts, ...reports.map(countsOf)])
}

async function testEverything() {
  await makeInstalled()
  const { ensureTools } = await import('./test-tools.mjs')
  // System packages are installed while the site is built and checked.
  const tools = ensureTools()
  await makeReady()
  const { runChecks } = await import('./check.mjs')
  const reports = isLong ? [] : [await runChecks()]
  const counts = []
  const { hasBrowser, hasClamd, hasDovecot, hasFaultTools, hasPdftotext, hasPgBouncer, hasPostgres } = await tools
  if (!hasPostgres) counts.push(countMissing('PostgreSQL'))
  if (!hasClamd) counts.push(countMissing('clamd'))
  if (!hasPgBouncer) counts.push(countMissing('PgBouncer'))
  if (!hasDovecot) counts.push(countMissing('Dovecot'))
  if (!hasPdftotext) counts.push(countMissing('pdftotext'))
  forgetCoverage()
  reports.push(await vitest())
  if (hasBrowser) reports.push(await journeys())
  else counts.push(countMissing('Chromium'))
  if (hasFaultTools) reports.push(await faults())
  else counts.push(countMissing('Patroni, etcd, HAProxy or right to start them as root'))
  reports.push(await compareWithTable({ isWhole: !isLong && counts.length === 0 }))
  if (isLong) counts.push(...(await (await import('./node-versions.mjs')).testNodeVersions()))
  return report(reports, counts)
}

try {
  const { failed, line } = await (base ? testChanges() : testEverything())
  process.exitCode = failed > 0 ? 1 : 0
  console.log(line)
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exitCode = 1
  console.log('0 passed, 1 failed')
}
