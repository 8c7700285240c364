import type { Page } from '@playwright/test'
import { expect, site, test } from './fixtures.ts'

/** The server's clock goes on as it is: a poll would tell the page what the page's own clock does not think. */
const withoutPolls = (page: Page) =>
  page.route('**/v1/segnalazioni/numero-casi*', (route) =>
    route.fulfill({
      json: { success: true, result: { assegnati: 0, totali: 0, da_attribuire: 0, avvisi: 0 }, errorCode: null },
    }),
  )

const countdown = (page: Page) => page.getByRole('banner').getByRole('timer')
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'La sessione sta per scadere' })
const ended = (page: Page) => page.getByRole('alertdialog', { name: 'La sessione è terminata' })

async function signIn(page: Page, firstName: string) {
  await page.goto(`${site}/login`)
  await page.getByRole('button', { name: `Entra come ${firstName}` }).click()
  await expect(page.getByRole('heading', { name: `Buon lavoro, ${firstName}` })).toBeVisible()
  // What the home page still asks for would begin the time anew.
  await expect(page.getByRole('status').filter({ hasText: 'Caricamento' })).toHaveCount(0)
}

test.describe('the time that a session has', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await withoutPolls(page)
  })

  test('is counted down in the bar, and any call that somebody causes begins it anew', async ({ page, portal }) => {
    await signIn(page, 'Giulia')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.clock.runFor(10_000)
    await expect(countdown(page)).toHaveText(/^2[89]:\d\d$/)
    await expect(countdown(page)).toHaveAccessibleName('Tempo che resta alla sessione')
    await portal.picture('session-countdown')
    await page.clock.resume()
    await page.goto(`${site}/gestione/operatore/sessioni`)
    await expect(countdown(page)).toHaveText(/^(30:00|29:5\d)$/)
  })

  test('is nearly over at 300 s: a dialog offers to renew, and what was being written stays', async ({
    page,
    portal,
  }) => {
    await signIn(page, 'Giulia')
    await page.goto(`${site}/gestione/operatore/diritti/nuova`)
    const written = page.getByRole('textbox').first()
    await written.fill('RSSMRA80A01H501U')
    await page.clock.fastForward('24:50')
    await expect(warning(page)).toBeHidden()
    await page.clock.fastForward('00:15')
    await expect(warning(page)).toBeVisible()
    await expect(warning(page)).toContainText(/Si chiude alle \d\d:\d\d/)
    await expect(warning(page).getByRole('timer')).toHaveText(/^4:\d\d$/)
    await page.keyboard.press('Escape')
    await expect(warning(page)).toBeVisible()
    // Focus goes round inside the dialog, or to the browser's own bar, but not to the form behind it.
    for (let press = 0; press < 5; press++) {
      await page.keyboard.press('Tab')
      expect(await written.evaluate((field) => field === document.activeElement)).toBe(false)
    }
    await portal.isAccessible()
    await portal.picture('session-warning')
    await warning(page).getByRole('button', { name: 'Rinnova sessione' }).click()
    await expect(warning(page)).toBeHidden()
    await expect(countdown(page)).toHaveText(/^(30:00|29:5\d)$/)
    await expect(written).toHaveValue('RSSMRA80A01H501U')
  })

  test('goes on when the renewal fails, which is only logged', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await signIn(page, 'Giulia')
    await page.clock.fastForward('25:05')
    await page.route('**/v1/utenti/reactivate-session*', (route) => route.fulfill({ status: 500, body: '' }))
    await warning(page).getByRole('button', { name: 'Rinnova sessione' }).click()
    await expect.poll(() => logged).toContain('Errore chiamata rinnovo sessione')
    await expect(warning(page)).toBeVisible()
    await expect(page.getByRole('alert').locator('.toast')).toHaveCount(0)
    await page.clock.fastForward('01:00')
    await expect(warning(page).getByRole('timer')).toHaveText(/^3:\d\d$/)
  })

  test('ends: nothing of the office stays on the page, and the login leads back to it', async ({ page, portal }) => {
    await signIn(page, 'Giulia')
    await page.goto(`${site}/gestione/operatore/casi/lista`)
    await expect(page.getByRole('heading', { name: /^Casi/ })).toBeVisible()
    await page.clock.fastForward('30:05')
    await expect(ended(page)).toBeVisible()
    await expect(ended(page)).toContainText('Quello che non era ancora salvato è andato perso')
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

  test("is given up by 'Esci' in the dialog", async ({ page }) => {
    await signIn(page, 'Chiara')
    await page.clock.fastForward('26:00')
    await warning(page).getByRole('button', { name: 'Esci' }).click()
    await expect(page).toHaveURL(/\/login\?esito=uscita$/)
    await expect(page.getByRole('status').filter({ hasText: "L'uscita è avvenuta" })).toBeVisible()
  })
})

