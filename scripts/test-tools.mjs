// The tools that tests need besides the packages: a browser, PostgreSQL, clamd, PgBouncer, Dovecot and pdftotext, from the system if it has them.
import { existsSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'
import { findBrowser, headlessShell, isExecutable } from './find-browser.mjs'
import { npm, run, runTool } from './run.mjs'
import { hashOf, isStamped, root, stamp } from './stamp.mjs'

const hasApt = () => process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')

/** Installs a Debian package, quietly; returns false if that is not possible. */
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

async function hasPlaywrightBrowser() {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}

async function downloadBrowser() {
  console.log('Downloading Chromium for the tests…')
  await runTool('playwright', ['install', 'chromium'], { isQuiet: true }).catch((error) => console.error(error.message))
  return hasPlaywrightBrowser()
}

async function isPostgresInstalled() {
  const { findPostgresBinaries } = await tsImport('../server/test/postgres-server.ts', import.meta.url)
  return findPostgresBinaries() !== undefined
}

async function isPgBouncerInstalled() {
  const { findPgBouncer } = await tsImport('../server/test/pgbouncer-server.ts', import.meta.url)
  return findPgBouncer() !== undefined
}

async function isDovecotInstalled() {
  const { findDovecot } = await tsImport('../server/test/imap-server.ts', import.meta.url)
  return findDovecot() !== undefined
}

async function isPdftotextInstalled() {
  const { findPdftotext } = await tsImport('../server/test/pdf-texts.ts', import.meta.url)
  return findPdftotext() !== undefined
}

async function isClamdInstalled() {
  const { findClamd } = await tsImport('../server/test/clamd-server.ts', import.meta.url)
  return findClamd() !== undefined
}

/**
 * Installs a browser for the journeys if there is none; returns whether there is one. The headless build takes a fifth
 * less processor time; if it is not available, any other is used.
 */
export async function ensureBrowser() {
  const found = findBrowser()
  if (process.env.CHROMIUM || found?.endsWith(headlessShell) || (await hasPlaywrightBrowser())) return true
  if (await aptInstall(headlessShell)) return true
  return found !== undefined || ((await aptInstall('chromium')) && findBrowser() !== undefined) || downloadBrowser()
}

/** Installs PostgreSQL for the tests if there is none; returns whether there is one. */
export const ensurePostgres = async () =>
  (await isPostgresInstalled()) || ((await aptInstall('postgresql')) && isPostgresInstalled())

/** Installs the missing tools one after the other, since apt-get takes a lock; returns which there are. */
export async function ensureTools() {
  const hasPostgres = await ensurePostgres()
  const hasClamd = await ensureClamd()
  const hasPgBouncer = await ensurePgBouncer()
  const hasDovecot = await ensureDovecot()
  const hasPdftotext = await ensurePdftotext()
  const hasFaultTools = await ensureFaultTools()
  return {
    hasPostgres,
    hasClamd,
    hasPgBouncer,
    hasDovecot,
    hasPdftotext,
    hasFaultTools,
    hasBrowser: await ensureBrowser(),
  }
}

/** Installs a pooler for the test of one if there is none; returns whether there is one. The test starts its own. */
export const ensurePgBouncer = async () =>
  (await isPgBouncerInstalled()) || ((await aptInstall('pgbouncer')) && isPgBouncerInstalled())

/**
 * Installs what an installation of several machines has besides PostgreSQL and PgBouncer, for the suite of faults; returns whether it
 * can run: as root, since its parts listen on ports and run as accounts of the system.
 */
export async function ensureFaultTools() {
  if (process.getuid?.() !== 0 || !(await ensurePostgres()) || !(await ensurePgBouncer())) return false
  const { missingPrograms } = await tsImport('../faults/programs.ts', import.meta.url)
  for (const name of missingPrograms()) if (!(await aptInstall(name))) return false
  return missingPrograms().length === 0
}

/** Installs pgBackRest for the drill of a restore if it is missing; returns whether it is there. */
export const ensurePgBackRest = async () =>
  isExecutable('/usr/bin/pgbackrest') || ((await aptInstall('pgbackrest')) && isExecutable('/usr/bin/pgbackrest'))

/** Installs an IMAP server for the tests of mailboxes if there is none; returns whether there is one. The tests start their own. */
export const ensureDovecot = async () =>
  (await isDovecotInstalled()) || ((await aptInstall('dovecot-imapd')) && isDovecotInstalled())

/** Installs a reader of PDF texts for the tests if there is none; returns whether there is one. */
export const ensurePdftotext = async () =>
  (await isPdftotextInstalled()) || ((await aptInstall('poppler-utils')) && isPdftotextInstalled())

/** Installs an antivirus for the tests if there is none; returns whether there is one. The tests bring its signatures. */
export const ensureClamd = async () =>
  (await isClamdInstalled()) || ((await aptInstall('clamav-daemon')) && isClamdInstalled())

/** Installs Lighthouse, which only the long series needs, from its own lock file; returns the file of its program. */
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
