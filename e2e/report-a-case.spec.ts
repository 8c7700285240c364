import { expect, site, test } from './fixtures.ts'
import { begin, chooseProfile, goOn, longText, send, tellFacts, typeDate } from './wizard.ts'

test('a victim reports with every field, and an operator opens the report at the top of the list', async ({
  page,
  portal,
}) => {
  await portal.open('/')
  await expect(page).toHaveURL(/\/cosa-facciamo\/contact-center\/segnalazione\/intro$/)
  await portal.isAccessible()
  await portal.picture('1-intro')
  await begin(page)
  await portal.isAccessible()
  await portal.picture('2-profile')
  await chooseProfile(page, 'Vittima')
  await page.getByLabel('Nome', { exact: true }).fill('Niccolò')
  await page.getByLabel('Cognome', { exact: true }).fill("D'Àngelo")
  await typeDate(page, 'Data di nascita', ['28', '02', '1990'])
  await page.getByLabel('E-mail', { exact: true }).fill('niccolo@example.it')
  await page.getByLabel('Telefono', { exact: true }).fill('+390612345678')
  await page.getByLabel('Regione', { exact: true }).selectOption({ label: 'Lazio' })
  await page.getByLabel('Provincia', { exact: true }).selectOption({ label: 'Roma' })
  await page.getByLabel('Comune', { exact: true }).selectOption({ label: 'Roma' })
  await page.getByLabel('Indirizzo', { exact: true }).fill("Via dell'Umiltà, 1")
  await page.getByLabel('CAP', { exact: true }).fill('00187')
  await portal.isAccessible()
  await portal.picture('3-details')
  await goOn(page)
  await portal.isAccessible()
  await tellFacts(page, longText)
  await portal.isAccessible()
  await portal.picture('5-summary')
  for (const value of ['Vittima', 'Niccolò', "D'Àngelo", '28/02/1990', 'Roma', "Via dell'Umiltà, 1", '03/11/2026'])
    await expect(page.getByRole('definition').filter({ hasText: value }).first()).toBeVisible()
  const { code, pin } = await send(page)
  expect(code).toMatch(/^UNAR-\d{4}-\d{6}$/)
  expect(pin).toMatch(/^\w{5}-\w{5}$/)
  await portal.isAccessible()
  await portal.picture('6-success')

  await portal.signIn('Giulia')
  await page.getByRole('navigation').getByRole('link', { name: /^Casi/ }).click()
  const row = page.getByRole('row').filter({ hasText: code })
  // Other journeys send reports at the same time: it may have slipped to a page further down.
  for (let number = 1; number <= 6 && !(await row.isVisible()); number++) {
    await page.goto(`${site}/gestione/operatore/casi/lista?pagina=${number}`)
    await expect(page.getByRole('row').nth(1)).toContainText('UNAR-')
  }
  await expect(row).toContainText('Aperto')
  await portal.isAccessible()
  await portal.picture('7-list')
  await row.getByRole('link', { name: code }).click()
  await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
  await expect(page.getByText("D'Àngelo")).toBeVisible()
  expect(await page.locator('.told-text').textContent()).toBe(longText)
  await portal.isAccessible()
  await portal.picture('8-case')
})

test('an association gives what associations must give', async ({ page, portal }) => {
  await begin(page)
  await chooseProfile(page, 'Associazione')
  await goOn(page)
  const summary = page.getByRole('alert').filter({ hasText: 'Controlla questi campi' })
  await expect(summary).toBeFocused()
  for (const label of [
    "Denominazione dell'associazione",
    'Partita IVA',
    'Rappresentante legale',
    'Persona da contattare',
    'Telefono della persona',
  ])
    await expect(summary.getByRole('link', { name: new RegExp(`^${label}`) })).toBeVisible()
  await portal.isAccessible()
  await summary.getByRole('link', { name: 'Partita IVA' }).click()
  const vat = page.getByLabel("Partita IVA o codice fiscale dell'associazione")
  await expect(vat).toBeFocused()
  await vat.fill('1234')
  await expect(page.getByText('La partita IVA deve avere 11 cifre').last()).toBeVisible()
  await vat.fill('12345678903')
  await page.getByLabel("Denominazione dell'associazione").fill('Ponti & Porte')
  await page.getByLabel('Rappresentante legale').fill('De Luca')
  await page.getByLabel(/^Persona da contattare/).fill('Aïcha Ben Alì')
  await page.getByLabel('Telefono della persona da contattare').fill('0212345678')
  await page.getByLabel("Regione dell'associazione").selectOption({ label: 'Lombardia' })
  await page.getByLabel("Provincia dell'associazione").selectOption({ label: 'Milano' })
  await page.getByLabel("Comune dell'associazione").selectOption({ label: 'Milano' })
  await goOn(page)
  await tellFacts(page, 'Un socio è stato escluso da un locale.')
  await portal.picture('association-summary')
  await send(page)
})

