import type { Page } from '@playwright/test'
import { dayIn, officeZone } from '@portal/contract'
import { followEntry } from './desk-menu.ts'
import { expect, site, test } from './fixtures.ts'
import { labelOf } from './labels.ts'
import {
  attach,
  begin,
  chooseProfile,
  completeDraft,
  fillInFacts,
  goOn,
  longText,
  openStep,
  patient,
  pressSend,
  send,
  textFile,
  typeDate,
} from './wizard.ts'

/** Every label of the summary with its answer. */
const answersOn = (page: Page): Promise<Record<string, string>> =>
  page
    .locator('.definition')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent?.trim()]),
      ),
    )

/** The same for a case, whose answers are in several tabs. */
async function answersInTabs(page: Page, tabs: readonly string[]) {
  const all: Record<string, string> = {}
  for (const tab of tabs) {
    await page.getByRole('tab', { name: tab }).click()
    Object.assign(all, await answersOn(page))
  }
  return all
}

async function selectPlace(page: Page, of: string, [region, province, city]: readonly [string, string, string]) {
  await page.getByLabel(`Regione${of}`, { exact: true }).selectOption({ label: region })
  await page.getByLabel(`Provincia${of}`, { exact: true }).selectOption({ label: province })
  await page.getByLabel(`Comune${of}`, { exact: true }).selectOption({ label: city })
}

test('a victim reports with every field, and an operator opens the report at the top of the list', async ({
  page,
  portal,
}) => {
  // The longest journey.
  test.slow()
  await portal.open('/')
  await expect(page).toHaveURL(/\/cosa-facciamo\/contact-center\/segnalazione\/intro$/)
  await portal.picture('1-intro')
  await begin(page)
  await portal.picture('2-profile')
  await chooseProfile(page, 'Vittima')
  await page.getByLabel(labelOf('firstName'), { exact: true }).fill('Niccolò')
  await page.getByLabel(labelOf('lastName'), { exact: true }).fill("D'Àngelo")
  await typeDate(page, labelOf('birthDate'), ['28', '02', '1990'])
  await page.getByLabel(labelOf('email'), { exact: true }).fill('niccolo@example.it')
  await page.getByLabel(labelOf('phone'), { exact: true }).fill('+390612345678')
  await page.getByLabel(labelOf('otherPhone'), { exact: true }).fill('3331234567')
  await selectPlace(page, '', ['Lazio', 'Roma', 'Fiumicino'])
  await page.getByLabel(labelOf('address'), { exact: true }).fill("Via dell'Umiltà, 1")
  await page.getByLabel(labelOf('postalCode'), { exact: true }).fill('00054')
  await portal.picture('3-details')
  await goOn(page)
  await attach(page, textFile('nota.txt'))
  await expect(page.getByText('Il file è stato accettato').first()).toBeVisible()
  await fillInFacts(page, longText)
  await portal.isAccessible()
  await portal.picture('5-summary')
  const answers = {
    [labelOf('language')]: 'Italiano',
    [labelOf('informationRead')]: 'Sì',
    [labelOf('profile')]: 'Vittima',
    [labelOf('firstName')]: 'Niccolò',
    [labelOf('lastName')]: "D'Àngelo",
    [labelOf('birthDate')]: '28/02/1990',
    [labelOf('email')]: 'niccolo@example.it',
    [labelOf('phone')]: '+390612345678',
    [labelOf('otherPhone')]: '3331234567',
    [labelOf('nation')]: 'Italia',
    [labelOf('region')]: 'Lazio',
    [labelOf('province')]: 'Roma',
    [labelOf('city')]: 'Fiumicino',
    [labelOf('address')]: "Via dell'Umiltà, 1",
    [labelOf('postalCode')]: '00054',
    [labelOf('message')]: longText,
    [labelOf('eventDate')]: '03/11/2026',
  }
  await expect
    .poll(() => answersOn(page))
    .toEqual({ ...answers, [labelOf('attachments')]: expect.stringMatching(/nota\.txt/) })
  await expect(page.getByRole('definition').filter({ hasText: /nota\.txt 9 byte/ })).toBeVisible()
  await expect(page.getByLabel(labelOf('privacyConsent'))).not.toBeChecked()
  const { code, pin } = await send(page)
  expect(code).toMatch(/^UNAR-\d{4}-\d{6}$/)
  expect(pin).toMatch(/^\w{5}-\w{5}$/)
  await portal.isAccessible()
  await portal.picture('6-success')

  await portal.signIn('Giulia')
  await followEntry(page, /^Casi/)
  const row = page.getByRole('row').filter({ hasText: code })
  // Other journeys send reports at the same time: the report may have moved to a later page.
  for (let number = 1; number <= 6 && !(await row.isVisible()); number++) {
    await page.goto(`${site}/gestione/operatore/casi/lista?pagina=${number}`)
    await expect(page.getByRole('row').nth(1)).toContainText('UNAR-')
  }
  await expect(row).toContainText('Aperto')
  await portal.picture('7-list')
  await row.getByRole('link', { name: code }).click()
  await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
  await expect(page.getByText("D'Àngelo Niccolò").first()).toBeVisible()
  expect(await page.locator('.written-text').first().textContent()).toBe(longText)
  await portal.picture('8-case')

  await test.step('the summary repeats every answer of a person, and the office reads the same', async () => {
    await patient.poll(() => answersInTabs(page, ['Fatto', 'Persone'])).toMatchObject(answers)
    expect((await answersOn(page))['Ricevuta il']).toMatch(/^\d\d\/\d\d\/\d{4} - \d\d:\d\d$/)
  })
})

