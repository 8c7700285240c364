import type { Locator } from '@playwright/test'
import { languages, paths } from '@portal/contract'
import { expect, site, test } from './fixtures.ts'
import { labelOf } from './labels.ts'
import { textsOf } from './spoken.ts'
import {
  attach,
  begin,
  chooseProfile,
  completeDraft,
  countStored,
  fileIdsInDraft,
  goOn,
  isGone,
  openStep,
  send,
  textFile,
  uniqueLength,
} from './wizard.ts'

const wizard = /\/cosa-facciamo\/contact-center\/segnalazione/

test('leaving the wizard by means of the browser', async ({ page, portal }) => {
  test.slow()
  await test.step("'back' goes one step back and finally leaves the wizard, in the language chosen last; draft and scroll position stay", async () => {
    await portal.open('/faq/richiedi-assistenza')
    await begin(page)
    await chooseProfile(page, 'Vittima')
    await page.getByLabel(labelOf('firstName'), { exact: true }).fill('Amal')
    await page.getByRole('button', { name: 'Lingua: Italiano' }).click()
    await page.getByRole('link', { name: 'العربية' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page).toHaveURL(/\/segnalazione\/2\?lang=ar$/)
    await expect(page.locator('#field-firstName')).toHaveValue('Amal')
    await expect(page.locator('.menu button')).toBeFocused()
    await page.locator('.menu button').click()
    await page.getByRole('link', { name: 'Italiano' }).click()
    await expect(page.getByRole('heading', { name: 'Come possiamo ricontattarti?' })).toBeVisible()
    await page.getByRole('link', { name: 'Indietro', exact: true }).click()
    await page.getByRole('link', { name: 'Indietro', exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: "Leggi l'informativa sui dati personali" }).click()
    await expect(page.getByRole('heading', { name: 'Informativa sui dati personali' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/intro/)
    await page.goForward()
    await page.goBack()
    await page.getByRole('button', { name: 'Inizia' }).click()
    await chooseProfile(page, 'Segnalante')
    await page.getByLabel(labelOf('email'), { exact: true }).fill('amal@example.it')
    await goOn(page)
    await page.getByRole('button', { name: 'Lingua: Italiano' }).click()
    await page.getByRole('link', { name: 'Français' }).click()
    await page.locator('#field-message').fill('Parole')
    await page.goBack()
    await expect(page).toHaveURL(/\/segnalazione\/2\?lang=fr$/)
    await expect(page.locator('#field-firstName')).toHaveValue('Amal')
    await page.goBack()
    await expect(page).toHaveURL(/\/segnalazione\/1\?lang=fr$/)
    await expect(page.locator('input[type=radio]:checked')).toHaveValue('2')
    await page.goForward()
    await page.goForward()
    await expect(page.locator('#field-message')).toHaveValue('Parole')
    // The link behaves like 'back': a further 'back' does not lead forward again.
    await page.locator('a.btn[href*="/segnalazione/2"]').click()
    await expect(page).toHaveURL(/\/segnalazione\/2\?lang=fr$/)
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL(/\/intro\?lang=fr$/)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Richiedi assistenza' })).toBeVisible()
  })

  await test.step('the browser asks before closing a tab with unsent text', async () => {
    await openStep(page, 'facts', { ...completeDraft, message: undefined })
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type())
      void dialog.dismiss()
    })
    await page.getByRole('textbox', { name: labelOf('message') }).pressSequentially('Parole')
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => dialogs).toEqual(['beforeunload'])
  })
})

