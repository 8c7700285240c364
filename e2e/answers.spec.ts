import { expect, test } from './fixtures.ts'
import { labelOf } from './labels.ts'
import { begin, chooseProfile, fillInFacts, goOn } from './wizard.ts'

const intro = '/cosa-facciamo/contact-center/segnalazione/intro'

test('a reporter moves through the steps and back', async ({ page, portal }) => {
  test.slow()
  const language = page.getByLabel('In quale lingua vuoi che ti ricontattiamo?')
  const consent = page.getByLabel("Ho letto l'informativa e so come saranno usati i miei dati")
  const listCalls: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    searchParams.delete('v')
    if (pathname.includes('/v1/tipologiche/')) listCalls.push(`${pathname.split('/v1/')[1]}?${searchParams}`)
  })

  await test.step('the intro requires language and consent, marks mandatory fields and links to the information text', async () => {
    await portal.open(intro)
    await expect(language).toHaveValue('1')
    await expect(language.getByRole('option', { name: 'Italiano' })).toBeAttached()
    expect(await language.getByRole('option').count()).toBeGreaterThan(6)
    await expect(page.getByText("I campi con l'asterisco (*) sono obbligatori.")).toBeVisible()
    await expect(consent).not.toBeChecked()
    await page.getByRole('main').getByRole('link', { name: "Leggi l'informativa sui dati personali" }).click()
    await expect(page.getByRole('heading', { name: 'Informativa sui dati personali' })).toBeVisible()
  })

  await test.step('the wizard begins with the specified choices: Italian, witness, Italy', async () => {
    await begin(page)
    await expect(page).toHaveURL(/\/segnalazione\/1$/)
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

  await test.step('a loaded list is not fetched again, and a place filters the next list', async () => {
    listCalls.length = 0
    await page.getByRole('link', { name: 'Indietro', exact: true }).click()
    await chooseProfile(page, 'Vittima')
    await expect(page).toHaveURL(/\/segnalazione\/2$/)
    await expect(page.getByLabel(labelOf('province'), { exact: true })).toBeDisabled()
    for (const region of ['Lazio', 'Umbria', 'Lazio']) {
      await page.getByLabel(labelOf('region'), { exact: true }).selectOption({ label: region })
      await expect(
        page
          .getByLabel(labelOf('province'), { exact: true })
          .getByRole('option', { name: region === 'Lazio' ? 'Latina' : 'Terni' }),
      ).toBeAttached()
    }
    expect(listCalls.filter((list) => list.startsWith('tipologiche/provincia'))).toHaveLength(2)
    await page.getByRole('link', { name: 'Indietro', exact: true }).click()
    await chooseProfile(page, 'Vittima')
    await expect(page.getByLabel(labelOf('nation'), { exact: true })).toHaveValue('105')
    expect(new Set(listCalls).size).toBe(listCalls.length)
  })

  await test.step("'Avanti' and 'Indietro' move through the steps, and the answers stay", async () => {
    await page.getByLabel(labelOf('email'), { exact: true }).fill('passi@example.it')
    await goOn(page)
    await expect(page).toHaveURL(/\/segnalazione\/3$/)
    await fillInFacts(page, 'Avanti e indietro.')
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
})