test('a year long ago is asked about, and a telephone that is 26 hours behind takes the date of today', async ({
  page,
  portal,
}) => {
  const now = new Date()
  await page.clock.setSystemTime(new Date(now.getTime() - 26 * 3_600_000))
  await openStep(page, 'facts', { ...completeDraft, eventDate: undefined })
  await typeDate(page, labelOf('eventDate'), ['3', '11', '1946'])
  await goOn(page)
  await expect(page.getByRole('link', { name: /Controlla l'anno: se è giusto, conferma qui/ })).toBeVisible()
  await portal.picture('year-long-ago')
  await portal.isAccessible()
  await page.getByRole('checkbox', { name: labelOf('eventYearConfirmed') }).check()
  await goOn(page)
  await expect(page.getByText('03/11/1946')).toBeVisible()

  await page.getByRole('link', { name: /Modifica.*Che cosa è successo/ }).click()
  const [year = '', month = '', day = ''] = dayIn(officeZone, now).split('-')
  await typeDate(page, labelOf('eventDate'), [day, month, year])
  await expect(page.getByRole('checkbox', { name: labelOf('eventYearConfirmed') })).toHaveCount(0)
  await goOn(page)
  await expect(page.getByText(`${day}/${month}/${year}`)).toBeVisible()
})

test('an association fills in its required fields', async ({ page, portal }) => {
  test.slow()
  await openStep(page, 'profile', { ...completeDraft, message: undefined, eventDate: undefined })
  await chooseProfile(page, 'Associazione')
  await goOn(page)
  const summary = page.getByRole('alert').filter({ hasText: 'Controlla questi campi' })
  await expect(summary).toBeFocused()
  for (const label of [
    "scrivi il nome dell'associazione",
    'scrivi le 11 cifre della partita IVA',
    "scrivi chi rappresenta l'associazione",
    'scrivi chi possiamo contattare',
    'scrivi un numero di telefono',
  ])
    await expect(summary.getByRole('link', { name: `Campo obbligatorio: ${label}` })).toBeVisible()
  await portal.isAccessible()
  await summary.getByRole('link', { name: /partita IVA/ }).click()
  const vat = page.getByLabel(labelOf('organisationVat'))
  await expect(vat).toBeFocused()
  await vat.fill('1234')
  await expect(page.getByText('La partita IVA deve avere 11 cifre').last()).toBeVisible()
  await vat.fill('12345678903')
  await expect(page.getByText('La partita IVA deve avere 11 cifre')).toHaveCount(0)

  await test.step('the summary of an association repeats the data of the association', async () => {
    await page.getByLabel(labelOf('organisationName')).fill('Ponti & Porte')
    await page.getByLabel(labelOf('legalRepresentative')).fill('De Luca')
    await page.getByLabel(/^Persona da contattare/).fill('Aïcha Ben Alì')
    await page.getByLabel(labelOf('organisationPhone')).fill('0212345678')
    await selectPlace(page, " dell'associazione", ['Lombardia', 'Milano', 'Rho'])
    await goOn(page)
    await fillInFacts(page, 'Un socio è stato escluso.')
    await expect
      .poll(() => answersOn(page))
      .toMatchObject({
        [labelOf('profile')]: 'Associazione',
        [labelOf('organisationName')]: 'Ponti & Porte',
        [labelOf('organisationVat')]: '12345678903',
        [labelOf('legalRepresentative')]: 'De Luca',
        [labelOf('contactPerson')]: 'Aïcha Ben Alì',
        [labelOf('organisationPhone')]: '0212345678',
        [labelOf('organisationNation')]: 'Italia',
        [labelOf('organisationRegion')]: 'Lombardia',
        [labelOf('organisationProvince')]: 'Milano',
        [labelOf('organisationCity')]: 'Rho',
      })
  })
})

test('a witness stays anonymous without a name, and may state that they do not remember the date', async ({
  page,
  portal,
}) => {
  await openStep(page, 'details', { informationRead: true, profile: 3, language: 1 })
  await goOn(page)
  await expect(page.getByRole('link', { name: /E-mail: Indica un indirizzo e-mail o un telefono/ })).toBeVisible()
  // An invalid value does not block a reporter who then stays anonymous.
  await page.getByLabel(labelOf('phone'), { exact: true }).fill('chiamatemi')
  await page.getByLabel(labelOf('region'), { exact: true }).selectOption({ label: 'Lazio' })
  await page.getByLabel(labelOf('nation'), { exact: true }).selectOption({ label: 'Francia' })
  await page.getByLabel('Voglio restare anonimo/a').check()
  await expect(page.getByLabel(labelOf('firstName'), { exact: true })).toBeHidden()
  await expect(page.getByLabel(labelOf('phone'), { exact: true })).toBeHidden()
  await page.getByLabel(labelOf('email'), { exact: true }).fill('nessuno@example.org')
  await expect(page.getByText("serve solo ad avvisarti che c'è un messaggio")).toBeVisible()
  await portal.picture('2-details-anonymous')
  await goOn(page)
  await page.getByRole('textbox', { name: labelOf('message') }).fill('Ho visto tutto.')
  await page.getByLabel('Non ricordo la data').check()
  await expect(page.getByRole('group', { name: labelOf('eventDate') })).toBeHidden()
  await goOn(page)
  await expect(page.getByRole('definition').filter({ hasText: 'Sì' }).first()).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'nessuno@example.org' })).toBeVisible()
  // An answer before the digits have loaded counts as expired.
  await patient(page.getByAltText(/^Immagine con 6 cifre/)).toBeVisible()
  await send(page)
  await expect(page.getByText('Torna qui con codice e PIN tra due giorni lavorativi')).toBeVisible()
  await test.step('code and PIN are on one line each on the narrowest telephone', async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    const lines = page
      .locator('.copy-value')
      .evaluateAll((values) =>
        values.map((value) => Math.round(value.clientHeight / Number.parseFloat(getComputedStyle(value).lineHeight))),
      )
    expect(await lines).toEqual([1, 1])
  })
})