// Titles are the same at every width.
test('no title of the report reveals its subject, and the profile of associations stays if it was chosen in Italian', {
  tag: '@desktop',
}, async ({ page }) => {
  for (const step of ['intro', 'profile', 'details', 'facts', 'summary'] as const) {
    await openStep(page, step)
    await expect(page).toHaveTitle(/^Contact center( – Passo \d di 4)?$/)
    // Nor before the program has loaded.
    const written = await (await page.request.get(page.url())).text()
    expect(written).toMatch(/<title>(Contact center( – Passo \d di 4)?|Caricamento in corso)<\/title>/)
  }
  await openStep(page, 'profile', completeDraft, 'en')
  await expect(page.getByRole('radio')).toHaveCount(3)
  await expect(page.getByText('Its profile exists in Italian only.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue in Italian' }).click()
  await expect(page.getByRole('radio')).toHaveCount(4)
  await openStep(page, 'profile', { ...completeDraft, profile: 4 }, 'en')
  await expect(page.getByRole('radio')).toHaveCount(4)
  await expect(page.getByText('can be chosen in Italian only')).toBeVisible()
})

test("'Esci subito' leaves nothing behind: no text in storage, no file on the server, no page on 'back'", async ({
  page,
  portal,
  context,
}) => {
  await portal.open('/faq/richiedi-assistenza')
  await page.evaluate((path) => history.pushState(null, '', path), `${site}/privacy`)
  await openStep(page, 'facts', { ...completeDraft, message: 'Parole segrete' })
  const file = textFile('prova.txt', 'x'.repeat(uniqueLength()))
  await attach(page, file)
  await expect(page.getByText('Il file è stato accettato').first()).toBeVisible()
  expect(await countStored(file.buffer.length)).toBe(1)
  // No question delays the exit, whatever the input.
  await page.getByRole('textbox', { name: labelOf('message') }).pressSequentially(' e altre')
  const [id] = await fileIdsInDraft(page)
  const cookies = await context.cookies()
  await page.getByRole('link', { name: 'Esci subito' }).locator('visible=true').first().click()
  // The other site is unreachable here and is not simulated: that would delay the requests of the page that unloads.
  await expect(page).toHaveURL(/^chrome-error:/)
  await page.goBack()
  await expect(page).not.toHaveURL(wizard)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('segrete')
  await page.goto(`${site}/cosa-facciamo/contact-center/segnalazione/3`)
  await expect(page).toHaveURL(/\/intro$/)
  await expect.poll(() => countStored(file.buffer.length)).toBe(0)
  // Requested with the cookie from before: the browser has a new identity after the exit.
  await context.addCookies(cookies)
  await isGone(page, id)
})

test("after 'Esci subito' neither 'back' nor 'forward' leads to a step, after any number of steps", async ({
  page,
  portal,
}) => {
  test.slow()
  await portal.open('/faq/richiedi-assistenza')
  await begin(page)
  await chooseProfile(page, 'Vittima')
  await page.getByLabel(labelOf('email'), { exact: true }).fill('amal@example.it')
  await goOn(page)
  await page.getByRole('textbox', { name: labelOf('message') }).fill('Parole segrete')
  await page.reload()
  await expect(page.getByRole('textbox', { name: labelOf('message') })).toHaveValue('Parole segrete')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Come possiamo ricontattarti?' })).toBeVisible()
  const shift = async () => {
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Shift')
  }
  await shift()
  await expect(page).toHaveURL(/^chrome-error:/)
  // 'Forward' leads to an address that redirects to the neutral page too.
  await expect(page.goForward()).rejects.toThrow('ERR_NAME_NOT_RESOLVED')
  // The browser refuses to go back until the error page has replaced the one before it, whose address is the same.
  await expect(() => page.goBack()).toPass({ timeout: 10_000 })
  await expect(page.getByRole('heading', { name: 'Richiedi assistenza' })).toBeVisible()

  await test.step('input for assistance does not delay a quick exit', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Come funziona' }).click()
    await page.getByRole('link', { name: 'Richiedi assistenza' }).first().click()
    await page.getByLabel('Nome', { exact: false }).first().fill('Amal')
    await shift()
    await expect(page).toHaveURL(/^chrome-error:/)
  })
})

