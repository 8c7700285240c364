import { expect, site, test } from './fixtures.ts'
import { labelOf } from './labels.ts'
import {
  attach,
  begin,
  chooseProfile,
  countStored,
  goOn,
  idsOfFiles,
  isGone,
  openStep,
  ownLength,
  send,
  textFile,
  wholeDraft,
} from './wizard.ts'

const wizard = /\/cosa-facciamo\/contact-center\/segnalazione/

test('the wizard is left by the ways of a browser', async ({ page, portal }) => {
  test.slow()
  await test.step("'back' goes one step back and in the end leaves the wizard, in the language chosen last; the draft stays, and the page keeps its place", async () => {
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
    // As a link it is the same way: 'back' does not lead forward again.
    await page.locator('a.btn[href*="/segnalazione/2"]').click()
    await expect(page).toHaveURL(/\/segnalazione\/2\?lang=fr$/)
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL(/\/intro\?lang=fr$/)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Richiedi assistenza' })).toBeVisible()
  })

  await test.step('the browser asks before a tab with unsent words is closed', async () => {
    await openStep(page, 'facts', { ...wholeDraft, message: undefined })
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await page.getByRole('textbox', { name: labelOf('message') }).pressSequentially('Parole')
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toEqual(['beforeunload'])
  })
})

// Titles are the same on every width.
test('no title of the report tells what it is about, and the association stays where it was chosen in Italian', {
  tag: '@desktop',
}, async ({ page }) => {
  for (const step of ['intro', 'profile', 'details', 'facts', 'summary'] as const) {
    await openStep(page, step)
    await expect(page).toHaveTitle(/^Contact center( – Passo \d di 4)?$/)
    // Nor before the program is there.
    const written = await (await page.request.get(page.url())).text()
    expect(written).toMatch(/<title>(Contact center( – Passo \d di 4)?|Caricamento in corso)<\/title>/)
  }
  await openStep(page, 'profile', wholeDraft, 'en')
  await expect(page.getByRole('radio')).toHaveCount(3)
  await expect(page.getByText('Its profile exists in Italian only.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue in Italian' }).click()
  await expect(page.getByRole('radio')).toHaveCount(4)
  await openStep(page, 'profile', { ...wholeDraft, profile: 4 }, 'en')
  await expect(page.getByRole('radio')).toHaveCount(4)
  await expect(page.getByText('can be chosen in Italian only')).toBeVisible()
})

test("'Esci subito' leaves nothing behind: no words in the store, no file on the server, no page on 'back'", async ({
  page,
  portal,
  context,
}) => {
  await portal.open('/faq/richiedi-assistenza')
  await page.evaluate((path) => history.pushState(null, '', path), `${site}/privacy`)
  await openStep(page, 'facts', { ...wholeDraft, message: 'Parole segrete' })
  const file = textFile('prova.txt', 'x'.repeat(ownLength()))
  await attach(page, file)
  await expect(page.getByText('Il file è stato accettato').first()).toBeVisible()
  expect(await countStored(file.buffer.length)).toBe(1)
  // Whatever was typed, no question holds one up.
  await page.getByRole('textbox', { name: labelOf('message') }).pressSequentially(' e altre')
  const [id] = await idsOfFiles(page)
  const cookies = await context.cookies()
  await page.getByRole('button', { name: 'Esci subito' }).locator('visible=true').first().click()
  // The other site is out of reach here. It is not played either: what a page says while it goes must not be held up.
  await expect(page).toHaveURL(/^chrome-error:/)
  await page.goBack()
  await expect(page).not.toHaveURL(wizard)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('segrete')
  await page.goto(`${site}/cosa-facciamo/contact-center/segnalazione/3`)
  await expect(page).toHaveURL(/\/intro$/)
  await expect.poll(() => countStored(file.buffer.length)).toBe(0)
  // Asked as the one who was there: the browser that left is somebody else by now.
  await context.addCookies(cookies)
  await isGone(page, id)
})

test("after 'Esci subito' neither 'back' nor 'forward' leads to a step, however many were done", async ({
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
  // Ahead is an address that leads to the neutral page too.
  await expect(page.goForward()).rejects.toThrow('ERR_NAME_NOT_RESOLVED')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Richiedi assistenza' })).toBeVisible()

  await test.step('what was typed for assistance holds up no quick exit', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Come funziona' }).click()
    await page.getByRole('link', { name: 'Richiedi assistenza' }).first().click()
    await page.getByLabel('Nome', { exact: false }).first().fill('Amal')
    await shift()
    await expect(page).toHaveURL(/^chrome-error:/)
  })
})

test('a draft that lies open is asked about after twenty minutes and wiped after thirty', async ({ page, portal }) => {
  await page.clock.install()
  await openStep(page, 'facts', { ...wholeDraft, message: 'Parole segrete' })
  await page.clock.fastForward('20:10')
  const question = page.getByRole('alertdialog', { name: 'Sei ancora lì?' })
  await expect(question).toBeVisible()
  await portal.picture('idle')
  await question.getByRole('button', { name: 'Continua' }).click()
  await page.clock.fastForward('20:10')
  await expect(question).toBeVisible()
  await page.clock.fastForward('10:10')
  await expect(page).toHaveURL(/\/intro$/)
  await expect(page.getByText('Per la tua sicurezza abbiamo cancellato la bozza')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('segrete')
})

test('code and pin in an open tab are asked about after twenty minutes and hidden after thirty', async ({
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

test('code and pin go on other pages of the site too, and are not there when one comes back', async ({ page }) => {
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

// There the menu is always open.
test('on a phone the menu closes by Escape and by choosing, and the bar at the foot hides nothing that has focus', {
  tag: '@phone',
}, async ({ page }) => {
  await openStep(page, 'details')
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
