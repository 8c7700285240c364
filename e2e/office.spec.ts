import type { Route } from '@playwright/test'
import { enterCase } from './case-desk.ts'
import { followEntry } from './desk-menu.ts'
import { expect, site, test } from './fixtures.ts'
import { sendReport } from './send-report.ts'

const newReport = {
  flag_informativa_dati_personali: 1,
  flag_normativa_privacy: 1,
  id_segnalante: 3,
  resoconto_fatti: 'Un fatto per le pagine.',
  data_evento: '2026-11-03T00:00:00.000Z',
  flag_anonimo: 1,
}

/** The same text as a part of a longer one. */
const asPart = (text: string | RegExp) =>
  typeof text === 'string' ? text : new RegExp(text.source.replace(/^\^|\$$/g, ''))

test('the demonstration users and their home pages', async ({ page, portal }) => {
  test.slow()
  await test.step('the login offers exactly one user for each role, marked as a demonstration', async () => {
    await portal.open('/login')
    const demo = page.getByRole('region', { name: 'Solo dimostrazione' })
    await expect(demo).toContainText('Queste persone non esistono.')
    await expect(demo.getByRole('listitem')).toHaveText([
      /Giulia Ferri.*RUP/,
      /Luca Rossetti.*Operatore di I livello/,
      /Elena Bianchini.*Operatore di II livello/,
      /Chiara Lombardi.*Amministratore del registro/,
      /Paola Galli.*Operatore del registro/,
      /Amina Diallo.*Associazione/,
      /Andrea Vitali.*Operatore di II livello, RUP, Amministratore del registro/,
    ])
  })

  await test.step('each role starts on its own page, and only roles with cases see them', async () => {
    for (const [name, hasCases] of [
      ['Giulia', true],
      ['Luca', true],
      ['Elena', true],
      ['Chiara', false],
      ['Paola', false],
      ['Amina', false],
    ] as const) {
      await portal.signIn(name)
      await expect(
        page.getByRole('navigation', { name: 'Menu di gestione' }).getByRole('link', { name: /^Casi/ }),
      ).toHaveCount(hasCases ? 1 : 0)
      await page.goto(`${site}/gestione/operatore/casi/lista`)
      if (hasCases) await expect(page.getByRole('heading', { name: /^Casi/ })).toBeVisible()
      else await expect(page).toHaveURL(/\/error\/notAuthorized$/)
    }
  })
})