test('an idle draft needs confirmation after twenty minutes and is deleted after thirty', async ({ page, portal }) => {
  await page.clock.install()
  await openStep(page, 'facts', { ...completeDraft, message: 'Parole segrete' })
  const question = page.getByRole('alertdialog', { name: 'Sei ancora lì?' })
  // Minute by minute, since the watch counts from when its own script has arrived.
  await expect(async () => {
    await page.clock.fastForward('01:00')
    await expect(question).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [0] })
  await portal.picture('idle')
  await question.getByRole('button', { name: 'Continua' }).click()
  await page.clock.fastForward('20:10')
  await expect(question).toBeVisible()
  await page.clock.fastForward('10:10')
  await expect(page).toHaveURL(/\/intro$/)
  await expect(page.getByText('Per la tua sicurezza abbiamo cancellato la bozza')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('segrete')
})

test('code and PIN in an idle tab need confirmation after twenty minutes and are hidden after thirty', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  await openStep(page, 'summary')
  const { pin } = await send(page)
  await page.clock.fastForward('20:10')
  await expect(page.getByRole('alertdialog', { name: 'Sei ancora lì?' })).toContainText('nascondiamo codice e PIN')
  await portal.picture('idle-receipt')
  await page.clock.fastForward('10:10')
  await expect(page.getByText('Codice e PIN sono nascosti')).toBeVisible()
  await expect(page.getByText(pin)).toHaveCount(0)
})

test('code and PIN disappear on other pages of the site, also after the return', async ({ page }) => {
  await page.clock.install()
  await openStep(page, 'summary')
  const { pin } = await send(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Come funziona' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Come funziona' })).toBeVisible()
  await page.clock.fastForward('03:00:00')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(pin)
  await page.goBack()
  await expect(page.getByText('Codice e PIN sono nascosti')).toBeVisible()
  await expect(page.getByText(pin)).toHaveCount(0)
})

test('on a phone the chosen profile is in view, above the bar, and named by the button', { tag: '@phone' }, async ({
  page,
  portal,
}) => {
  const bar = page.locator('.bottom-bar')
  for (const language of languages)
    for (const { height, letters } of [
      { height: 844, letters: '100%' },
      { height: 640, letters: '125%' },
    ]) {
      await page.setViewportSize({ width: 390, height })
      await page.goto(`${site}${paths.reportIntro}?lang=${language}`)
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, letters)
      const t = textsOf(language, ['site'])
      await page.getByRole('checkbox', { name: t('report.informationConsent') }).check()
      await page.getByRole('button', { name: t('report.start') }).click()
      const card = page.locator('.choice-card', { has: page.getByRole('radio', { checked: true }) })
      await expect(card).toContainText(t('report.profiles.3.title'))
      const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 }
      await expect
        .poll(async () => (await boxOf(card)).y + (await boxOf(card)).height, { message: `${language} ${height}` })
        .toBeLessThanOrEqual((await boxOf(bar)).y)
      await expect(page.getByRole('button', { name: t('report.profiles.3.goOn') })).toBeAttached()
      if (height === 844) await portal.picture(`chosen-${language}`)
    }
})

test("on a phone 'Esci subito' follows the skip links for keyboards and screen readers", { tag: '@phone' }, async ({
  page,
}) => {
  await openStep(page, 'facts')
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Esci subito' })).toBeFocused()
})

// On a desktop the menu is always open.
test('on a phone the menu closes by Escape and by choosing, and the bottom bar hides no focused element', {
  tag: '@phone',
}, async ({ page }) => {
  await openStep(page, 'details')
  // Letters of twice the size, where a bar that grows with them would cover most.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const link = page.getByRole('navigation', { name: 'Menu principale' }).getByRole('link', { name: 'Accedi' })
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await expect(menu).toBeFocused()
  const bar = await page.locator('.bottom-bar').boundingBox()
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    const box = await page.locator(':focus').boundingBox()
    if (box && bar && !(await page.locator('.bottom-bar :focus').count()))
      expect(box.y, await page.locator(':focus').innerHTML()).toBeLessThan(bar.y)
  }
})
