// Takes the screenshots of the README: an office of invented cases and the report form, on a desktop and on a telephone.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { makeReady } = await import('./ready.mjs')
const { findBrowser } = await import('./find-browser.mjs')
const { waitForGreeting } = await import('./greeting.mjs')
const { root } = await import('./stamp.mjs')
const { chromium } = await import('@playwright/test')
await makeReady()

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
const ended = (child) => new Promise((resolve) => child.on('close', resolve))

/** A screenshot of a page as a user of the office sees it, or a visitor, as a data URL. */
async function picture(browser, base, { taxCode, viewport, path, open }) {
  const context = await browser.newContext({ viewport, locale: 'it-IT', deviceScaleFactor: 1.5 })
  if (taxCode) await context.request.post(`${base}api/v1/mock`, { data: { cf: taxCode } })
  const page = await context.newPage()
  await page.goto(base + path)
  await open?.(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.activeElement?.blur())
  const png = await page.screenshot()
  await context.close()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Saves two screenshots side by side, the second of a telephone. */
async function sideBySide(browser, [desk, phone], file) {
  const page = await browser.newPage({ viewport: { width: 1330, height: 740 }, deviceScaleFactor: 1 })
  const frame = 'border: 1px solid #c5cbd3; border-radius: 8px; box-shadow: 0 4px 16px #0002'
  await page.setContent(
    `<body style="margin: 0; padding: 20px; display: flex; gap: 24px; background: #fff">
     <img src="${desk}" style="height: 700px; ${frame}"><img src="${phone}" style="height: 700px; ${frame}">`,
  )
  await page.screenshot({ path: file })
}

try {
  const demo = node('scripts/demo.mjs')
  if ((await ended(demo)) !== 0) throw new Error('Filling the demonstration failed.')
  const server = node('server/dist/main.js')
  const [, base] = /Report: +(\S+)\n/.exec(await waitForGreeting(server))
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  const openCase = async (page) => {
    await page
      .getByRole('link', { name: /-\d{4}-\d{6}/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Il racconto' }).evaluate((heading) => heading.scrollIntoView())
  }
  const desk = { taxCode: 'FRRGLI70A41H501U', viewport: { width: 1280, height: 960 }, path: 'gestione/operatore/home' }
  const phone = {
    taxCode: 'BNCLNE79E45L219N',
    viewport: { width: 390, height: 844 },
    path: 'gestione/operatore/mieiCasi/lista',
  }
  await sideBySide(
    browser,
    [await picture(browser, base, desk), await picture(browser, base, { ...phone, open: openCase })],
    `${root}docs/images/desk.png`,
  )
  const step = (viewport, language) => ({
    viewport,
    path: `cosa-facciamo/contact-center/segnalazione/1?lang=${language}`,
  })
  await sideBySide(
    browser,
    [await picture(browser, base, step(desk.viewport, 'it')), await picture(browser, base, step(phone.viewport, 'ar'))],
    `${root}docs/images/portal.png`,
  )
  await browser.close()
  server.kill()
  await ended(server)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
