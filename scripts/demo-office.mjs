// An office of invented cases with a server and a browser, for scripts that take pictures of it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from './find-browser.mjs'
import { waitForGreeting } from './greeting.mjs'
import { root } from './stamp.mjs'

/** The demonstration accounts of the pictures, and the role whose tour they have seen. */
export const people = {
  manager: { taxCode: 'FRRGLI70A41H501U', tour: 'manager' },
  operatorOne: { taxCode: 'RSSLCU85C03H501A', tour: 'operatorOne' },
  operatorTwo: { taxCode: 'BNCLNE79E45L219N', tour: 'operatorTwo' },
  registerAdmin: { taxCode: 'LMBCHR75L47A944D', tour: 'registerAdmin' },
  associationMember: { taxCode: 'DLLMNA91P49Z330K', tour: 'associationMember' },
}

const ended = (child) => new Promise((resolve) => child.on('close', resolve))

/** Fills an office in a temporary folder, starts its server and a browser, and calls `work` with the browser and the office's address. */
export async function withDemoOffice(work) {
  const folder = mkdtempSync(join(tmpdir(), 'portale-pictures-'))
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    MASTER_KEY_FILE: join(folder, 'master.key'),
    PORT: '0',
    LOG_LEVEL: 'error',
    SPID_KEY_FILE: join(folder, 'spid.key'),
    SPID_CERTIFICATE_FILE: join(folder, 'spid.crt'),
  }
  const node = (...args) => spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    if ((await ended(node('scripts/demo.mjs'))) !== 0) throw new Error('Filling the demonstration failed.')
    const server = node('server/dist/main.js')
    const [, base] = /Report: +(\S+)\n/.exec(await waitForGreeting(server))
    await withBrowser((browser) => work(browser, base))
    server.kill()
    await ended(server)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Calls `work` with a browser, which ends with it. */
export async function withBrowser(work) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  await work(browser)
  await browser.close()
}

/** Opens a page as one of the `people` sees it, or a visitor: without the offer of a tour, and with nothing in focus. */
export async function openPage(browser, base, { as, viewport, path, open }) {
  const context = await browser.newContext({
    viewport,
    locale: 'it-IT',
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  })
  const person = people[as]
  if (person) {
    await context.request.post(`${base}api/v1/mock`, { data: { cf: person.taxCode } })
    await context.request.post(`${base}api/v1/aiuto/visti`, { data: { voce: `giro-${person.tour}` } })
  }
  const page = await context.newPage()
  await page.goto(base + path)
  await page.waitForLoadState('networkidle')
  await open?.(page)
  await page.waitForLoadState('networkidle')
  return page
}
