import type { Page } from '@playwright/test'
import { expect, site, test } from './fixtures.ts'

const offered = [
  { entity_id: 'https://a.example', nome: 'PosteID', logo: 'posteid', url: `${site}/entra/poste`, flag_prova: 0 },
  { entity_id: 'https://b.example', nome: 'EtnaID', url: `${site}/entra/etna?x=1`, flag_prova: 0 },
  { entity_id: 'https://c.example', nome: 'Gestore di prova', url: `${site}/entra/prova`, flag_prova: 1 },
  { entity_id: 'https://d.example', nome: 'Aruba ID', logo: 'arubaid', flag_prova: 0 },
  { entity_id: 'https://e.example', nome: 'TIM id', logo: 'timid', flag_prova: 0 },
  { entity_id: 'https://f.example', nome: 'TeamSystem ID', flag_prova: 0 },
  { entity_id: 'https://g.example', nome: 'Lepida ID', logo: 'lepidaid', flag_prova: 0 },
  { entity_id: 'https://h.example', nome: 'Namirial ID', logo: 'namirialid', flag_prova: 0 },
  { entity_id: 'https://i.example', nome: 'Sielte ID', logo: 'sielteid', flag_prova: 0 },
  { entity_id: 'https://l.example', nome: 'SpidItalia', logo: 'spiditalia', flag_prova: 0 },
  { entity_id: 'https://m.example', nome: 'InfoCert ID', logo: 'infocertid', flag_prova: 0 },
]

const everybody = { schema: 'spid', destinatari: ['ufficio', 'associazioni'] }
const offer = (page: Page, providers: readonly object[] = offered) =>
  page.route('**/v1/noauth/spid/gestori*', (route) =>
    route.fulfill({
      json: { success: true, result: providers.map((one) => ({ ...everybody, ...one })), errorCode: null },
    }),
  )

const spid = (page: Page) => page.getByRole('button', { name: 'Entra con SPID' })
const list = (page: Page) => page.getByRole('list', { name: 'Scegli il tuo gestore di identità' })