test('a call that is refused for want of a session empties the page and says so', async ({ page, context }) => {
  await signIn(page, 'Elena')
  await context.clearCookies()
  await page.getByRole('navigation').getByRole('link', { name: /^Casi/ }).click()
  await expect(ended(page)).toBeVisible()
  await expect(ended(page)).toContainText('La sessione non è più valida')
  await expect(page.locator('body')).not.toContainText('Elena')
})

test.describe('two tabs', () => {
  test('agree on a sign-out: the other is emptied at once, and goes on by itself after the next sign-in', async ({
    page,
    context,
  }) => {
    await signIn(page, 'Chiara')
    const other = await context.newPage()
    await other.goto(`${site}/gestione/operatore/sessioni`)
    await expect(other.getByRole('table')).toBeVisible()
    await page.getByRole('button', { name: /Lombardi Chiara/ }).click()
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    await expect(ended(other)).toBeVisible()
    await expect(ended(other)).toContainText("L'uscita è avvenuta in un'altra scheda")
    await expect(other.locator('body')).not.toContainText('Chiara')
    await signIn(page, 'Chiara')
    await expect(ended(other)).toBeHidden()
    await expect(other).toHaveURL(/\/gestione\/operatore\/sessioni$/)
    await expect(other.getByRole('table')).toBeVisible()
  })

  test('agree on the role: the other goes to the home of the new one', async ({ page, context, portal }) => {
    await signIn(page, 'Andrea')
    const other = await context.newPage()
    await other.goto(`${site}/gestione/operatore/casi/lista`)
    await expect(other.getByRole('heading', { name: /^Casi/ })).toBeVisible()
    await page.getByRole('button', { name: /Vitali Andrea/ }).click()
    const roles = page.getByRole('list', { name: 'Ruolo' })
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
  })

  test('agree on who is there: another person signed in takes both', async ({ page, context }) => {
    await signIn(page, 'Giulia')
    const other = await context.newPage()
    await signIn(other, 'Chiara')
    await expect(page).toHaveURL(/\/registro\/associazioni\/home$/)
    await expect(page.getByRole('banner')).toContainText('Lombardi Chiara')
  })

  test('agree on the time: what happens in one renews it in the other', async ({ page, context }) => {
    await page.clock.install()
    await withoutPolls(page)
    await signIn(page, 'Giulia')
    await page.clock.fastForward('10:00')
    await expect(countdown(page)).toHaveText(/^(20:00|19:5\d)$/)
    const other = await context.newPage()
    await other.clock.install({ time: Date.now() + 10 * 60_000 })
    await withoutPolls(other)
    await other.goto(`${site}/gestione/operatore/home`)
    await expect(countdown(other)).toHaveText(/^(30:00|29:5\d)$/)
    await expect(countdown(page)).toHaveText(/^(30:\d\d|29:\d\d)$/)
  })
})