test('a witness who stays anonymous leaves no name, and whoever does not remember the date says so', async ({
  page,
}) => {
  await begin(page)
  await chooseProfile(page, 'Testimone')
  await goOn(page)
  await expect(page.getByRole('link', { name: /E-mail: Indica un indirizzo e-mail o un telefono/ })).toBeVisible()
  await page.getByLabel('Non voglio dare il mio nome').check()
  await expect(page.getByLabel('Nome', { exact: true })).toBeHidden()
  await goOn(page)
  await page.getByRole('textbox', { name: 'Che cosa è successo' }).fill('Ho visto tutto.')
  await page.getByLabel('Non ricordo la data').check()
  await expect(page.getByRole('group', { name: 'Data del fatto' })).toBeHidden()
  await goOn(page)
  await expect(page.getByRole('definition').filter({ hasText: 'Sì' }).first()).toBeVisible()
  await send(page)
})

test('a reporter corrects what is wrong, goes back by the summary and loses nothing by a reload', async ({
  page,
  portal,
  context,
}) => {
  await portal.open('/cosa-facciamo/contact-center/segnalazione/intro')
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Campo obbligatorio' }).first()).toBeVisible()
  await portal.isAccessible()
  await begin(page)
  await chooseProfile(page, 'Segnalante')
  await page.getByLabel('Telefono', { exact: true }).fill('06 casa')
  await goOn(page)
  await expect(page.getByRole('link', { name: /Telefono: .*solo cifre/ })).toBeVisible()
  await page.getByLabel('Telefono', { exact: true }).fill('06 12.34')
  await goOn(page)
  await page.getByRole('textbox', { name: 'Che cosa è successo' }).fill('Letto sul giornale.')
  await typeDate(page, 'Data del fatto', ['31', '02', '2026'])
  await goOn(page)
  await expect(page.getByRole('link', { name: /Data del fatto: Inserire una data valida\. Il formato/ })).toBeVisible()
  await typeDate(page, 'Data del fatto', ['1', '1', '2999'])
  await expect(page.getByText('non può essere nel futuro').last()).toBeVisible()
  await portal.picture('4-facts-error')
  await typeDate(page, 'Data del fatto', ['1', '2', '2026'])
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Che cosa è successo' })).toHaveValue('Letto sul giornale.')
  await goOn(page)
  await page.getByRole('link', { name: /Modifica.*I tuoi dati/ }).click()
  await expect(page.getByLabel('Telefono', { exact: true })).toHaveValue('06 12.34')
  await goOn(page)
  await goOn(page)
  await expect(page.getByRole('definition').filter({ hasText: /^061234$/ })).toBeVisible()
  await expect(page.getByText('01/02/2026')).toBeVisible()

  const otherTab = await context.newPage()
  await otherTab.goto(`${site}/cosa-facciamo/contact-center/segnalazione/4`)
  await expect(otherTab).toHaveURL(/\/intro$/)
  await otherTab.close()
})

test("'Azzera' asks first, then wipes the draft and begins anew", async ({ page, portal }) => {
  await begin(page)
  await chooseProfile(page, 'Vittima')
  await page.getByLabel('Nome', { exact: true }).fill('Mario')
  await page.getByRole('button', { name: 'Azzera' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancellare la bozza?' })
  await expect(dialog).toBeVisible()
  await portal.isAccessible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Mario')
  await page.getByRole('button', { name: 'Azzera' }).click()
  await dialog.getByRole('button', { name: 'Cancella e ricomincia' }).click()
  await expect(page).toHaveURL(/\/intro$/)
  await expect(page.getByLabel("Ho letto l'informativa")).not.toBeChecked()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Mario')
})

test('a lost answer is repeated without a second report', async ({ page, portal }) => {
  await begin(page)
  await chooseProfile(page, 'Vittima')
  await page.getByLabel('E-mail', { exact: true }).fill('persa@example.it')
  await goOn(page)
  await tellFacts(page, 'La risposta si perde per strada.')
  let lost: string | undefined
  await page.route('**/v1/noauth/segnalazione*', async (route) => {
    if (lost) return route.continue()
    lost = ((await (await route.fetch()).json()) as { result: { codice: string } }).result.codice
    return route.abort('connectionreset')
  })
  await page.getByLabel('Autorizzazione ad usare i dati personali').check()
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
  await expect(page.getByText("Errore nell'invio della segnalazione, riprova").first()).toBeVisible()
  await expect(page.getByText('Quello che hai scritto non è andato perso')).toBeVisible()
  await portal.picture('send-failed')
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
  await expect(page.getByRole('heading', { name: 'Abbiamo ricevuto la tua segnalazione' })).toBeVisible()
  await expect(page.getByText(lost ?? 'no code')).toBeVisible()
})

test('a server that fails without a word of its own is told once, with what became of the text', async ({ page }) => {
  await begin(page)
  await chooseProfile(page, 'Vittima')
  await page.getByLabel('E-mail', { exact: true }).fill('guasto@example.it')
  await goOn(page)
  await tellFacts(page, 'Il server si guasta.')
  await page.route('**/v1/noauth/segnalazione*', (route) => route.fulfill({ status: 502, body: '<html>' }))
  await page.getByLabel('Autorizzazione ad usare i dati personali').check()
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
  const told = page.getByText("Errore nell'invio della segnalazione, riprova")
  await expect(page.getByRole('alert').filter({ has: told })).toContainText('non è andato perso')
  await expect(told).toHaveCount(1)
})

test('a browser that forbids the store does not keep code and pin from the sender', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError')
      },
    }),
  )
  await begin(page)
  await chooseProfile(page, 'Vittima')
  await page.getByLabel('E-mail', { exact: true }).fill('vietato@example.it')
  await goOn(page)
  await tellFacts(page, 'Senza memoria.')
  const { code, pin } = await send(page)
  expect(code).toMatch(/^UNAR-\d{4}-\d{6}$/)
  expect(pin).toMatch(/^\w{5}-\w{5}$/)
})