test('the list of identity providers', async ({ page, portal }) => {
  test.slow()
  await test.step('the list of identity providers opens by keyboard, is walked by Tab and closed by Escape', async () => {
    await offer(page)
    await portal.open('/login')
    await portal.picture('login')
    await spid(page).focus()
    await expect(spid(page)).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Enter')
    await expect(spid(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(list(page).getByRole('link')).toHaveCount(3)
    await page.keyboard.press('Tab')
    await expect(list(page).getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(list(page).getByRole('link').nth(1)).toBeFocused()
    await portal.isAccessible()
    await portal.picture('login-providers')
    await list(page).getByRole('link').nth(1).focus()
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(spid(page)).toBeFocused()
  })

  await test.step('links beside the button explain SPID, how to get it, and where to find help', async () => {
    const hrefs = {
      'Maggiori informazioni su SPID': 'https://www.spid.gov.it/',
      'Non hai SPID?': 'https://www.spid.gov.it/richiedi-spid',
      'Serve aiuto?': `${site}/faq/richiedi-assistenza`,
    }
    for (const [name, href] of Object.entries(hrefs))
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', href)
  })

  await test.step('a provider is a link, by its logo or its name; one that is not connected says so; the test provider is marked', async () => {
    await portal.open('/login?ritorno=/gestione/operatore/casi/dettaglio?id=7')
    await spid(page).click()
    const back = 'ritorno=%2Fgestione%2Foperatore%2Fcasi%2Fdettaglio%3Fid%3D7'
    const entry = (name: string | RegExp) => list(page).getByRole('link', { name })
    await expect(entry('PosteID')).toHaveAttribute('href', `${site}/entra/poste?${back}`)
    await expect(entry('EtnaID')).toHaveAttribute('href', `${site}/entra/etna?x=1&${back}`)
    await expect(entry(/Gestore di prova\s*prova/)).toBeVisible()
    const logo = entry('PosteID').getByRole('img', { name: 'PosteID' })
    expect(
      await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0)
    const disconnected = list(page).getByRole('listitem').filter({ hasText: 'TeamSystem ID' })
    await expect(disconnected).toContainText('non collegato a questo sito')
    await expect(disconnected.getByRole('link')).toHaveCount(0)
  })

  await test.step('the order of the providers changes at each view', async () => {
    await offer(
      page,
      offered.map((provider) => ({ ...provider, url: `${site}/entra` })),
    )
    const orders = new Set<string>()
    for (let view = 0; view < 4; view++) {
      await portal.open('/login')
      await spid(page).click()
      await expect(list(page).getByRole('link')).toHaveCount(offered.length)
      orders.add(
        (
          await list(page)
            .getByRole('link')
            .evaluateAll((links) => links.map((link) => link.querySelector('img')?.alt ?? link.textContent))
        ).join(),
      )
    }
    // Four views in the same order: once in 11!³ runs.
    expect(orders.size).toBeGreaterThan(1)
  })

  await test.step('a list that fails to load offers a retry; an empty one says that SPID does not work yet', async () => {
    await page.route('**/v1/noauth/spid/gestori*', (route) => route.fulfill({ status: 500, body: '' }))
    await portal.open('/login')
    await spid(page).click()
    await expect(page.getByRole('alert').filter({ hasText: "Non siamo riusciti a leggere l'elenco" })).toBeVisible()
    await portal.isAccessible()
    await page.unroute('**/v1/noauth/spid/gestori*')
    await offer(page, [])
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect(page.getByText('per ora con SPID non si può entrare')).toBeVisible()
  })
})

test('the page says how a session or a sign-in ended', async ({ page, portal }) => {
  test.slow()
  await test.step('the end of the last session is shown as a note; an unknown code shows nothing', async () => {
    for (const [word, text] of [
      ['uscita', 'Hai chiuso la sessione'],
      ['uscita_parziale', 'non ha chiuso tutte le altre'],
      ['scaduta', 'La sessione è terminata'],
    ] as const) {
      await portal.open(`/login?esito=${word}`)
      await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
    }
    await portal.picture('login-notice')
    await portal.open('/login?esito=<b>altro')
    await expect(page.getByRole('main')).not.toContainText('altro')
  })

  await test.step('each refusal has its page, with 403 and a link back; an unknown code is not repeated', async () => {
    for (const [word, title, text] of [
      ['nr19', 'Troppi tentativi', 'troppi tentativi con credenziali errate'],
      ['nr20', 'Serve SPID di livello 2', 'livello di sicurezza richiesto (SPID livello 2)'],
      ['nr21', 'Tempo scaduto', 'entro il tempo previsto'],
      ['nr22', 'Consenso non dato', 'senza non è possibile accedere'],
      ['nr23', 'Identità sospesa o bloccata', 'Contatta il tuo gestore'],
      ['nr25', 'Accesso annullato', "Hai annullato l'accesso."],
      ['nr30', 'Identità non ammessa', 'non ammesso per questo servizio'],
      ['nr16', 'Servizio non disponibile', 'riprova più tardi'],
      ['expired', 'Richiesta di accesso scaduta', 'troppo tardi'],
      ['attributes_missing', 'Dati mancanti', 'codice fiscale'],
      ['invalid', 'Accesso non riuscito', 'non è valida'],
      ['constructor', 'Accesso non riuscito', 'Riprova'],
      ['%3Cb%3Eciao', 'Accesso non riuscito', 'Riprova'],
    ] as const) {
      const reply = await page.goto(`${site}/error/spid?esito=${word}`)
      expect(reply?.status()).toBe(403)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByRole('main')).toContainText(text)
      await expect(page.getByRole('main')).not.toContainText('ciao')
    }
    await portal.picture('refused')
    await page.getByRole('link', { name: "Torna all'accesso" }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('a user who opens an office page signed out gets it after sign-in; a page of other roles becomes home', async ({
  page,
}) => {
  await page.goto(`${site}/gestione/operatore/casi/lista?stato=1`)
  await expect(page).toHaveURL(/\/login\?ritorno=%2Fgestione%2Foperatore%2Fcasi%2Flista%3Fstato%3D1$/)
  await page.getByRole('button', { name: 'Entra come Giulia' }).click()
  await expect(page).toHaveURL(/\/casi\/lista\?stato=1$/)
  await expect(page.getByRole('heading', { name: /^Casi/ })).toBeVisible()
  for (const returnTo of [
    '/gestione/operatore/casi/lista',
    'https://evil.example/',
    '//evil.example',
    '/login',
    '/privacy',
  ]) {
    await page.goto(`${site}/login?ritorno=${encodeURIComponent(returnTo)}`)
    await page.getByRole('button', { name: 'Entra come Chiara' }).click()
    await expect(page).toHaveURL(/\/registro\/associazioni\/home$/)
    await expect(page.getByRole('heading', { name: 'Buon lavoro, Chiara' })).toBeVisible()
  }
})

const choose = async (page: Page, who: string | RegExp, returnTo = '') => {
  await page.goto(`${site}/login${returnTo && `?ritorno=${encodeURIComponent(returnTo)}`}`)
  await spid(page).click()
  await list(page)
    .getByRole('link', { name: /Gestore di prova/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Chi sei?' })).toBeVisible()
  await page.getByRole('button', { name: who }).click()
}

test('CIE, through the test provider of the demonstration', async ({ page, portal }) => {
  await portal.open('/login?ritorno=/gestione/operatore/sessioni')
  await portal.picture('cie-login')
  await portal.isAccessible()
  await page
    .getByRole('region', { name: "Carta d'identità elettronica (CIE)" })
    .getByRole('link', { name: /Entra con CIE/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Chi sei?' })).toBeVisible()
  await expect(page.getByRole('button', { name: /nr19/ })).toHaveCount(0)
  await page.getByRole('button', { name: /Giulia Ferri/ }).click()
  await expect(page).toHaveURL(/\/gestione\/operatore\/sessioni$/)
  await expect(page.getByRole('row').filter({ hasText: 'questa sessione' })).toContainText('CIE')
})

test('SPID, through the test provider of the demonstration', async ({ page, portal }) => {
  test.slow()
  await test.step('leads to the requested page and signs out, at the provider too', async () => {
    await portal.open('/login')
    await spid(page).click()
    await expect(list(page).getByRole('listitem').first()).toContainText('Gestore di prova')
    await portal.picture('spid-login')
    await choose(page, /Giulia Ferri/, '/gestione/operatore/sessioni')
    await expect(page).toHaveURL(/\/gestione\/operatore\/sessioni$/)
    await expect(page.getByRole('row').filter({ hasText: 'questa sessione' })).toContainText('SPID')
    await expect(page.getByRole('banner').getByRole('timer')).toHaveText(/^(30:00|29:5\d)$/)
    await portal.picture('spid-signed-in')
    await page.getByRole('button', { name: /Ferri Giulia/ }).click()
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    await expect(page).toHaveURL(/\/login\?esito=uscita$/)
    await expect(page.getByRole('status').filter({ hasText: 'Hai chiuso la sessione' })).toBeVisible()
  })

  await test.step('a user without access gets the page that says so; a refusal has its own page', async () => {
    await choose(page, /Ugo Sconosciuto/)
    await expect(page).toHaveURL(/\/error\/userNotAllowed$/)
    for (const [outcome, title] of [
      [/Consenso negato/, 'Consenso non dato'],
      [/Annulla/, 'Accesso annullato'],
      [/Risposta alterata/, 'Accesso non riuscito'],
    ] as const) {
      await choose(page, outcome)
      await expect(page).toHaveURL(/\/error\/spid\?esito=/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
  })

  await test.step('leads home if the role has no access to the requested page', async () => {
    await choose(page, /Chiara Lombardi/, '/gestione/operatore/casi/lista')
    await expect(page).toHaveURL(/\/registro\/associazioni\/home$/)
  })
})
