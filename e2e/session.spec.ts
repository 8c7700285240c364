import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { followEntry } from './desk-menu.ts'
import { expect, type Portal, site, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'

/** The badges of cases and of the register, with an answer to each. */
const polls = {
  'segnalazioni/viste/conteggi': { conteggi: [] },
  'segnalazioni/numero-casi': { assegnati: 0, totali: 0, da_attribuire: 0, richieste_da_decidere: 0, avvisi: 0 },
  'associazioni/numero-nuove-richieste': {
    nuoveRichieste: 0,
    daLavorare: 0,
    inRitardo: 0,
    toccaATe: 0,
    iscritte: 0,
    inScadenza: 0,
    nonAbilitate: 0,
    avvisi: 0,
  },
}
/** Answers the polls of the badges: the real server's clock would contradict the fake clock of the page. */
async function withoutPolls(page: Page) {
  for (const [path, result] of Object.entries(polls))
    await page.route(`**/v1/${path}*`, (route) => route.fulfill({ json: { success: true, result, errorCode: null } }))
}

const countdown = (page: Page) => page.getByRole('banner').getByRole('timer')
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'La sessione sta per scadere' })
const ended = (page: Page) => page.getByRole('alertdialog', { name: 'La sessione è terminata' })

/** Stops the clock of the page; returns how many seconds of the session remain. */
async function pauseClock(page: Page): Promise<number> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  const [minutes = 0, seconds = 0] = ((await countdown(page).textContent()) ?? '').split(':').map(Number)
  return minutes * 60 + seconds
}

/** Opens the home page of a user and waits until it has loaded: later calls would renew the session. */
async function signIn(page: Page, portal: Portal, firstName: string) {
  await portal.signIn(firstName)
  await expect(page.getByRole('status').filter({ hasText: 'Caricamento' })).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

async function signOut(page: Page, name: string) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Esci', exact: true }).click()
}

