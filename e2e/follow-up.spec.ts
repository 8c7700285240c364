import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { reportOnWire } from '../server/test/make.ts'
import { expect, site, test } from './fixtures.ts'
import { sendReport as sendByCall } from './send-report.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { textsOf } from './spoken.ts'
import { attach, openStep, send, textFile } from './wizard.ts'

const page1 = paths.followUp

/** Sends a report; returns its receipt with the id of the case. */
async function sendReport(page: Page) {
  const { result } = await (await sendByCall(page.request, reportOnWire())).json()
  return { code: result.codice as string, pin: result.pin as string, id: result.id_segnalazione as number }
}

async function enter(page: Page, code: string, pin: string) {
  await page.getByLabel('Codice').fill(code)
  await page.getByLabel('PIN', { exact: false }).fill(pin)
  await page.getByRole('button', { name: 'Apri' }).click()
}

/** The office writes a message on its own page, in another browser. */
async function officeWrites(browser: Browser, baseURL: string | undefined, id: number, text: string) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 1280, height: 900 } })
  const desk = await context.newPage()
  await signInByCall(desk, 'Giulia')
  await desk.goto(`${site}${paths.caseDetail}?id=${id}`)
  await desk.getByRole('tab', { name: 'Corrispondenza' }).click()
  await desk.getByLabel('Nuovo messaggio').fill(text)
  await desk.getByRole('button', { name: 'Invia il messaggio' }).click()
  await expect(desk.locator('.message-list')).toContainText(text)
  return { desk, close: () => context.close() }
}

