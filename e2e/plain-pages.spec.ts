import type { Page } from '@playwright/test'
import type { Language } from '@portal/contract'
import { reportOnWire } from '../server/test/make.ts'
import { fixedAnswer } from './fixed-answer.ts'
import { expect, site, test } from './fixtures.ts'
import { labelOf } from './labels.ts'
import { sendReport as sendByCall } from './send-report.ts'
import { textsOf } from './spoken.ts'

const intro = `${site}/cosa-facciamo/contact-center/segnalazione/intro`
const linkToForm = (page: Page, language: Language = 'it') =>
  page.getByRole('link', { name: textsOf(language, ['letters'])('withoutScript.plain') }).locator('visible=true')

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the plain form sends a report, and lists errors with links', async ({ page, portal }) => {
    await page.goto(intro)
    // The notice for blocked scripts is not shown beside that for browsers without them.
    await expect(page.locator('.late-waiting')).toHaveCSS('display', 'none')
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
    await page.getByRole('button', { name: "L'ho annotato, nascondi" }).click()
    await expect(page.getByRole('heading', { name: 'Nessuna segnalazione da mostrare' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText(receipt[1] ?? '')).toHaveCount(0)
  })

  for (const lang of ['it', 'ar'] as const)
    test(`in ${lang}, after 'Esci subito' neither back, forward nor reload shows unsent text, code, PIN or messages`, {
      tag: '@phone',
    }, async ({ page, portal }) => {
      test.slow()
      const { result } = await (await sendByCall(page.request, reportOnWire())).json()
      const t = textsOf(lang, ['follow-up'])
      const plain = textsOf(lang, ['letters'])
      const secrets = [result.codice, result.pin, 'Parole segrete', 'Amal']
      const showsNothing = async () => {
        const shown = (await page.locator('body').textContent()) ?? ''
        const fields = await page
          .locator('input, textarea')
          .evaluateAll((all) => all.map((each) => Reflect.get(each, 'value')))
        for (const secret of secrets) expect([shown, ...fields].join('\n')).not.toContain(secret)
      }
      await page.goto(`${intro}?lang=${lang}`)
      await page
        .getByRole('link', { name: plain('withoutScript.plain') })
        .locator('visible=true')
        .click()
      await page.locator('#message').fill('Parole segrete')
      await page.locator('#firstName').fill('Amal')
      await page.getByRole('button', { name: plain('plainReport.send') }).click()
      await expect(page.locator('#message')).toHaveValue('Parole segrete')
      await page.reload()
      await expect(page.locator('#message')).toHaveValue('Parole segrete')
      await page.goto(`${site}/cosa-facciamo/contact-center/codice?lang=${lang}`)
      await portal.picture(`plain-access-${lang}`)
      await page.getByLabel(t('followUp.code'), { exact: false }).fill(result.codice)
      await page.getByLabel(t('followUp.pin'), { exact: false }).fill(result.pin)
      await page.getByRole('button', { name: t('followUp.enter') }).click()
      await expect(page.getByRole('heading', { level: 1, name: result.codice })).toBeVisible()
      await page.locator('#answer').fill('Parole segrete della risposta')
      await page.getByRole('button', { name: t('followUp.send') }).click()
      await expect(page.getByText(t('followUp.sent'))).toBeVisible()
      await expect(page.getByText('Parole segrete della risposta')).toBeVisible()
      await portal.fits()
      await portal.picture(`plain-record-${lang}`)
      await page.locator('#answer').fill('Parole segrete mai inviate')
      await page.getByRole('link', { name: plain('plainReport.leave') }).click()
      // The neutral page is unreachable here: moving there fails, and what the tab then shows counts.
      const isLedAway = async (move: () => Promise<unknown>) => {
        await move().catch(() => undefined)
        await expect(page).toHaveURL(/^chrome-error:/)
        await showsNothing()
      }
      await isLedAway(async () => undefined)
      for (let presses = 0; presses < 3; presses++) {
        await isLedAway(() => page.goBack())
        await isLedAway(() => page.reload())
      }
      await isLedAway(() => page.goForward())
      await isLedAway(() => page.goto(`${site}/cosa-facciamo/contact-center/codice?lang=${lang}`))

      // From the intro the visitor starts again, with an empty form.
      await page.goto(`${intro}?lang=${lang}`)
      await page
        .getByRole('link', { name: plain('withoutScript.plain') })
        .locator('visible=true')
        .click()
      await expect(page.locator('#message')).toHaveValue('')
      await showsNothing()
      for (let presses = 0; presses < 6; presses++) {
        await page.goBack().catch(() => undefined)
        await showsNothing()
      }
    })

  test('a report is read, answered and left with code and PIN, and back shows nothing of it', async ({
    page,
    portal,
  }) => {
    const { result } = await (await sendByCall(page.request, reportOnWire())).json()
    await page.goto(intro)
    await page.getByRole('link', { name: 'Leggi le risposte con codice e PIN' }).locator('visible=true').click()
    await page.getByRole('button', { name: 'Apri' }).click()
    await expect(page.getByRole('alert')).toContainText('scrivi il codice')
    await portal.picture('plain-access-faulty')
    await page.getByLabel('Codice').fill(result.codice)
    await page.getByLabel('PIN *', { exact: true }).fill(result.pin)
    await page.getByLabel('PIN *', { exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: result.codice })).toBeVisible()
    await expect(page).toHaveTitle('Contact center')
    await page.getByLabel('La tua risposta').fill('Eccomi')
    await page.getByRole('button', { name: 'Invia la risposta' }).click()
    await expect(page.getByText('La risposta è stata inviata')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Eccomi')).toHaveCount(1)
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    await expect(page.getByText('Hai lasciato la pagina. La segnalazione resta aperta')).toBeVisible()
    await portal.picture('plain-left')
    for (let presses = 0; presses < 3; presses++) {
      await page.goBack()
      await expect(page.getByText(result.codice)).toHaveCount(0)
      await expect(page.getByText('Eccomi')).toHaveCount(0)
      for (const field of await page.getByRole('textbox').all()) await expect(field).toHaveValue('')
    }
  })
})

test('the plain form fits every width, from left to right and from right to left', async ({ page, portal }) => {
  for (const language of ['it', 'ar'])
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const path of ['modulo', 'codice']) {
        await page.goto(`${site}/cosa-facciamo/contact-center/${path}?lang=${language}`)
        await portal.fits()
        await portal.picture(`plain-${path}-${language}-${width}`)
        if (width === 390) await portal.isAccessible()
      }
    }
})

test('if every script is blocked, the page offers the plain form within five seconds, in its language', async ({
  page,
  portal,
}) => {
  await page.route(/\.js$/, (route) => route.abort())
  for (const [language, title] of [
    ['it', 'La pagina non si è avviata'],
    ['ar', 'لم تبدأ الصفحة بالعمل'],
  ] as const) {
    await page.goto(`${intro}?lang=${language}`)
    const notice = page.getByRole('heading', { name: title })
    await expect(notice).toBeHidden()
    await expect(notice).toBeVisible({ timeout: 5000 })
    await portal.fits()
    await portal.picture(`blocked-${language}`)
    await linkToForm(page, language).click()
    await expect(page).toHaveURL(new RegExp(`/contact-center/modulo\\?lang=${language}$`))
  }

  await test.step('without a style sheet too', async () => {
    await page.route(/\.css$/, (route) => route.abort())
    await page.goto(intro)
    await expect(page.getByRole('heading', { name: 'La pagina non si è avviata' })).toBeVisible()
  })
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
  await expect(page).toHaveURL(/\/contact-center\/modulo\?lang=it$/)

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