test('the list of cases', async ({ page, portal, request }) => {
  test.slow()
  await page.clock.install()
  await portal.signIn('Giulia')
  for (let index = 0; index < 23; index++) await enterCase(page, { flag_presa_in_carico: 0 })

  await test.step('the case list has the specified columns, and says when there are more cases than it counts', async () => {
    // Other journeys create cases as well: the newest one, whichever it is, is replaced by this one.
    const added = {
      id_stato: 1,
      data_scadenza: '2027-01-31T00:00:00.000Z',
      scadenza: 'nei_termini',
      id_lingua: 1,
      messaggi_non_letti: 0,
      id_esito_finale: 1,
      virtuale_fisico: 1,
      id_ambito: 1,
      id_modalita_discriminazione: 1,
      id_ground: 1,
      id_sotto_ground: 101,
      operatore: 'Bianchini Elena',
      id_segnalante: 3,
      nominativo_segnalante: 'Neri Anna',
      nominativo_vittima: 'Bo Ugo',
    }
    await page.route('**/integrazione-segnalazione-view*', async (route) => {
      const answer = await (await route.fetch()).json()
      const [first, ...rest] = answer.result.listaView
      const result = { ...answer.result, listaView: [{ ...first, ...added }, ...rest], count: 10_000, countOltre: true }
      await route.fulfill({ json: { ...answer, result } })
    })
    await page.goto(`${site}/gestione/operatore/casi/lista`)
    await expect(page).toHaveTitle(/^Gestione casi – Casi – /)
    await expect(page.getByRole('status').filter({ hasText: /^1–\d+ di oltre 10\.000$/ })).toBeVisible()
    const columns = {
      Stato: 'Aperto',
      'Numero protocollo': /^UNAR-\d{4}-\d{6}$/,
      Segnalante: 'Neri Anna',
      Vittima: 'Bo Ugo',
      'Data creazione': /^\d\d\/\d\d\/\d{4}$/,
      Scadenza: /^Nei termini \d\d\/\d\d\/\d{4}$/,
      Ambito: 'Casa',
      Modalità: 'Diretta',
      'Ground / Sottoground': 'Etnico-razziale / Colore della pelle',
      Luogo: 'Virtuale',
      Lingua: 'Italiano',
      Operatore: 'Bianchini Elena',
      Esito: 'Conciliazione informale riuscita',
    }
    const row = page.locator('tbody tr').first()
    await page.setViewportSize({ width: 1680, height: 900 })
    await expect(page.locator('thead th')).toHaveText(['', 'Anteprima', ...Object.keys(columns)])
    await expect(row.locator('td, th')).toHaveText(['', '', ...Object.values(columns)])
    // A laptop has room for all of them in rows of two lines: two columns are second lines of others.
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByRole('columnheader', { name: 'Segnalante Vittima' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Data creazione Scadenza' })).toBeVisible()
    for (const header of await page.locator('thead th').all()) await expect(header).toBeInViewport({ ratio: 1 })
    for (const value of Object.values(columns)) await expect(row).toContainText(asPart(value))
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(44)
    await page.unroute('**/integrazione-segnalazione-view*')
  })

  await test.step('the badge counts new cases without a reload', async () => {
    const badge = page.getByRole('navigation', { name: 'Menu di gestione' }).getByRole('link', { name: /^Casi/ })
    const count = async () => Number(/\d+/.exec((await badge.textContent()) ?? '')?.[0] ?? Number.NaN)
    await expect.poll(count).toBeGreaterThanOrEqual(0)
    const before = await count()
    await sendReport(request, newReport)
    await page.clock.fastForward(5000)
    // Other journeys send reports at the same time.
    await expect.poll(count).toBeGreaterThan(before)
  })

  await test.step('the case list has pages of ten, moves forward and back, and filters by status', async () => {
    await page.goto(`${site}/gestione/operatore/casi/lista`)
    await expect(page.getByRole('row')).toHaveCount(11)
    const codes = () => page.getByRole('row').getByRole('link').allTextContents()
    const first = await codes()
    await expect(page.getByRole('status').filter({ hasText: /^1–10 di \d+/ })).toBeVisible()
    await page.getByRole('link', { name: 'Pagina successiva' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^11–20 di/ })).toBeVisible()
    const second = await codes()
    expect(second.filter((code) => first.includes(code))).toEqual([])
    await page.getByRole('link', { name: 'Pagina successiva' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^21–/ })).toBeVisible()
    await page.getByRole('link', { name: 'Pagina precedente' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^11–20 di/ })).toBeVisible()
    expect(await codes()).toEqual(second)
    await page.reload()
    await expect.poll(codes).toEqual(second)
    await page.getByRole('button', { name: 'Tutti i filtri' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stato' }).click()
    await page.getByLabel('Annullato').check()
    // Other journeys cancel cases; a cancelled one is never late.
    await page.getByRole('dialog').getByRole('button', { name: 'Lavorazione' }).click()
    await page.getByLabel('In ritardo').check()
    await page.getByRole('button', { name: 'Filtra', exact: true }).click()
    await expect(page.getByText('Nessun dato presente nella tabella')).toBeVisible()
    await portal.isAccessible()
    await page.goBack()
    await expect.poll(codes).toEqual(second)
  })
})

test('a session of the office ends', async ({ page, portal, context, request }) => {
  test.slow()
  await page.clock.install()
  await test.step("after a session has ended elsewhere 'back' shows nothing of a case", async () => {
    await sendReport(request, newReport)
    await portal.signIn('Giulia')
    const narrative = page.locator('.written-text:not(.home-excerpt)')
    await followEntry(page, /^Casi/)
    await page.getByRole('table').getByRole('link').first().click()
    await expect(narrative).toBeVisible()
    await followEntry(page, 'Home')
    await expect(page.getByRole('heading', { name: 'Buon lavoro, Giulia' })).toBeVisible()
    await page.goBack()
    await expect(narrative).toBeVisible()
    await context.clearCookies()
    // The badges poll every five seconds, and learn of it.
    await page.clock.fastForward(5000)
    await expect(page.getByRole('alertdialog', { name: 'La sessione è terminata' })).toBeVisible({ timeout: 15_000 })
    await expect(narrative).toHaveCount(0)
    await page.evaluate(() => {
      const seen = new MutationObserver(() => {
        if (document.querySelector('.written-text, .data-table a')) document.documentElement.dataset.leaked = ''
      })
      seen.observe(document.body, { childList: true, subtree: true })
    })
    await page.goBack()
    await expect(page.getByRole('heading', { name: "Accesso all'area riservata" })).toBeVisible()
    await expect(page).toHaveURL(/\/login\?ritorno=/)
    await expect(page.locator('html[data-leaked]')).toHaveCount(0)
  })

  await test.step('signing out ends the session', async () => {
    await portal.signIn('Giulia')
    await portal.picture('home')
    await page.getByRole('button', { name: /Ferri Giulia/ }).click()
    // Leaving the page does not wait for the server.
    const route = new Promise<Route>((resolve) => page.route('**/v1/utenti/logout*', resolve))
    const ended = page.waitForResponse('**/v1/utenti/logout*')
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    await expect(page).toHaveURL(/\/login$/)
    await (await route).continue()
    expect((await ended).status()).toBe(200)
    await page.goto(`${site}/gestione/operatore/home`)
    await expect(page).toHaveURL(/\/login\?ritorno=/)
  })
})

test('failed requests, and missing records', async ({ page, portal, request }) => {
  test.slow()
  await sendReport(request, newReport)
  await portal.signIn('Giulia')

  await test.step('a list that fails to load offers a retry', async () => {
    await page.route('**/integrazione-segnalazione-view*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(`${site}/gestione/operatore/casi/lista`)
    await expect(page.getByRole('alert').filter({ hasText: 'Non siamo riusciti a leggere i dati' })).toBeVisible()
    await portal.isAccessible()
    await page.unroute('**/integrazione-segnalazione-view*')
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect(page.getByRole('table')).toBeVisible()
  })

  await test.step('a case that fails to load offers a retry, and is shown even without the reference lists', async () => {
    const href = await page.getByRole('table').getByRole('link').first().getAttribute('href')
    const fail = { status: 500, json: { success: false, result: {}, errorCode: 'errore_interno' } }
    await page.route('**/v1/segnalazioni/dettaglio/*', (route) => route.fulfill(fail))
    await page.route('**/v1/tipologiche/**', (route) => route.fulfill(fail))
    await page.goto(href ?? '')
    await expect(page.getByRole('alert').filter({ hasText: 'Non siamo riusciti a leggere i dati' })).toBeVisible()
    await expect(page.getByText("Questo caso non c'è")).toBeHidden()
    await page.unroute('**/v1/segnalazioni/dettaglio/*')
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect(page.locator('.written-text')).toBeVisible()
  })

  await test.step('an unknown case says so and links back', async () => {
    await page.unroute('**/v1/tipologiche/**')
    for (const id of ['0', '-1', 'abc', '999999']) {
      await page.goto(`${site}/gestione/operatore/casi/dettaglio?id=${id}`)
      await expect(page.getByText("Questo caso non c'è, oppure non puoi vederlo.")).toBeVisible()
    }
    await portal.isAccessible()
    await page.getByRole('link', { name: "Torna all'elenco" }).click()
    await expect(page.getByRole('heading', { name: /^Casi/ })).toBeVisible()
  })
})