test('a reporter corrects errors, goes back from the summary and loses nothing by a reload', async ({
  page,
  portal,
  context,
}) => {
  test.slow()
  await portal.open('/cosa-facciamo/contact-center/segnalazione/intro')
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Campo obbligatorio' }).first()).toBeVisible()
  await portal.isAccessible()
  await openStep(page, 'details', { informationRead: true, profile: 2, language: 1 })
  await page.getByLabel(labelOf('phone'), { exact: true }).fill('06 casa')
  await goOn(page)
  await expect(page.getByRole('link', { name: /Telefono: .*solo cifre/ })).toBeVisible()
  await page.getByLabel(labelOf('phone'), { exact: true }).fill('06 12.34')
  await goOn(page)
  await page.getByRole('textbox', { name: labelOf('message') }).fill('Letto sul giornale.')
  await typeDate(page, labelOf('eventDate'), ['31', '02', '2026'])
  await goOn(page)
  await expect(page.getByRole('link', { name: /Data del fatto: Controlla giorno, mese e anno/ })).toBeVisible()
  await typeDate(page, labelOf('eventDate'), ['1', '1', '2999'])
  await expect(page.getByText('non può essere nel futuro').last()).toBeVisible()
  await portal.picture('4-facts-error')
  await typeDate(page, labelOf('eventDate'), ['1', '2', '2026'])
  await page.reload()
  await expect(page.getByRole('textbox', { name: labelOf('message') })).toHaveValue('Letto sul giornale.')
  await goOn(page)
  await page.getByRole('link', { name: /Modifica.*I tuoi dati/ }).click()
  await expect(page.getByLabel(labelOf('phone'), { exact: true })).toHaveValue('06 12.34')
  await goOn(page)
  await goOn(page)
  await expect(page.getByRole('definition').filter({ hasText: /^061234$/ })).toBeVisible()
  await expect(page.getByText('01/02/2026')).toBeVisible()

  const otherTab = await context.newPage()
  await otherTab.goto(`${site}/cosa-facciamo/contact-center/segnalazione/4`)
  await expect(otherTab).toHaveURL(/\/intro$/)
  await otherTab.close()

  await test.step('an error that only the server finds leads back to its field', async () => {
    // A municipality that was closed while the reporter was writing.
    await page.route('**/v1/noauth/segnalazione*', async (route) => {
      const body = route.request().postDataJSON()
      body.personaFisica.anagrafica.id_regione = 999
      await route.continue({ postData: JSON.stringify(body) })
    })
    await pressSend(page)
    await expect(page).toHaveURL(/\/segnalazione\/2$/)
    await expect(page.getByText('La scelta non è tra quelle previste').first()).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Controlla questi campi' })).toBeFocused()
  })

  await test.step("'Azzera' asks for confirmation, deletes the draft and starts again", async () => {
    await page.getByLabel(labelOf('firstName'), { exact: true }).fill('Mario')
    await page.getByRole('button', { name: 'Azzera' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancellare la bozza?' })
    await expect(dialog).toBeVisible()
    await portal.isAccessible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel(labelOf('firstName'), { exact: true })).toHaveValue('Mario')
    await page.getByRole('button', { name: 'Azzera' }).click()
    await dialog.getByRole('button', { name: 'Cancella e ricomincia' }).click()
    await expect(page).toHaveURL(/\/intro$/)
    await expect(page.getByLabel("Ho letto l'informativa")).not.toBeChecked()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Mario')
  })
})

test('a lost answer is repeated without a second report', async ({ page, portal, context }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openStep(page, 'summary', { ...completeDraft, email: 'copia@example.it', message: 'Un fatto da dimenticare.' })
  const keys: (string | undefined)[] = []
  const codes: string[] = []
  let outcome: 'broken' | 'lost' | 'answered' = 'broken'
  await page.route('**/v1/noauth/segnalazione*', async (route) => {
    if (outcome === 'broken') return route.fulfill({ status: 502, body: '<html>' })
    keys.push(route.request().headers()['idempotency-key'])
    if (outcome === 'answered') return route.continue()
    codes.push((await (await route.fetch()).json()).result.codice)
    return route.abort('connectionreset')
  })
  await pressSend(page)
  const failure = page.getByText("Errore nell'invio della segnalazione, riprova")
  await expect(page.getByRole('alert').filter({ has: failure })).toContainText('non è andato perso')
  await expect(failure).toHaveCount(1)
  await portal.picture('send-failed')

  outcome = 'lost'
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
  // Deriving the keys of a case takes time.
  await patient.poll(() => codes).toHaveLength(1)
  await expect(failure).toBeVisible()
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
  await patient.poll(() => codes).toHaveLength(2)
  await expect(failure).toBeVisible()

  const { code, pin } = await test.step('a page reloaded after a lost answer sends the same report once', async () => {
    outcome = 'answered'
    await page.reload()
    const receipt = await send(page)
    expect(new Set([...codes, receipt.code]).size).toBe(1)
    expect(keys).toHaveLength(3)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(1)
    return receipt
  })

  await test.step('a toast confirms a sent report, code and PIN can be copied and printed, and the draft is deleted', async () => {
    await expect(page).toHaveURL(/\/segnalazione\/success$/)
    const toast = page.getByRole('status').locator('.toast')
    await expect(toast).toContainText('Success')
    await expect(toast).toContainText('Segnalazione inserita con successo')
    for (const [button, value] of [
      ['Copia il codice', code],
      ['Copia il PIN', pin],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    }
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: 'Stampa' }).click()
    await expect(page.locator('body[data-printed]')).toBeAttached()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/dimenticare|copia@/)
    await page.getByRole('button', { name: "L'ho annotato, nascondi" }).click()
    await expect(page.getByText('Codice e PIN sono nascosti')).toBeVisible()
    await expect(page.getByText(pin)).toBeHidden()
    await portal.isAccessible()
    await portal.picture('receipt-hidden')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(pin)
    await page.reload()
    await expect(page.getByText('Codice e PIN si vedono solo subito dopo')).toBeVisible()
    await page.goto(`${site}/cosa-facciamo/contact-center/segnalazione/3`)
    await expect(page).toHaveURL(/\/intro$/)
    await expect(page.getByLabel("Ho letto l'informativa")).not.toBeChecked()
  })
})