test('the remaining time of a session', async ({ page, portal }) => {
  test.slow()
  await page.clock.install()
  await withoutPolls(page)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await signIn(page, portal, 'Giulia')

  await test.step('is counted down in the bar, and any call that the user causes restarts it', async () => {
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.clock.runFor(10_000)
    await expect(countdown(page)).toHaveText(/^2[89]:\d\d$/)
    await expect(countdown(page)).toHaveAccessibleName('Tempo che resta alla sessione')
    await portal.picture('session-countdown')
    await page.clock.resume()
    await page.goto(`${site}${paths.rightsNew}`)
    await expect(countdown(page)).toHaveText(/^(30:00|29:5\d)$/)
  })

  const written = page.getByRole('textbox').first()
  await test.step('is nearly over at 300 s: a dialog offers to renew, and the input stays', async () => {
    // A call still in flight would restart the countdown.
    await page.waitForLoadState('networkidle')
    await written.fill('RSSMRA80A01H501U')
    const remaining = await pauseClock(page)
    await page.clock.fastForward((remaining - 310) * 1000)
    await expect(warning(page)).toBeHidden()
    await page.clock.fastForward('00:15')
    await page.clock.resume()
    await expect(warning(page)).toBeVisible()
    await expect(warning(page)).toContainText(/Si chiude alle \d\d:\d\d/)
    await expect(warning(page).getByRole('timer')).toHaveText(/^4:\d\d$/)
    await page.keyboard.press('Escape')
    await expect(warning(page)).toBeVisible()
    // Focus cycles inside the dialog, or moves to the browser's own bar, but not to the form behind it.
    for (let press = 0; press < 5; press++) {
      await page.keyboard.press('Tab')
      expect(await written.evaluate((field) => field === document.activeElement)).toBe(false)
    }
    await portal.isAccessible()
    await portal.picture('session-warning')
  })

  await test.step('continues when the renewal fails, which is only logged', async () => {
    await page.route('**/v1/utenti/reactivate-session*', (route) => route.fulfill({ status: 500, body: '' }))
    await warning(page).getByRole('button', { name: 'Rinnova sessione' }).click()
    await expect.poll(() => logged).toContain('Errore chiamata rinnovo sessione')
    await expect(warning(page)).toBeVisible()
    await expect(page.getByRole('alert').locator('.toast')).toHaveCount(0)
    await page.clock.fastForward('01:00')
    await expect(warning(page).getByRole('timer')).toHaveText(/^3:\d\d$/)
  })

  await test.step('is full again after a renewal', async () => {
    await page.unroute('**/v1/utenti/reactivate-session*')
    await warning(page).getByRole('button', { name: 'Rinnova sessione' }).click()
    await expect(warning(page)).toBeHidden()
    await expect(countdown(page)).toHaveText(/^(30:00|29:5\d)$/)
    await expect(written).toHaveValue('RSSMRA80A01H501U')
    await written.fill('')
  })

  await test.step('ends: nothing of the office stays on the page, and the login leads back to it', async () => {
    await page.goto(`${site}${paths.caseList}`)
    // The heading stands in the first answer already; the program is there with the time of the session.
    await expect(countdown(page)).toBeVisible()
    await page.clock.fastForward('30:05')
    await expect(ended(page)).toBeVisible()
    await expect(ended(page)).toContainText('Se stavi scrivendo qualcosa che non era salvato, è andato perso')
    await expect(page.locator('body')).not.toContainText('Giulia')
    await expect(page.locator('main, table, nav')).toHaveCount(0)
    await portal.isAccessible()
    await portal.picture('session-ended')
    await page.keyboard.press('Escape')
    await expect(ended(page)).toBeVisible()
    await ended(page).getByRole('link', { name: 'Accedi di nuovo' }).click()
    await expect(page).toHaveURL(/\/login\?ritorno=%2Fgestione%2Foperatore%2Fcasi%2Flista&esito=scaduta$/)
    await page.getByRole('button', { name: 'Entra come Giulia' }).click()
    await expect(page).toHaveURL(/\/casi\/lista$/)
    await expect(countdown(page)).toHaveText(/^(30:00|29:5\d)$/)
  })

  await test.step("is ended by 'Esci' in the dialog", async () => {
    // Of a page that was idle before, `waitForLoadState` does not wait for calls that came later.
    await page.reload({ waitUntil: 'networkidle' })
    await expect(countdown(page)).toHaveText(/^(30:00|29:\d\d)$/)
    await page.clock.fastForward('26:00')
    await warning(page).getByRole('button', { name: 'Esci' }).click()
    await expect(page).toHaveURL(/\/login\?esito=uscita$/)
    await expect(page.getByRole('status').filter({ hasText: 'Hai chiuso la sessione' })).toBeVisible()
  })
})

test('two tabs agree on who is signed in', async ({ page, context, portal }) => {
  await portal.signIn('Chiara')
  const other = await context.newPage()
  await test.step('a sign-out clears the other tab at once, which continues by itself after the next sign-in', async () => {
    await other.goto(`${site}${paths.mySessions}`)
    await expect(other.getByRole('table')).toBeVisible()
    await signOut(page, 'Lombardi Chiara')
    await expect(ended(other)).toBeVisible()
    await expect(ended(other)).toContainText("L'uscita è avvenuta in un'altra scheda")
    await expect(other.locator('body')).not.toContainText('Chiara')
    await page.getByRole('button', { name: 'Entra come Chiara' }).click()
    await expect(ended(other)).toBeHidden()
    await expect(other).toHaveURL(/\/gestione\/operatore\/sessioni$/)
    await expect(other.getByRole('table')).toBeVisible()
  })

  await test.step('another user who signs in takes both tabs', async () => {
    await other.goto(`${site}${paths.login}`)
    await other.getByRole('button', { name: 'Entra come Elena' }).click()
    await expect(page).toHaveURL(/\/gestione\/operatore\/home$/)
    await expect(page.getByRole('banner')).toContainText('Bianchini Elena')
    await other.close()
  })

  await test.step('a call refused without a session clears the page and says so', async () => {
    await context.clearCookies()
    await followEntry(page, /^Casi/)
    await expect(ended(page)).toBeVisible()
    await expect(ended(page)).toContainText('La sessione non è più valida')
    await expect(page.locator('body')).not.toContainText('Elena')
  })
})