test('a reporter returns with code and PIN', async ({ page, portal, browser, baseURL }) => {
  test.slow()
  await test.step('the sign-in page for code and PIN has a neutral title and names missing fields', async () => {
    await portal.open(page1)
    await expect(page).not.toHaveTitle(/discriminazion|segnal/i)
    await portal.picture('follow-up-access')
    await page.getByRole('button', { name: 'Apri' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Controlla questi campi' })).toBeFocused()
  })

  await test.step('a reporter returns with code and PIN, reads, answers with a file, and saves the receipt', async () => {
    const { code, pin, id } = await sendReport(page)
    const office = await officeWrites(browser, baseURL, id, 'Buongiorno, a che ora è successo?')
    await portal.open(page1)
    await enter(page, code.toLowerCase().replaceAll('-', ' - '), pin.replace('-', ' '))
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeFocused()
    await expect(page.getByText("C'è una risposta", { exact: true })).toBeVisible()
    await expect(page.getByText('Buongiorno, a che ora è successo?')).toBeVisible()

    await page.getByLabel('La tua risposta').fill('Verso le nove del mattino 🙁')
    await attach(page, textFile('appunti.txt', 'visti quel giorno'))
    await expect(page.getByRole('button', { name: /Elimina/ })).toBeVisible()
    await page.getByRole('button', { name: 'Invia la risposta' }).click()
    await expect(page.getByText('La risposta è stata inviata')).toBeVisible()
    await expect(page.locator('.message-own')).toContainText('Verso le nove del mattino 🙁')
    await expect(page.getByLabel('La tua risposta')).toHaveValue('')
    await portal.isAccessible()
    await portal.picture('follow-up-open')

    const file = page.waitForEvent('download')
    await page.locator('.message-own').getByRole('link', { name: 'appunti.txt' }).click()
    expect(readFileSync(await (await file).path(), 'utf8')).toContain('visti quel giorno')
    const receipt = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Scarica la ricevuta (PDF)' }).click()
    const saved = await receipt
    expect(saved.suggestedFilename()).toBe(`${code}.pdf`)
    expect(readFileSync(await saved.path()).toString('latin1')).toMatch(/^%PDF-1\.7/)

    await office.desk.reload()
    await office.desk.getByRole('tab', { name: 'Corrispondenza' }).click()
    await expect(office.desk.locator('.message-list')).toContainText('Verso le nove del mattino 🙁')
    await office.close()

    // A reload of the tab finds the session; 'Esci' clears the page.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    await expect(page.getByText(textsOf('it', ['follow-up'])('followUp.leftTitle'))).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Apri' })).toBeVisible()
  })
})

test('after leaving, nothing of the report comes back by back, reload or another tab', async ({
  page,
  portal,
  context,
}) => {
  await openStep(page, 'summary')
  const { code, pin } = await send(page)
  // A second tab shows code and PIN as well, since the browser copies what the first one stores.
  const opening = context.waitForEvent('page')
  await page.evaluate(() => window.open(location.href))
  const other = await opening
  await expect(other.getByText(pin)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Segui la tua segnalazione' }).click()
  // The page of code and PIN has buttons with these words.
  await expect(page.getByRole('button', { name: 'Apri' })).toBeVisible()
  await enter(page, code, pin)
  await page.getByLabel('La tua risposta').fill('Parole non inviate')
  await page.getByRole('button', { name: 'Esci', exact: true }).click()
  await expect(page.getByText(textsOf('it', ['follow-up'])('followUp.leftTitle'))).toBeVisible()
  const isForgotten = async (tab: Page) => {
    const shown = (await tab.locator('body').textContent()) ?? ''
    const fields = await tab
      .locator('input, textarea')
      .evaluateAll((all) => all.map((each) => Reflect.get(each, 'value')))
    const stored = await tab.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
    for (const text of [shown, ...fields, stored])
      for (const secret of [code, pin, 'Parole non inviate']) expect(text).not.toContain(secret)
  }
  await isForgotten(page)
  await expect(other.getByText(pin)).toHaveCount(0)
  await isForgotten(other)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await isForgotten(page)
  await portal.picture('follow-up-left-back')
  await page.reload()
  await isForgotten(page)
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Apri' })).toBeVisible()
  await isForgotten(page)
})

test('a wrong PIN is reported, and after five attempts the lock of the code', async ({ page, portal }) => {
  const { code } = await sendReport(page)
  await portal.open(page1)
  for (let count = 0; count < 5; count++) {
    await enter(page, code, '00000-00000')
    await expect(page.getByText('Il codice o il PIN non sono corretti')).toBeVisible()
  }
  await enter(page, code, '00000-00000')
  await expect(page.getByText('Troppi tentativi')).toBeVisible()
  await portal.isAccessible()
})

test('an answer that is not sent yet', async ({ page, portal }) => {
  test.slow()
  const { code, pin } = await sendReport(page)

  await test.step('the end of a session is reported; the unfinished text returns with the same code', async () => {
    await page.clock.install()
    await portal.open(page1)
    await enter(page, code, pin)
    await page.getByLabel('La tua risposta').fill('Stavo scrivendo')
    await attach(page, textFile('prova.txt'))
    await expect(page.getByText('Il file è stato accettato').first()).toBeVisible()
    await page.clock.fastForward('26:00')
    await expect(page.getByRole('alertdialog', { name: 'Sei ancora qui?' })).toBeVisible()
    await portal.picture('follow-up-warning')
    await page.getByRole('button', { name: 'Continua' }).click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await page.clock.fastForward('31:00')
    await expect(page.getByText('La pagina si è chiusa per proteggerti')).toBeVisible()
    await enter(page, code, pin)
    await expect(page.getByLabel('La tua risposta')).toHaveValue('Stavo scrivendo')
    await page.getByRole('button', { name: 'Invia la risposta' }).click()
    const own = page.locator('.message-own')
    await expect(own).toContainText('Stavo scrivendo')
    await expect(own.getByRole('link', { name: 'prova.txt' })).toBeVisible()
  })

  await test.step('leaving with unsent text needs confirmation, a quick exit does not, and leaves nothing open', async () => {
    await page.route('https://**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Altro sito</h1>' }),
    )
    await page.getByLabel('La tua risposta').fill('Non ancora inviato')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await page.getByRole('button', { name: 'Resta qui' }).click()
    await expect(page.getByLabel('La tua risposta')).toHaveValue('Non ancora inviato')
    await page
      .getByRole('link', { name: /Esci subito/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Altro sito' })).toBeVisible()
    await page.unroute('https://**/*')
    await portal.open(page1)
    await expect(page.getByRole('button', { name: 'Apri' })).toBeVisible()
    expect((await page.request.get(`${site}/api/v1/noauth/pratica`)).status()).toBe(401)
  })
})

test('earlier messages are fetched on request', async ({ page, portal, playwright, baseURL }) => {
  const { code, pin, id } = await sendReport(page)
  const office = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const { result: people } = await (await office.get(`${site}/api/v1/mock`)).json()
  const { cf } = people.find(({ nome }: { nome: string }) => nome === 'Giulia')
  await office.post(`${site}/api/v1/mock`, { data: { cf } })
  for (let count = 1; count <= 23; count++)
    await office.post(`${site}/api/v1/segnalazioni/messaggi/${id}`, { data: { testo: `Messaggio numero ${count}` } })
  await portal.open(page1)
  await enter(page, code, pin)
  const messages = page.locator('.message-list').getByRole('listitem')
  await expect(messages).toHaveCount(20)
  await expect(messages.first()).toContainText('Messaggio numero 4')
  const earlier = page.getByRole('button', { name: 'Mostra i messaggi precedenti' })
  await page.route('**/pratica/messaggi?*', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await earlier.click()
  await expect(page.getByText('I messaggi precedenti non sono stati caricati')).toBeVisible()
  await portal.isAccessible()
  await earlier.click()
  await expect(messages).toHaveCount(23)
  await expect(messages.first()).toContainText('Messaggio numero 1')
  await expect(earlier).toBeHidden()
  await expect(page.locator('div:focus')).toContainText('Messaggio numero 1')
  await page.getByLabel('La tua risposta').fill('Eccomi')
  await page.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect(messages).toHaveCount(24)
})

test('the page reads from right to left', async ({ page, portal, context }) => {
  const { code, pin } = await sendReport(page)
  for (const lang of ['ar', 'ur'])
    await test.step(`in ${lang}`, async () => {
      await context.clearCookies()
      await portal.open(`${page1}?lang=${lang}`)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await portal.isAccessible()
      await page.locator('#field-code').fill(code)
      await page.locator('#field-pin').fill(pin)
      await page.locator('form button[type=submit]').click()
      await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
      await portal.isAccessible()
      await portal.picture(`follow-up-${lang}`)
    })
})
