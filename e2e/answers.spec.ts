import type { Page } from '@playwright/test'
import { expect, site, test } from './fixtures.ts'
import { begin, chooseProfile, goOn, openStep, pressSend, send, tellFacts, typeDate, wholeDraft } from './wizard.ts'

const intro = '/cosa-facciamo/contact-center/segnalazione/intro'

/** Every term of the summary with its answer. */
const answersOn = (page: Page): Promise<Record<string, string>> =>
  page
    .locator('.definition')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent?.trim()]),
      ),
    )

/** The same of a case, whose answers stand in several tabs. */
async function answersInTabs(page: Page, tabs: readonly string[]) {
  const all: Record<string, string> = {}
  for (const tab of tabs) {
    await page.getByRole('tab', { name: tab }).click()
    Object.assign(all, await answersOn(page))
  }
  return all
}

async function tellPlace(page: Page, of: string, [region, province, city]: readonly [string, string, string]) {
  await page.getByLabel(`Regione${of}`, { exact: true }).selectOption({ label: region })
  await page.getByLabel(`Provincia${of}`, { exact: true }).selectOption({ label: province })
  await page.getByLabel(`Comune${of}`, { exact: true }).selectOption({ label: city })
}

test('the intro asks for the language and the consent, marks what is mandatory and leads to the information text', async ({
  page,
  portal,
}) => {
  await portal.open(intro)
  const languages = page.getByLabel('In quale lingua vuoi che ti ricontattiamo?')
  await expect(languages.getByRole('option', { name: 'Italiano' })).toBeAttached()
  expect(await languages.getByRole('option').count()).toBeGreaterThan(6)
  await expect(page.getByText("I campi con l'asterisco (*) sono obbligatori.")).toBeVisible()
  await expect(page.getByLabel("Ho letto l'informativa e so come saranno usati i miei dati")).not.toBeChecked()
  await page.getByRole('main').getByRole('link', { name: "Leggi l'informativa sui dati personali" }).click()
  await expect(page.getByRole('heading', { name: 'Informativa sui dati personali' })).toBeVisible()
})

test('the wizard begins with the specified choices: Italian, witness, Italy', async ({ page, portal }) => {
  await portal.open(intro)
  await expect(page.getByLabel('In quale lingua vuoi che ti ricontattiamo?')).toHaveValue('1')
  await begin(page)
  const chosen = page.getByRole('radio', { checked: true })
  await expect(chosen).toHaveValue('3')
  await expect(chosen).toHaveAccessibleName(/^Testimone/)
  expect(
    await page.getByRole('radio').evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value'))),
  ).toEqual(['1', '2', '3', '4'])
  await chooseProfile(page, 'Associazione')
  for (const label of ['Nazione', "Nazione dell'associazione"]) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('105')
    await expect(page.getByLabel(label, { exact: true }).locator('option:checked')).toHaveText('Italia')
  }
})

test('the summary repeats every answer of a person, and the office reads the same', async ({ page, portal }) => {
  await begin(page)
  await chooseProfile(page, 'Segnalante')
  await page.getByLabel('Nome', { exact: true }).fill('Niccolò')
  await page.getByLabel('Cognome', { exact: true }).fill("D'Àngelo")
  await typeDate(page, 'Data di nascita', ['28', '02', '1990'])
  await page.getByLabel('E-mail', { exact: true }).fill('niccolo@example.it')
  await page.getByLabel('Telefono', { exact: true }).fill('+390612345678')
  await page.getByLabel('Altro telefono', { exact: true }).fill('3331234567')
  await tellPlace(page, '', ['Lazio', 'Roma', 'Fiumicino'])
  await page.getByLabel('Indirizzo', { exact: true }).fill("Via dell'Umiltà, 1")
  await page.getByLabel('CAP', { exact: true }).fill('00054')
  await goOn(page)
  await tellFacts(page, 'Un fatto da rileggere.')
  const told = {
    Lingua: 'Italiano',
    'Informativa sui dati personali letta': 'Sì',
    Profilo: 'Segnalante',
    Nome: 'Niccolò',
    Cognome: "D'Àngelo",
    'Data di nascita': '28/02/1990',
    'E-mail': 'niccolo@example.it',
    Telefono: '+390612345678',
    'Altro telefono': '3331234567',
    Nazione: 'Italia',
    Regione: 'Lazio',
    Provincia: 'Roma',
    Comune: 'Fiumicino',
    Indirizzo: "Via dell'Umiltà, 1",
    CAP: '00054',
    'Che cosa è successo': 'Un fatto da rileggere.',
    'Data del fatto': '03/11/2026',
    'Data sconosciuta': 'No',
  }
  await expect.poll(() => answersOn(page)).toMatchObject(told)
  await expect(page.getByLabel('Autorizzazione ad usare i dati personali (legge 196/03)')).not.toBeChecked()
  const { code } = await send(page)

  await portal.signIn('Giulia')
  const { result } = await (
    await page.request.get(`${site}/api/v1/segnalazioni/integrazione-segnalazione-view?a=100`)
  ).json()
  const { id_segnalazione: id } = result.listaView.find(({ codice }: { codice: string }) => codice === code)
  await page.goto(`${site}/gestione/operatore/casi/dettaglio?id=${id}`)
  await expect.poll(() => answersInTabs(page, ['Fatto', 'Persone'])).toMatchObject(told)
  expect((await answersOn(page))['Ricevuta il']).toMatch(/^\d\d\/\d\d\/\d{4} - \d\d:\d\d$/)
})