test('two tabs agree on the time: activity in one renews it in the other', async ({ page, context, portal }) => {
  await page.clock.install()
  await withoutPolls(page)
  await signIn(page, portal, 'Giulia')
  await page.clock.fastForward('10:00')
  await expect(countdown(page)).toHaveText(/^(20:00|19:5\d)$/)
  const other = await context.newPage()
  await other.clock.install({ time: Date.now() + 10 * 60_000 })
  await withoutPolls(other)
  await other.goto(`${site}${paths.deskHome}`)
  await expect(countdown(other)).toHaveText(/^(30:00|29:5\d)$/)
  await expect(countdown(page)).toHaveText(/^(30:\d\d|29:\d\d)$/)
})

test('a user with several roles changes the role in every tab', async ({ page, context, portal }) => {
  await signInByCall(page, 'Andrea')
  await page.goto(`${site}${paths.deskHome}`)
  const person = page.getByRole('button', { name: /Vitali Andrea/ })
  const roles = page.getByRole('list', { name: 'Ruolo' })

  await test.step('a failed role change is shown as an internal error, and the old role stays', async () => {
    await page.route('**/v1/utenti/set-ruolo*', (route) => route.fulfill({ status: 500, body: '' }))
    await person.click()
    await roles.getByRole('button', { name: 'RUP' }).click()
    await expect(page.getByRole('alert').locator('.toast-body')).toHaveText('Errore interno')
    await expect(page.getByRole('banner')).toContainText('Operatore di II livello')
    await page.unroute('**/v1/utenti/set-ruolo*')
  })

  await test.step('the tabs agree on the role: the other one opens the home of the new role', async () => {
    const other = await context.newPage()
    await other.goto(`${site}${paths.caseList}`)
    await expect(other.getByRole('heading', { name: /^Casi/ })).toBeVisible()
    await page.reload()
    await person.click()
    await expect(roles.getByRole('button')).toHaveText([
      'Operatore di II livello',
      'RUP',
      'Amministratore del registro',
    ])
    await expect(roles.getByRole('button', { name: 'Operatore di II livello' })).toHaveAttribute('aria-current', 'true')
    await portal.isAccessible()
    await portal.picture('session-roles')
    await roles.getByRole('button', { name: 'Amministratore del registro' }).click()
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(/\/registro\/associazioni\/home$/)
      await expect(tab.getByRole('banner')).toContainText('Amministratore del registro')
      await expect(tab.getByRole('navigation').getByRole('link', { name: /^Casi/ })).toHaveCount(0)
    }
    await portal.picture('home-register')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Accesso negato' })).toBeVisible()
    await other.close()
  })

  await test.step('a user with one role gets no role menu', async () => {
    await portal.signIn('Giulia')
    await page.getByRole('button', { name: /Ferri Giulia/ }).click()
    await expect(page.getByRole('link', { name: 'Le mie sessioni' })).toBeVisible()
    await expect(roles).toHaveCount(0)
  })
})

test('a sign-out also ends external sessions, and reports failures', async ({ page, portal }) => {
  await test.step('the page redirects to the logout of the identity provider', async () => {
    await portal.signIn('Chiara')
    const elsewhere = `${site}/login?esito=uscita_parziale`
    await page.route('**/v1/utenti/logout*', async (route) => {
      await route.fetch()
      await route.fulfill({ json: { success: true, result: { url_logout: elsewhere }, errorCode: null } })
    })
    await signOut(page, 'Lombardi Chiara')
    await expect(page).toHaveURL(/esito=uscita_parziale$/)
    await page.unroute('**/v1/utenti/logout*')
  })
  await test.step('a sign-out that did not reach the server is reported', async () => {
    await portal.signIn('Chiara')
    await page.route('**/v1/utenti/logout*', (route) => route.abort())
    await signOut(page, 'Lombardi Chiara')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('alert').locator('.toast-body')).toContainText('resta aperta')
  })
})