test("'back' leaves the wizard from any step, and the link to the information text comes back to it", async ({
  page,
  portal,
}) => {
  await portal.open('/faq/richiedi-assistenza')
  await begin(page)
  await chooseProfile(page, 'Vittima')
  await page.getByRole('link', { name: 'Indietro', exact: true }).click()
  await page.getByRole('link', { name: 'Indietro', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: "Leggi l'informativa sui dati personali" }).click()
  await expect(page.getByRole('heading', { name: 'Informativa sui dati personali' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/intro$/)
  await page.getByRole('button', { name: 'Inizia' }).click()
  await chooseProfile(page, 'Vittima')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Richiedi assistenza' })).toBeVisible()
})

test('a fault that only the server sees leads back to its field', async ({ page }) => {
  await begin(page)
  await chooseProfile(page, 'Vittima')
  await page.getByLabel('E-mail', { exact: true }).fill('a@example.it')
  await goOn(page)
  await tellFacts(page, 'Un fatto.')
  // A municipality that was closed while the person was writing.
  await page.route('**/v1/noauth/segnalazione*', async (route) => {
    const body = route.request().postDataJSON()
    body.personaFisica.anagrafica.id_regione = 999
    await route.continue({ postData: JSON.stringify(body) })
  })
  await page.getByLabel('Autorizzazione ad usare i dati personali').check()
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
  await expect(page).toHaveURL(/\/segnalazione\/2$/)
  await expect(page.getByText('La scelta non è tra quelle previste').first()).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Controlla questi campi' })).toBeFocused()
})

test('the whole wizard goes by keyboard alone', async ({ page, portal }) => {
  await portal.open('/cosa-facciamo/contact-center/segnalazione/intro')
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        const label = element?.id && document.querySelector(`label[for="${element.id}"]`)?.textContent
        return label || element?.textContent || ''
      })
      if (name.test(focused)) return
    }
    throw new Error(`No focus on ${name}`)
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(/Ho letto l'informativa/)
  await page.keyboard.press('Space')
  await tabTo(/^Inizia$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Chi sei in questa vicenda?' })).toBeFocused()
  await tabTo(/Testimone/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await tabTo(/^Avanti$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Come possiamo ricontattarti?' })).toBeFocused()
  await tabTo(/^E-mail/)
  await page.keyboard.type('tastiera@example.it')
  await tabTo(/^Avanti$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Che cosa è successo?' })).toBeFocused()
  await tabTo(/^Che cosa è successo/)
  await page.keyboard.type('Scritto senza mouse.')
  await tabTo(/^Giorno$/)
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('11')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2026')
  await tabTo(/^Avanti$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'È tutto giusto?' })).toBeFocused()
  await tabTo(/Autorizzazione/)
  await page.keyboard.press('Space')
  await tabTo(/^Invia la segnalazione$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Abbiamo ricevuto la tua segnalazione' })).toBeFocused()
})

test('the form is drawn even when the reference lists cannot be had, and says that a call failed', async ({ page }) => {
  await page.route('**/v1/tipologiche/**', (route) =>
    route.fulfill({ status: 500, json: { success: false, result: {}, errorCode: 'errore_interno' } }),
  )
  await page.goto(`${site}/cosa-facciamo/contact-center/segnalazione/intro`)
  await expect(page.getByRole('alert').filter({ hasText: 'Errore chiamata' })).toBeVisible()
  await expect(page.getByLabel("Ho letto l'informativa")).toBeVisible()
  await expect(page.getByLabel('In quale lingua vuoi che ti ricontattiamo?').getByRole('option')).toHaveText([
    '--- Non impostato ---',
  ])
})
