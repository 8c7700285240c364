// npm start: installs and builds what is missing or out of date, then becomes the server.
import './node-version.mjs'
import { existsSync, readFileSync } from 'node:fs'

const { CommandError } = await import('./run.mjs')
const { makeReady } = await import('./ready.mjs')
const { errorOfPort } = await import('./free-port.mjs')
const { root } = await import('./stamp.mjs')

/** The ids of the parents of this process up to npm; on Linux there may be a shell in between. */
function ancestors() {
  try {
    const [, parentOfShell] = /\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8'))
    return `${process.ppid} ${parentOfShell}`
  } catch {
    return `${process.ppid}`
  }
}

/** Ends the server when npm has ended without a signal: npm forwards only SIGINT and SIGTERM. */
function endWithNpm() {
  const atFirst = ancestors()
  const watch = () => ancestors() === atFirst || process.kill(process.pid, 'SIGTERM')
  if (process.env.npm_lifecycle_event) setInterval(watch, 500).unref()
}

try {
  endWithNpm()
  await makeReady()
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
  const denial = await errorOfPort(process.env)
  if (denial) {
    console.error(denial)
    process.exit(1)
  }
  await import('../server/dist/main.js')
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exit(1)
}