test('the account decides which page opens', async ({ page, portal, browser }) => {
  await test.step('a user sees their sessions, and ends one, all others, or all', async () => {
    // A user of this journey alone: ending all sessions would end those of other journeys too.
    const elsewhere = await Promise.all([browser.newContext(), browser.newContext(), browser.newContext()])
    const others = await Promise.all(elsewhere.map((context) => context.newPage()))
    for (const somewhere of [...others, page]) await signInByCall(somewhere, 'Amina')
    await page.goto(`${site}/gestione/operatore/sessioni`)
    const rows = page.getByRole('table').locator('tbody tr')
    const currentSession = rows.filter({ hasText: 'questa sessione' })
    await expect(currentSession).toHaveCount(1)
    await expect(currentSession).toContainText('Dimostrazione')
    await expect(currentSession.getByRole('button')).toHaveCount(0)
    const before = await rows.count()
    expect(before).toBeGreaterThanOrEqual(4)
    await portal.picture('my-sessions')
    await page
      .getByRole('button', { name: /^Chiudi la sessione/ })
      .first()
      .click()
    await page
      .getByRole('dialog', { name: 'Chiudere questa sessione?' })
      .getByRole('button', { name: 'Chiudi', exact: true })
      .last()
      .click()
    await expect(page.getByText('1 sessione chiusa')).toBeVisible()
    await expect(rows).toHaveCount(before - 1)
    await page.getByRole('button', { name: 'Chiudi tutte le altre' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Chiudi tutte le altre' }).click()
    await expect(rows).toHaveCount(1)
    for (const other of others) {
      await other.goto(`${site}/gestione/operatore/sessioni`)
      await expect(other).toHaveURL(/\/login/)
    }
    await page.getByRole('button', { name: 'Esci ovunque' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Esci ovunque' }).click()
    await expect(page).toHaveURL(/\/login\?esito=uscita$/)
    await page.goto(`${site}/gestione/operatore/sessioni`)
    await expect(page).toHaveURL(/\/login\?ritorno=/)
    for (const context of elsewhere) await context.close()
  })

  const answerAs = async (change: object) => {
    await page.unroute('**/v1/utenti/in-sessione*')
    await page.route('**/v1/utenti/in-sessione*', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, result: { ...answer.result, ...change } } })
    })
  }

  await test.step('a user of an association sees for which association they act', async () => {
    await portal.signIn('Amina')
    await expect(page.getByRole('main')).toContainText('Ponti e Porte')
    await portal.isAccessible()
    await portal.picture('home-association')
    const size = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await portal.isAccessible()
    if (size) await page.setViewportSize(size)
  })

  for (const [what, change] of [
    ['is not enabled', { flag_abilitazione: 0 }],
    ['acts for no association', { ruoloSelezionato: 'DEFAULT', listaAssociazioni: [] }],
  ] as const)
    await test.step(`a signed-in user who ${what} gets the page that says so`, async () => {
      await answerAs(change)
      await page.goto(`${site}${paths.personalArea}`)
      await expect(page).toHaveURL(/\/error\/userNotAllowed$/)
    })

  await test.step('the answer 403 for the own account leads to the refusal page; a failing server does not', async () => {
    await page.unroute('**/v1/utenti/in-sessione*')
    let status = 403
    await page.route('**/v1/utenti/in-sessione*', (route) =>
      route.fulfill({ status, json: { success: false, result: {}, errorCode: 'x' } }),
    )
    await page.goto(`${site}${paths.personalArea}`)
    await expect(page).toHaveURL(/\/error\/notAuthorized$/)
    status = 500
    await page.goto(`${site}${paths.personalArea}`)
    await expect(page.getByRole('heading', { name: 'Qualcosa non ha funzionato' })).toBeVisible()
  })
})
