// What the tests need beside the packages: a browser, PostgreSQL and clamd, taken from the system where it has them.
import { existsSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'
import { findBrowser, headlessShell, isExecutable } from './find-browser.mjs'
import { npm, run, runTool } from './run.mjs'
import { hashOf, isStamped, root, stamp } from './stamp.mjs'

const hasApt = () => process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')

/** Installs a Debian package, quietly; false where that cannot be done. */
async function aptInstall(name) {
  if (!hasApt()) return false
  console.log(`Installing ${name} with apt-get…`)
  const options = { isQuiet: true, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  try {
    await run('apt-get', ['update'], options)
    await run('apt-get', ['install', '-y', '--no-install-recommends', name], options)
    return true
  } catch (error) {
    console.error(error.message)
    return false
  }
}

async function ownBrowserOfPlaywright() {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}

async function downloadBrowser() {
  console.log('Downloading Chromium for the tests…')
  await runTool('playwright', ['install', 'chromium'], { isQuiet: true }).catch((error) => console.error(error.message))
  return ownBrowserOfPlaywright()
}

async function findsPostgres() {
  const { findPostgresBinaries } = await tsImport('../server/test/postgres-server.ts', import.meta.url)
  return findPostgresBinaries() !== undefined
}

async function findsClamd() {
  const { findClamd } = await tsImport('../server/test/clamd-server.ts', import.meta.url)
  return findClamd() !== undefined
}

/**
 * Whether there is a browser for the journeys, which is fetched where there is none. The one without windows takes a fifth
 * less of the processor; where it cannot be had, any other will do.
 */
export async function ensureBrowser() {
  const found = findBrowser()
  if (process.env.CHROMIUM || found?.endsWith(headlessShell) || (await ownBrowserOfPlaywright())) return true
  if (await aptInstall(headlessShell)) return true
  return found !== undefined || ((await aptInstall('chromium')) && findBrowser() !== undefined) || downloadBrowser()
}

/** Whether there is a PostgreSQL for the tests, which is fetched where there is none. */
export const ensurePostgres = async () =>
  (await findsPostgres()) || ((await aptInstall('postgresql')) && findsPostgres())

/** Whether there is what the tests need beside the packages: one after the other, since apt-get runs alone. */
export async function ensureTools() {
  const hasPostgres = await ensurePostgres()
  const hasClamd = await ensureClamd()
  return { hasPostgres, hasClamd, hasBrowser: await ensureBrowser() }
}

/** Whether there is an antivirus for the tests, which is fetched where there is none; it needs no signatures but theirs. */
export const ensureClamd = async () => (await findsClamd()) || ((await aptInstall('clamav-daemon')) && findsClamd())

/** The program of Lighthouse, whose packages only the long series needs: installed from a lock file of its own. */
export async function ensureLighthouse() {
  const folder = `${root}e2e/lighthouse/`
  const file = `${folder}node_modules/.installed-from`
  const hash = hashOf(['e2e/lighthouse/package-lock.json'])
  if (!isStamped(file, hash)) {
    await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, isQuiet: true })
    stamp(file, hash)
  }
  return `${folder}node_modules/lighthouse/cli/index.js`
}