// Storage is the same at every width.
test('a browser that forbids storage still shows code and PIN to the sender', { tag: '@desktop' }, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError')
      },
    }),
  )
  await begin(page)
  await chooseProfile(page, 'Vittima')
  await page.getByLabel(labelOf('email'), { exact: true }).fill('vietato@example.it')
  await goOn(page)
  await fillInFacts(page, 'Senza memoria.')
  const { code, pin } = await send(page)
  expect(code).toMatch(/^UNAR-\d{4}-\d{6}$/)
  expect(pin).toMatch(/^\w{5}-\w{5}$/)
})

// A failed list is the same at every width.
test('the form is shown even if the reference lists fail to load, and reports the failed call', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.route('**/v1/tipologiche/**', (route) =>
    route.fulfill({ status: 500, json: { success: false, result: {}, errorCode: 'errore_interno' } }),
  )
  await openStep(page, 'details')
  await expect(page.getByRole('alert').filter({ hasText: 'Errore chiamata' })).toBeVisible()
  const again = page.getByRole('button', { name: /Carica di nuovo l'elenco.*: Regione$/ })
  await expect(again).toBeVisible()
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'Che cosa è successo?' })).toBeVisible()
  await page.getByRole('link', { name: 'Indietro', exact: true }).click()
  await expect(again).toBeVisible()
  await page.unroute('**/v1/tipologiche/**')
  await again.click()
  await expect(
    page.getByLabel(labelOf('region'), { exact: true }).getByRole('option', { name: 'Lazio' }),
  ).toBeAttached()
  await expect(again).toBeHidden()
})
