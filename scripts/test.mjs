// npm test: static checks, vitest, the journeys in a browser; ends with one line of counts.
// --changed runs what the uncommitted changes concern, --changed=main what has changed since main; --long the long series.
import './node-version.mjs'
import { rmSync } from 'node:fs'

const { makeReady } = await import('./ready.mjs')
const { CommandError, runTool } = await import('./run.mjs')
const { root } = await import('./stamp.mjs')
const { countsOf, describeRun, readPlaywright, readReport, sumUp } = await import('./test-counts.mjs')

const isLong = process.argv.includes('--long')
const changed = process.argv.find((argument) => /^--changed(=|$)/.test(argument))
/** The commit that a run of changes compares with. */
const base = changed && (changed.split('=')[1] ?? 'HEAD')
const env = { ...process.env, TEST_SERIES: isLong ? 'long' : 'short' }
const reportFile = (name) => `${root}test-results/${name}.json`

/** Runs a test tool with this terminal and reads its report; a tool that fails does not keep the next from running. */
async function runSeries(name, read, args) {
  rmSync(reportFile(name), { force: true })
  const hasEndedWell = await runTool(...args, { env }).then(
    () => true,
    () => false,
  )
  return readReport(reportFile(name), hasEndedWell, read)
}

const vitest = () =>
  runSeries('vitest', undefined, [
    'vitest',
    [
      ...['run', '--reporter=default', '--reporter=./scripts/vitest-report.mjs'],
      ...(base ? [`--changed=${base}`, '--passWithNoTests'] : []),
    ],
  ])

const journeys = () =>
  runSeries('e2e', readPlaywright, [
    'playwright',
    ['test', '--config', 'e2e', '--pass-with-no-tests', ...(base ? [`--only-changed=${base}`] : [])],
  ])

/** Something the tests need is missing: on CI that is a failure, elsewhere it is skipped with a line that says so. */
function without(what) {
  console.error(`\n${process.env.CI ? 'FAILED' : 'SKIPPED'}: there is no ${what}, and it could not be installed.\n`)
  return process.env.CI ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 }
}

async function testEverything() {
  await makeReady()
  const { ensureBrowser, ensureClamd, ensurePostgres } = await import('./test-tools.mjs')
  const { runChecks } = await import('./check.mjs')
  const counts = isLong ? [] : [await runChecks()]
  if (!(await ensurePostgres())) counts.push(without('PostgreSQL'))
  if (!(await ensureClamd())) counts.push(without('clamd'))
  const reports = [await vitest()]
  if (await ensureBrowser()) reports.push(await journeys())
  else counts.push(without('Chromium'))
  if (isLong) counts.push(...(await (await import('./node-versions.mjs')).testNodeVersions()))
  console.log(`\n${describeRun(reports).join('\n')}\n`)
  return sumUp([...counts, ...reports.map(countsOf)])
}

try {
  const { failed, line } = await testEverything()
  process.exitCode = failed > 0 ? 1 : 0
  console.log(line)
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exitCode = 1
  console.log('0 passed, 1 failed')
}
