// npm test: static checks, vitest on both databases, the journeys in a browser; ends with one line of counts.
// --long runs the long series instead: *.long.test.ts and *.long.spec.ts.
import './node-version.mjs'
import { rmSync } from 'node:fs'

const { makeReady } = await import('./ready.mjs')
const { CommandError, runTool } = await import('./run.mjs')
const { root } = await import('./stamp.mjs')
const { countPlaywright, countReport, countVitest, sumUp } = await import('./test-counts.mjs')

const isLong = process.argv.includes('--long')
const env = { ...process.env, TEST_SERIES: isLong ? 'long' : 'short' }
const report = (name) => `${root}test-results/${name}.json`

/** Runs a test tool with this terminal and counts its report; a tool that fails does not keep the next from running. */
async function runSeries(name, count, args) {
  rmSync(report(name), { force: true })
  const hasEndedWell = await runTool(...args, { env }).then(
    () => true,
    () => false,
  )
  return countReport(report(name), count, hasEndedWell)
}

const vitest = () =>
  runSeries('vitest', countVitest, [
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`],
  ])

const journeys = () =>
  runSeries('e2e', countPlaywright, ['playwright', ['test', '--config', 'e2e', '--pass-with-no-tests']])

/** Something the tests need is missing: on CI that is a failure, elsewhere it is said aloud. */
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
  counts.push(await vitest())
  counts.push((await ensureBrowser()) ? await journeys() : without('Chromium'))
  return sumUp(counts)
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