test('a role that cannot be changed is told as an internal error, and the old one stays', async ({ page }) => {
  await signIn(page, 'Andrea')
  await page.route('**/v1/utenti/set-ruolo*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: /Vitali Andrea/ }).click()
  await page.getByRole('list', { name: 'Ruolo' }).getByRole('button', { name: 'RUP' }).click()
  await expect(page.getByRole('alert').locator('.toast-body')).toHaveText('Errore interno')
  await expect(page.getByRole('banner')).toContainText('Operatore di II livello')
})

test('whoever has one role is offered no other', async ({ page }) => {
  await signIn(page, 'Giulia')
  await page.getByRole('button', { name: /Ferri Giulia/ }).click()
  await expect(page.getByRole('link', { name: 'Le mie sessioni' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Ruolo' })).toHaveCount(0)
})

test('after sign-out the page goes where the identity provider ends its own session', async ({ page }) => {
  await signIn(page, 'Chiara')
  const elsewhere = `${site}/login?esito=uscita_parziale`
  await page.route('**/v1/utenti/logout*', async (route) => {
    await route.fetch()
    await route.fulfill({ json: { success: true, result: { url_logout: elsewhere }, errorCode: null } })
  })
  await page.getByRole('button', { name: /Lombardi Chiara/ }).click()
  await page.getByRole('button', { name: 'Esci', exact: true }).click()
  await expect(page).toHaveURL(/esito=uscita_parziale$/)
})

test('a sign-out that the server did not hear is told', async ({ page }) => {
  await signIn(page, 'Chiara')
  await page.route('**/v1/utenti/logout*', (route) => route.abort())
  await page.getByRole('button', { name: /Lombardi Chiara/ }).click()
  await page.getByRole('button', { name: 'Esci', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('alert').locator('.toast-body')).toContainText('resta aperta')
})

test('one sees where one is signed in, ends one session, all others, or all', async ({
  page,
  portal,
  browser,
}, info) => {
  // A person of this journey alone: other journeys sign in too.
  const name = info.project.name === 'phone' ? 'Paola' : 'Amina'
  const elsewhere = await Promise.all([browser.newContext(), browser.newContext(), browser.newContext()])
  const others = await Promise.all(elsewhere.map((context) => context.newPage()))
  for (const other of others) await signIn(other, name)
  await signIn(page, name)
  await page.goto(`${site}/gestione/operatore/sessioni`)
  const rows = page.getByRole('table').locator('tbody tr')
  const here = rows.filter({ hasText: 'questa sessione' })
  await expect(here).toHaveCount(1)
  await expect(here).toContainText('Dimostrazione')
  await expect(here.getByRole('button')).toHaveCount(0)
  const before = await rows.count()
  expect(before).toBeGreaterThanOrEqual(4)
  await portal.isAccessible()
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

test('a person of an association sees whom they act for', async ({ page, portal }) => {
  await signIn(page, 'Amina')
  await expect(page.getByRole('region', { name: 'Le tue associazioni' })).toContainText('Ponti e Porte')
  await portal.isAccessible()
  await portal.picture('home-association')
})

for (const [what, change] of [
  ['is not enabled', { flag_abilitazione: 0 }],
  ['acts for no association', { ruoloSelezionato: 'DEFAULT', listaAssociazioni: [] }],
] as const)
  test(`a person signed in who ${what} comes to the page that says so`, async ({ page }) => {
    await signIn(page, 'Amina')
    await page.route('**/v1/utenti/in-sessione*', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, result: { ...answer.result, ...change } } })
    })
    await page.goto(`${site}/associazione/areaPersonale/home`)
    await expect(page).toHaveURL(/\/error\/userNotAllowed$/)
  })

test('the answer 403 to who one is leads to the refusal; a server that fails does not', async ({ page }) => {
  await signIn(page, 'Chiara')
  let status = 403
  await page.route('**/v1/utenti/in-sessione*', (route) =>
    route.fulfill({ status, json: { success: false, result: {}, errorCode: 'x' } }),
  )
  await page.goto(`${site}/registro/associazioni/home`)
  await expect(page).toHaveURL(/\/error\/notAuthorized$/)
  status = 500
  await page.goto(`${site}/registro/associazioni/home`)
  await expect(page.getByRole('heading', { name: 'Qualcosa non ha funzionato' })).toBeVisible()
})