test('the summary of an association repeats what the association told of itself', async ({ page }) => {
  await begin(page)
  await chooseProfile(page, 'Associazione')
  await page.getByLabel("Denominazione dell'associazione").fill('Ponti & Porte')
  await page.getByLabel("Partita IVA o codice fiscale dell'associazione").fill('12345678903')
  await page.getByLabel('Rappresentante legale').fill('De Luca')
  await page.getByLabel(/^Persona da contattare/).fill('Aïcha Ben Alì')
  await page.getByLabel('Telefono della persona da contattare').fill('0212345678')
  await tellPlace(page, " dell'associazione", ['Lombardia', 'Milano', 'Rho'])
  await goOn(page)
  await tellFacts(page, 'Un socio è stato escluso.')
  await expect
    .poll(() => answersOn(page))
    .toMatchObject({
      Profilo: 'Associazione',
      "Denominazione dell'associazione": 'Ponti & Porte',
      "Partita IVA o codice fiscale dell'associazione": '12345678903',
      'Rappresentante legale': 'De Luca',
      'Persona da contattare': 'Aïcha Ben Alì',
      'Telefono della persona da contattare': '0212345678',
      "Nazione dell'associazione": 'Italia',
      "Regione dell'associazione": 'Lombardia',
      "Provincia dell'associazione": 'Milano',
      "Comune dell'associazione": 'Rho',
    })
})

test("'Avanti' and 'Indietro' move through the steps, and what was told stays", async ({ page }) => {
  await begin(page)
  await expect(page).toHaveURL(/\/segnalazione\/1$/)
  await chooseProfile(page, 'Vittima')
  await expect(page).toHaveURL(/\/segnalazione\/2$/)
  await page.getByLabel('E-mail', { exact: true }).fill('passi@example.it')
  await goOn(page)
  await expect(page).toHaveURL(/\/segnalazione\/3$/)
  await tellFacts(page, 'Avanti e indietro.')
  await expect(page).toHaveURL(/\/segnalazione\/4$/)
  for (const [path, heading] of [
    ['3', 'Che cosa è successo?'],
    ['2', 'Come possiamo ricontattarti?'],
    ['1', 'Chi sei in questa vicenda?'],
    ['intro', 'Segnala una discriminazione'],
  ] as const) {
    await page.getByRole('link', { name: 'Indietro', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/segnalazione/${path}$`))
  }
  await expect(page.getByLabel("Ho letto l'informativa")).toBeChecked()
})

test('a sent report is told by a toast, its code and pin can be copied and printed, and the draft is gone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openStep(page, 'summary', { ...wholeDraft, email: 'copia@example.it', message: 'Un fatto da dimenticare.' })
  const { code, pin } = await send(page)
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
  await page.goto(`${site}/cosa-facciamo/contact-center/segnalazione/3`)
  await expect(page).toHaveURL(/\/intro$/)
  await expect(page.getByLabel("Ho letto l'informativa")).not.toBeChecked()
})

test('a page reloaded after a lost answer sends the same report once', async ({ page }) => {
  await openStep(page, 'summary')
  const keys: (string | undefined)[] = []
  let lost = ''
  await page.route('**/v1/noauth/segnalazione*', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (lost) return route.continue()
    lost = (await (await route.fetch()).json()).result.codice
    return route.abort('connectionreset')
  })
  await pressSend(page)
  await expect(page.getByText("Errore nell'invio della segnalazione, riprova").first()).toBeVisible()
  await page.reload()
  await pressSend(page)
  await expect(page.getByRole('heading', { name: 'Abbiamo ricevuto la tua segnalazione' })).toBeVisible()
  await expect(page.getByText(lost)).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

test('a list that is there is not fetched again, and a place narrows the next', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    searchParams.delete('v')
    if (pathname.includes('/v1/tipologiche/')) asked.push(`${pathname.split('/v1/')[1]}?${searchParams}`)
  })
  await openStep(page, 'details')
  await expect(page.getByLabel('Provincia', { exact: true })).toBeDisabled()
  for (const region of ['Lazio', 'Umbria', 'Lazio']) {
    await page.getByLabel('Regione', { exact: true }).selectOption({ label: region })
    await expect(
      page
        .getByLabel('Provincia', { exact: true })
        .getByRole('option', { name: region === 'Lazio' ? 'Latina' : 'Terni' }),
    ).toBeAttached()
  }
  expect(asked.filter((list) => list.startsWith('tipologiche/provincia'))).toHaveLength(2)
  await page.getByRole('link', { name: 'Indietro', exact: true }).click()
  await chooseProfile(page, 'Vittima')
  await expect(page.getByLabel('Nazione', { exact: true })).toHaveValue('105')
  expect(new Set(asked).size).toBe(asked.length)
})

test('whoever writes nonsense and then stays anonymous is not held up by it', async ({ page }) => {
  await openStep(page, 'details', { ...wholeDraft, profile: 3, email: undefined })
  await page.getByLabel('Telefono', { exact: true }).fill('chiamatemi')
  await page.getByLabel('Regione', { exact: true }).selectOption({ label: 'Lazio' })
  await page.getByLabel('Nazione', { exact: true }).selectOption({ label: 'Francia' })
  await page.getByLabel('Non voglio dare il mio nome').check()
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'Che cosa è successo?' })).toBeVisible()
})
