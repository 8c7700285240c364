// Takes the screenshots of the README: an office of invented cases and the report form, on a desktop and on a telephone.
import './node-version.mjs'

const { makeReady } = await import('./ready.mjs')
const { root } = await import('./stamp.mjs')
await makeReady()
const { openPage, withDemoOffice } = await import('./demo-office.mjs')

/** A screenshot of a page as a data URL. */
async function picture(browser, base, view) {
  const page = await openPage(browser, base, view)
  await page.evaluate(() => document.activeElement?.blur())
  const png = await page.screenshot()
  await page.context().close()
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

async function openCase(page) {
  await page
    .getByRole('link', { name: /-\d{4}-\d{6}/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Il racconto' }).evaluate((heading) => heading.scrollIntoView())
}

await withDemoOffice(async (browser, base) => {
  const desk = { as: 'manager', viewport: { width: 1280, height: 960 }, path: 'gestione/operatore/home' }
  const phone = {
    as: 'operatorTwo',
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
})
