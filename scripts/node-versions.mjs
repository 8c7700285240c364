// npm run test:nodes: runs the projects unit and app, and a start, with every supported version of Node; part of the long
// series. It installs the versions from the npm package `node` into .cache; arguments choose some of them: -- 22 24
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { makeReady } = await import('./ready.mjs')
const { findFreePort } = await import('./free-port.mjs')
const { waitForGreeting } = await import('./greeting.mjs')
const { npm, run, toolFile } = await import('./run.mjs')
const { root } = await import('./stamp.mjs')
const { countsOf, readReport, sumUp } = await import('./test-counts.mjs')

/** The oldest supported version, and the later ones with long-term support. */
const supported = ['20.19', '22', '24']

/** Installs a version of Node in .cache; returns the path of its program. */
async function installNode(version) {
  const folder = `${root}.cache/node-${version}`
  const program = `${folder}/node_modules/node/bin/node`
  if (!existsSync(program))
    await run(npm, ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `node@${version}`], {
      isQuiet: true,
    })
  return program
}

/** The environment in which `node` is this program, also for processes that the tests start. */
const withNode = (program) => ({ ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` })

async function runTests(program) {
  const args = [
    'run',
    '--project',
    'unit',
    '--project',
    'app',
    '--reporter=dot',
    '--reporter=./scripts/vitest-report.mjs',
  ]
  rmSync(`${root}test-results/vitest.json`, { force: true })
  const options = { env: { ...withNode(program), TEST_SERIES: 'short' } }
  const hasEndedWell = await run(program, [toolFile('vitest'), ...args], options).then(
    () => true,
    () => false,
  )
  return countsOf(readReport(`${root}test-results/vitest.json`, hasEndedWell))
}

/** Starts the product in an empty folder as `npm start` does, requests a page and stops it; returns whether both worked. */
async function startOnce(program) {
  const folder = mkdtempSync(join(tmpdir(), 'portale-node-'))
  const port = String(await findFreePort())
  const files = {
    DATA_DIR: 'data',
    MASTER_KEY_FILE: 'master.key',
    SPID_KEY_FILE: 'spid.key',
    SPID_CERTIFICATE_FILE: 'spid.crt',
  }
  const own = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(folder, file)]))
  const child = spawn(program, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...withNode(program), ...own, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  try {
    await waitForGreeting(child)
    const reply = await fetch(`http://127.0.0.1:${port}/`)
    child.kill('SIGTERM')
    const [code] = await ended
    return reply.status === 200 && code === 0
  } catch (error) {
    console.error(error.message)
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Tests with these versions; returns the counts of all, where a start counts as one test. */
export async function testNodeVersions(versions = supported) {
  await makeReady()
  const counts = []
  for (const version of versions) {
    const program = await installNode(version)
    const [tests, hasStarted] = [await runTests(program), await startOnce(program)]
    counts.push(tests, { passed: hasStarted ? 1 : 0, failed: hasStarted ? 0 : 1, skipped: 0 })
    console.log(`Node ${version}: ${sumUp([tests]).line}; npm start: ${hasStarted ? 'serves and stops' : 'FAILED'}`)
  }
  return counts
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed, line } = sumUp(await testNodeVersions(process.argv.length > 2 ? process.argv.slice(2) : supported))
  console.log(line)
  process.exitCode = failed > 0 ? 1 : 0
}
