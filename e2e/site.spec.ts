import type { Route } from '@playwright/test'
import { type Language, paths } from '@portal/contract'
import { officeDefaults } from '../server/src/wiring/office-defaults.ts'
import { expect, site, test } from './fixtures.ts'

type Foreign = Exclude<Language, 'it'>

test('addresses, refusals, header and footer', async ({ page, portal }) => {
  await test.step('the addresses of the table redirect to the wizard', async () => {
    for (const path of ['', '/', '/cosa-facciamo/contact-center', '/cosa-facciamo/contact-center/']) {
      await page.goto(`${site}${path}`)
      await expect(page).toHaveURL(/\/unar\/cosa-facciamo\/contact-center\/segnalazione\/intro$/)
    }
    await page.goto('/')
    await expect(page).toHaveURL(/\/segnalazione\/intro$/)
  })

  await test.step('header and footer have office, slogan, department and links to more information', async () => {
    const header = page.getByRole('banner')
    await expect(header).toContainText('Ufficio Nazionale Antidiscriminazioni Razziali')
    await expect(header).toContainText('A difesa delle differenze')
    await expect(header).toContainText('800 90 10 10')
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('Dipartimento per le Pari Opportunità – Presidenza del Consiglio dei Ministri')
    for (const name of ['Privacy', 'Accessibilità', 'Note legali'])
      await expect(footer.getByRole('link', { name })).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: 'Siti istituzionali' }).getByRole('link').first(),
    ).toHaveAttribute('href', /^https:/)
  })

  await test.step('the intro introduces the office; its name, slogan, department and links are in the language of the page', async () => {
    for (const [language, texts] of [['it', officeDefaults] as const, ...Object.entries(officeDefaults.translations)]) {
      await page.goto(`${site}${paths.reportIntro}?lang=${language}`)
      await expect(page.getByRole('main')).toContainText(texts.about ?? '')
      for (const text of [texts.name, texts.tagline, texts.department, texts.parentBody])
        await expect(page.getByRole('banner')).toContainText(text ?? '')
      for (const { label, labels } of officeDefaults.links)
        await expect(page.getByRole('contentinfo')).toContainText(labels?.[language as Foreign] ?? label)
      await portal.picture(`who-asks-${language}`)
    }
  })

  await test.step('an unknown address says so, with 404', async () => {
    const reply = await page.goto(`${site}/non/esiste`)
    expect(reply?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Pagina non trovata' })).toBeVisible()
    await portal.isAccessible()
    await expect(page.getByRole('banner').getByRole('link', { name: /800 90 10 10/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Esci subito' }).locator('visible=true')).toHaveCount(1)
    await portal.picture('not-found')
    await page.getByRole('button', { name: /^Lingua/ }).click()
    await page.getByRole('link', { name: 'العربية' }).click()
    await expect(page.getByRole('heading', { name: 'الصفحة غير موجودة' })).toBeVisible()
  })

  await test.step('the refusal pages have the contact centre and a link to the login', async () => {
    await portal.open('/error/userNotAllowed')
    await expect(
      page.getByText(
        "Impossibile accedere all'area riservata. Si prega di contattare il Contact Center al numero 800 90 10 10",
      ),
    ).toBeVisible()
    await portal.open('/error/notAuthorized')
    await expect(
      page.getByText("L'utente non è autorizzato ad accedere all'applicazione. Si prega di riprovare."),
    ).toBeVisible()
    await page.getByRole('link', { name: "Torna all'accesso" }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('a call that is slow, or fails', async ({ page, portal }, info) => {
  await test.step('a failed call that no page handles is shown as an internal error', async () => {
    await page.route('**/v1/mock*', (route) =>
      route.fulfill({ status: 500, json: { success: false, result: {}, errorCode: 'errore_interno' } }),
    )
    await page.goto(`${site}/login`)
    const toast = page.getByRole('alert').locator('.toast')
    await expect(toast.locator('.toast-title')).toHaveText('Error')
    await expect(toast.locator('.toast-body')).toHaveText('Errore interno')
    await page.unroute('**/v1/mock*')
  })

  await test.step('a failed call shows a toast: top right, 350 wide, 60 from the top, 20 from the right, for 5 seconds', async () => {
    await portal.open('/login')
    await page.route('**/v1/mock*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { success: false, result: {}, errorCode: 'errore_interno' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Entra come Giulia' }).click()
    const toast = page.getByRole('alert').locator('.toast')
    await expect(toast).toContainText('Error')
    await page.clock.pauseAt(Date.now() + 1000)
    if (info.project.name === 'desktop') {
      const width = await page.evaluate(() => document.documentElement.clientWidth)
      await expect.poll(() => toast.boundingBox()).toMatchObject({ width: 350, x: width - 350 - 20, y: 60 })
    }
    await portal.picture('toast')
    await page.mouse.move(0, 0)
    await page.clock.runFor(3500)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1500)
    await expect(toast).toBeHidden()
    await page.clock.resume()
    await page.unroute('**/v1/mock*')
  })

  await test.step('a slow call that changes data covers the page with a spinner that cannot be dismissed', async () => {
    await portal.open('/login')
    const held = new Promise<Route>((resolve) =>
      page.route('**/v1/mock*', (route) => (route.request().method() === 'POST' ? resolve(route) : route.continue())),
    )
    await page.getByRole('button', { name: 'Entra come Giulia' }).click()
    const spinner = page.getByRole('dialog', { name: 'Attendere prego' })
    await expect(spinner).toBeVisible()
    await page.mouse.click(5, 5)
    await page.keyboard.press('Escape')
    await expect(spinner).toBeVisible()
    await portal.picture('spinner')
    await (await held).continue()
    await expect(page.getByRole('heading', { name: 'Buon lavoro, Giulia' })).toBeVisible()
    await expect(spinner).toBeHidden()
  })
})

test('a part of the program that is missing says so and offers to reload', async ({ page, portal }, info) => {
  await portal.open('/login')
  await page.route('**/assets/*.js', (route) => route.abort())
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Assistenza' }).click()
  await expect(page.getByRole('heading', { name: 'Qualcosa non ha funzionato' })).toBeVisible()
  await expect(page.getByText('Una parte del sito non si è caricata perché non è più disponibile')).toBeVisible()
  await portal.picture('part-missing')
  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Ricarica la pagina' }).click()
  await expect(page.getByRole('heading', { name: 'Richiedi assistenza' })).toBeVisible()
})

test("an application for enrolment has no 'Esci subito', and three Shifts delete nothing", async ({ page, portal }) => {
  await portal.open(paths.enrolment)
  await page.getByRole('button', { name: 'Inizia la domanda' }).click()
  const name = page.getByLabel('Denominazione *', { exact: true })
  await name.fill('Sportello aperto')
  for (let press = 0; press < 3; press++) await page.keyboard.press('Shift')
  await expect(name).toHaveValue('Sportello aperto')
  await expect(page.getByRole('link', { name: 'Esci subito' })).toHaveCount(0)
})

test("'Esci subito' leaves at once from anywhere", async ({ page, portal }) => {
  test.slow()
  await test.step("'Esci subito' leaves at once and deletes the draft, by button and by three Shifts", async () => {
    await page.route('https://www.ilmeteo.it/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Meteo</h1>' }),
    )
    const leave = [
      () => page.getByRole('link', { name: 'Esci subito' }).locator('visible=true').first().click(),
      async () => {
        for (let press = 0; press < 3; press++) await page.keyboard.press('Shift')
      },
    ]
    for (const way of leave) {
      await portal.open('/faq/richiedi-assistenza')
      await portal.open('/cosa-facciamo/contact-center/segnalazione/intro')
      await page.getByLabel("Ho letto l'informativa").check()
      await page.getByRole('button', { name: 'Inizia' }).click()
      await expect(page).toHaveURL(/\/segnalazione\/1$/)
      await way()
      await expect(page.getByRole('heading', { name: 'Meteo' })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('heading', { name: 'Richiedi assistenza' })).toBeVisible()
      await portal.open('/cosa-facciamo/contact-center/segnalazione/intro')
      await expect(page.getByLabel("Ho letto l'informativa")).not.toBeChecked()
    }
  })

  await test.step("'Esci subito' stays reachable while a slow call covers the page, and works even if storage is forbidden", async () => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('forbidden', 'SecurityError')
        },
      }),
    )
    await page.route('https://www.ilmeteo.it/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Meteo</h1>' }),
    )
    await portal.open('/login')
    await page.route('**/v1/mock*', (route) => (route.request().method() === 'POST' ? undefined : route.continue()))
    await page.getByRole('button', { name: 'Entra come Giulia' }).click()
    const spinner = page.getByRole('dialog', { name: 'Attendere prego' })
    await expect(spinner).toBeFocused()
    await spinner.getByRole('link', { name: 'Esci subito' }).click()
    await expect(page.getByRole('heading', { name: 'Meteo' })).toBeVisible()
  })
})
