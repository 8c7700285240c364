import type { Page } from '@playwright/test'
import { fixedAnswer } from './fixed-answer.ts'
import { expect, site, test } from './fixtures.ts'
import { labelOf } from './labels.ts'

const intro = `${site}/cosa-facciamo/contact-center/segnalazione/intro`
const linkToForm = (page: Page) =>
  page.getByRole('link', { name: 'Segnala con il modulo semplice' }).locator('visible=true')

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the plain form sends a report, and lists errors with links', async ({ page, portal }) => {
    await page.goto(intro)
    await linkToForm(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Segnala una discriminazione' })).toBeVisible()
    await portal.picture('plain-form')
    await page.getByRole('radio', { name: /^Vittima/ }).check()
    await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
    const summary = page.getByRole('alert')
    await expect(summary).toContainText('Campo obbligatorio: scrivi che cosa è successo')
    await portal.picture('plain-form-faulty')
    await expect(page.getByRole('radio', { name: /^Vittima/ })).toBeChecked()
    await summary.getByRole('link', { name: /^Che cosa è successo/ }).click()
    await page.getByLabel(labelOf('message')).fill('Senza JavaScript.')
    await page.getByLabel('Non ricordo la data').check()
    await page.getByLabel(labelOf('email')).fill('senza@example.it')
    await page.getByLabel("Ho letto l'informativa").check()
    await page.getByLabel(labelOf('privacyConsent')).check()
    await page.getByLabel('Scrivi le 6 cifre').fill(fixedAnswer)
    // Enter submits, as in any form.
    await page.getByLabel('Scrivi le 6 cifre').press('Enter')
    await expect(page.getByRole('heading', { name: 'Abbiamo ricevuto la tua segnalazione' })).toBeVisible()
    await portal.picture('plain-receipt')
    const receipt = await page.locator('dd').allTextContents()
    expect(receipt).toEqual([expect.stringMatching(/^UNAR-\d{4}-\d{6}$/), expect.stringMatching(/^\w{5}-\w{5}$/)])
    await page.reload()
    expect(await page.locator('dd').allTextContents()).toEqual(receipt)
  })
})

test('the plain form fits every width, from left to right and from right to left', async ({ page, portal }) => {
  for (const language of ['it', 'ar'])
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${site}/segnala-semplice?lang=${language}`)
      await portal.fits()
      await portal.picture(`plain-${language}-${width}`)
      if (width === 390) await portal.isAccessible()
    }
})

test('if the program is missing, fails or is late, the page says so and links to the plain form', async ({
  page,
  portal,
}) => {
  const program = /assets\/(?:libraries|start)-[^/]*\.js$/
  await page.route(program, (route) => route.abort())
  await page.goto(intro)
  await expect(page.getByRole('heading', { name: 'La pagina non si è avviata' })).toBeVisible()
  await portal.picture('late')
  await linkToForm(page).click()
  await expect(page).toHaveURL(/\/segnala-semplice\?lang=it$/)

  await test.step('in the language of the page', async () => {
    await page.goto(`${intro}?lang=ar`)
    await expect(page.getByRole('heading', { name: 'لم تبدأ الصفحة بالعمل' })).toBeVisible()
    await portal.picture('late-ar')
  })

  await test.step('after ten seconds, until the program has started', async () => {
    await page.unrouteAll()
    let letThrough = () => {}
    const isLetThrough = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route(program, async (route) => {
      await isLetThrough
      await route.continue()
    })
    await page.goto(intro, { waitUntil: 'commit' })
    const notice = page.locator('#late')
    await expect(notice).toBeHidden()
    letThrough()
    await expect(notice).not.toBeAttached()
  })
})
