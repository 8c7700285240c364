import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { controlLetterOf, paths } from '@portal/contract'
import { followEntry } from './desk-menu.ts'
import { expect, site, test } from './fixtures.ts'

const letter = () => String.fromCharCode(65 + Math.floor(Math.random() * 26))
const letters = (count: number) => Array.from({ length: count }, letter).join('')
const digits = (count: number) => Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('')

interface Person {
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly mail: string
}

/** A person that no other journey uses. */
function uniquePerson(): Person {
  const unique = letters(8).toLowerCase()
  const stem = `${letters(6)}${digits(2)}A${digits(2)}${letter()}${digits(3)}`
  return {
    taxCode: `${stem}${controlLetterOf(stem)}`,
    firstName: 'Ludovica',
    lastName: `Prova${unique}`,
    mail: `${unique}@esempio.it`,
  }
}

async function fillIn(page: Page, { taxCode, firstName, lastName, mail }: Person) {
  await page.getByLabel(/^Cognome/).fill(lastName)
  await page.getByLabel(/^Nome/).fill(firstName)
  await page.getByLabel(/^Codice fiscale/).fill(taxCode)
  await page.getByLabel(/^E-mail/).fill(mail)
}

/** Creates an account by a request, opens its page and returns its id. */
async function createAccount(page: Page, person: Person, roles: readonly string[] = ['ACLOP1']): Promise<number> {
  const { taxCode: cf, firstName: nome, lastName: cognome, mail } = person
  const data = { cf, nome, cognome, mail, flag_abilitazione: 1, listaRuolo: roles }
  const answer = await page.request.post(`${site}/api/v1/admin/add-operatore`, { data })
  const id = (await answer.json()).result.id_utente
  await page.goto(`${site}${paths.operatorDetail}?id=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dettaglio operatore')
  return id
}

const listUrl = `${site}${paths.operatorList}`
const toast = (page: Page) => page.getByRole('region', { name: 'Avvisi' })

test('RUP creates accounts', async ({ page, portal }) => {
  test.slow()
  await portal.signIn('Giulia')

  await test.step('RUP creates an account: all errors are shown at once, then the list opens and finds it by name', async () => {
    const person = uniquePerson()
    await followEntry(page, 'Gestione operatori', 'Ufficio')
    await expect(page.getByRole('row').nth(1)).toContainText(/Abilitato|Disabilitato|In attesa/)
    await portal.picture('operators-list')
    await page.getByRole('link', { name: 'Nuovo operatore' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'Controlla questi campi' })
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('listitem')).toHaveText([
      'Cognome: Campo obbligatorio',
      'Nome: Campo obbligatorio',
      'Codice fiscale: Campo obbligatorio',
      'E-mail: Campo obbligatorio',
      'Ruoli: Inserire almeno un ruolo',
    ])
    await summary.getByRole('link', { name: /^Ruoli/ }).click()
    await expect(page.getByRole('checkbox', { name: 'RUP' })).toBeFocused()
    await portal.isAccessible()
    await portal.picture('operator-faults')
    await fillIn(page, { ...person, taxCode: 'ABC' })
    await page.getByLabel(/^Data di abilitazione/).fill('31/02/2026')
    await page.getByRole('checkbox', { name: 'Operatore di II livello' }).check()
    await page.getByRole('checkbox', { name: 'RUP' }).check()
    await page.getByLabel('Ruolo iniziale').selectOption({ label: 'RUP' })
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(summary.getByRole('listitem')).toHaveText([
      'Codice fiscale: Codice fiscale non valido.',
      'Data di abilitazione: Inserire una data valida. Il formato richiesto è: (gg/mm/aaaa)',
    ])
    await page.getByLabel(/^Codice fiscale/).fill(person.taxCode.toLowerCase())
    await page.getByLabel(/^Data di abilitazione/).fill('01/02/2026')
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(toast(page)).toContainText('Operatore inserito con successo')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestione operatori')
    await openFilters(page)
    await page.getByLabel('Nome, CF o e-mail').fill(person.lastName)
    await page.getByRole('button', { name: 'Filtra', exact: true }).click()
    await expect(page).toHaveURL(/ricerca=r\d+/)
    expect(page.url()).not.toContain(person.lastName)
    await expect(page.getByRole('row')).toHaveCount(2)
    const row = page.getByRole('row').nth(1)
    await expect(row).toContainText('RUP, Operatore di II livello')
    await expect(row).toContainText('Abilitato')
    await expect(row).toContainText('01/02/2026')
    await row.getByRole('link', { name: `${person.lastName} ${person.firstName}` }).click()
    await expect(page.getByText(person.taxCode).first()).toBeVisible()
  })

  await test.step('several accounts are created in a row; a known tax code is reported at its field; leaving a changed form needs confirmation', async () => {
    const [first, second] = [uniquePerson(), uniquePerson()]
    await portal.open(paths.operatorList)
    await page.getByRole('link', { name: 'Nuovo operatore' }).click()
    await fillIn(page, first)
    await page.getByRole('checkbox', { name: 'Operatore del registro' }).check()
    await page.getByRole('button', { name: 'Salva e inserisci un altro' }).click()
    await expect(toast(page)).toContainText('Operatore inserito con successo')
    await expect(page.getByLabel(/^Cognome/)).toHaveValue('')
    await expect(page.getByLabel(/^Cognome/)).toBeFocused()
    await fillIn(page, { ...second, taxCode: first.taxCode })
    await page.getByRole('checkbox', { name: 'Operatore del registro' }).check()
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    const denial = page.getByRole('alert').filter({ hasText: 'Esiste già un utente con questo codice fiscale' })
    await expect(denial).toBeVisible()
    await expect(page.getByLabel(/^Cognome/)).toHaveValue(second.lastName)
    await portal.isAccessible()
    await portal.picture('operator-known')
    await page.getByRole('link', { name: 'Torna indietro' }).click()
    const question = page.getByRole('dialog', { name: 'Uscire senza salvare?' })
    await portal.isAccessible()
    await question.getByRole('button', { name: 'Continua a scrivere' }).click()
    await expect(page.getByLabel(/^Cognome/)).toHaveValue(second.lastName)
    await page.goBack()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Torna indietro' }).click()
    await question.getByRole('button', { name: 'Esci senza salvare' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestione operatori')
  })
})

const openFilters = (page: Page) => page.getByRole('button', { name: 'Tutti i filtri' }).click()

test('the list of operators', async ({ page, portal }) => {
  test.slow()
  await test.step('the list is filtered by date, state and role, which are in the address, and can be exported', async () => {
    await portal.signIn('Giulia')
    await portal.open(paths.operatorList)
    await expect(page.getByRole('button', { name: 'Esporta…' })).toBeEnabled()
    await openFilters(page)
    await page.getByLabel('Stato', { exact: true }).selectOption({ label: 'Disabilitato' })
    await page.getByRole('checkbox', { name: 'Operatore di I livello' }).check()
    await page.getByRole('button', { name: 'Filtra', exact: true }).click()
    await expect(page).toHaveURL(/ruoli=ACLOP1&flag_abilitazione=0/)
    await expect(page.getByRole('link', { name: 'Rizzi Franco' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Rizzi Franco' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ruoli: Operatore di I livello, modifica' })).toBeVisible()
    await openFilters(page)
    await expect(page.getByRole('checkbox', { name: 'Operatore di I livello' })).toBeChecked()
    await page.getByLabel(/^Abilitati dal/).fill('01/01/2999')
    await page.getByLabel(/^Abilitati al/).fill('01/01/2998')
    await page.getByRole('button', { name: 'Filtra', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Inserire un range di date valido.' })).toBeFocused()
    await page.getByLabel(/^Abilitati al/).fill('')
    await page.getByRole('button', { name: 'Filtra', exact: true }).click()
    await expect(page.getByText('Nessun operatore corrisponde ai filtri')).toBeVisible()
    await portal.isAccessible()
    await page.getByRole('button', { name: 'Azzera' }).click()
    await expect(page).toHaveURL(listUrl)
    await expect(page.getByRole('row').nth(2)).toBeVisible()
  })

  await test.step('a list that fails to load offers a retry', async () => {
    await page.route('**/v1/admin/operatori?*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(listUrl)
    await expect(page.getByRole('alert').filter({ hasText: 'Non siamo riusciti a leggere i dati' })).toBeVisible()
    await page.unroute('**/v1/admin/operatori?*')
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })

  await test.step('an unknown account says so and links back; only RUP has access', async () => {
    for (const id of ['0', 'abc', '999999']) {
      await page.goto(`${site}${paths.operatorDetail}?id=${id}`)
      await expect(page.getByText("Questo operatore non c'è.")).toBeVisible()
    }
    await portal.isAccessible()
    await page.getByRole('link', { name: "Torna all'elenco" }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestione operatori')
    await portal.signIn('Luca')
    await expect(page.getByRole('link', { name: 'Gestione operatori', includeHidden: true })).toHaveCount(0)
    for (const path of [paths.operatorList, paths.operatorNew, paths.operatorNewToo, paths.operatorDetail]) {
      await page.goto(`${site}${path}`)
      await expect(page).toHaveURL(/\/error\/notAuthorized$/)
    }
    await page.getByRole('link', { name: 'Torna alla gestione' }).click()
    await expect(page.getByRole('heading', { name: 'Buon lavoro, Luca' })).toBeVisible()
  })
})

test('the life of an account', async ({ page, portal, browser }) => {
  test.slow()
  await portal.signIn('Giulia')

  await test.step('two users change the same account: the second gets a conflict, loads the newer version and still sees the input', async () => {
    const person = uniquePerson()
    const id = await createAccount(page, person)
    await page.getByRole('link', { name: 'Modifica' }).click()
    await expect(page.getByLabel(/^Cognome/)).toHaveValue(person.lastName)
    const { taxCode: cf, firstName: nome, lastName: cognome, mail } = person
    const data = { cf, nome, cognome, mail, id_utente: id, versione: 1, flag_abilitazione: 1 }
    const changed = { ...data, telefono: '0611', listaRuolo: ['ACLOP2'] }
    expect((await page.request.post(`${site}/api/v1/admin/mod-operatore`, { data: changed })).status()).toBe(200)
    await page.getByLabel(/^Nome/).fill('Ludovica Maria')
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    const denial = page.getByRole('alert').filter({ hasText: 'Il dato è cambiato nel frattempo' })
    await expect(denial).toBeVisible()
    await portal.isAccessible()
    await portal.picture('operator-conflict')
    await denial.getByRole('button', { name: 'Carica la versione più recente' }).click()
    await expect(page.getByLabel(/^Telefono/)).toHaveValue('0611')
    await expect(page.getByLabel(/^Nome/)).toHaveValue(person.firstName)
    await expect(page.getByText('Avevi scritto:')).toBeVisible()
    await expect(page.getByText('Ludovica Maria')).toBeVisible()
    await portal.isAccessible()
    await portal.picture('operator-newer')
    await page.getByLabel(/^Nome/).fill('Ludovica Maria')
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(toast(page)).toContainText('Operatore modificato con successo')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestione operatori')
  })

  await test.step('an account is closed and reopened by date; the history has both', async () => {
    const person = uniquePerson()
    const name = `${person.lastName} ${person.firstName}`
    await createAccount(page, person, ['ACLOP1', 'ACLRUP'])
    await expect(page.getByRole('listitem').filter({ hasText: 'Operatore di I livello' }).first()).toContainText(
      'Ruolo iniziale',
    )
    await page.getByRole('button', { name: 'Disabilita' }).click()
    const closing = page.getByRole('dialog', { name: `Disabilitare ${name}?` })
    await portal.isAccessible()
    await closing.getByRole('button', { name: 'Disabilita' }).click()
    await expect(page.locator('.case-head')).toContainText('Disabilitato')
    await page.getByRole('button', { name: 'Abilita', exact: true }).click()
    const opening = page.getByRole('dialog', { name: `Abilitare ${name}?` })
    await opening.getByLabel(/Abilitato dal/).fill('01/13/2026')
    await opening.getByRole('button', { name: 'Abilita' }).click()
    await expect(opening.getByRole('alert')).toBeFocused()
    await portal.isAccessible()
    await opening.getByLabel(/Abilitato dal/).fill('01/12/2999')
    await opening.getByRole('button', { name: 'Abilita' }).click()
    await expect(page.locator('.case-head')).toContainText('In attesa')
    const history = page.getByRole('region', { name: 'Storico' })
    await expect(history.getByRole('listitem').filter({ hasText: 'Ferri Giulia' })).toHaveText([
      /Abilitazione/,
      /Disabilitazione/,
      /Inserimento/,
    ])
    await history
      .getByText(/^\d+ camp[oi]$/)
      .first()
      .click()
    await expect(history).toContainText('Utenza abilitata: da «No» a «Sì»')
    await portal.isAccessible()
    await portal.picture('operator-detail')
  })

  await test.step('an account is deleted after a confirmation that names it; then it is read-only', async () => {
    const person = uniquePerson()
    const name = `${person.lastName} ${person.firstName}`
    const id = await createAccount(page, person)
    await page.getByRole('button', { name: 'Elimina' }).click()
    const question = page.getByRole('dialog', { name: "Eliminare l'operatore?" })
    await expect(question).toContainText(`Sei sicuro di voler eliminare l'operatore ${name}?`)
    await portal.isAccessible()
    await question.getByRole('button', { name: 'Elimina' }).click()
    await expect(toast(page)).toContainText(`L' operatore ${name} è stato eliminato con successo`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestione operatori')
    await page.goto(`${site}${paths.operatorDetail}?id=${id}`)
    await expect(page.getByText('I dati si possono solo leggere.')).toBeVisible()
    await expect(page.getByText(person.taxCode).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /Elimina|Abilita/ })).toHaveCount(0)
    await portal.isAccessible()
    await portal.picture('operator-deleted')
  })

  await test.step('RUP ends the sessions of a user, who is then signed out', async () => {
    const elsewhere = await browser.newContext()
    const people = await (await page.request.get(`${site}/api/v1/mock`)).json()
    const { cf } = people.result.find((one: { nome: string }) => one.nome === 'Paola')
    const base = new URL(page.url()).origin
    await elsewhere.request.post(`${base}${site}/api/v1/mock`, { data: { cf } })
    await page.goto(`${listUrl}?ruoli=ACLASSOCIAZIONI`)
    await page.getByRole('link', { name: 'Galli Paola' }).click()
    await page.getByRole('button', { name: 'Chiudi le sessioni' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Chiudi le sessioni' }).click()
    await expect(toast(page)).toContainText(/session[ei] chius[ea]/)
    expect((await elsewhere.request.get(`${base}${site}/api/v1/utenti/in-sessione`)).status()).toBe(401)
    await elsewhere.close()
  })

  await test.step('open cases must be handed over first: until then the account cannot be closed, and the page says why', async () => {
    const person = uniquePerson()
    // The case is assigned by a request.
    let openCases = 3
    await page.route('**/v1/admin/operatori/*', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({
        json: { ...answer, result: { ...answer.result, casi_aperti: openCases, stati_casi_aperti: [3] } },
      })
    })
    await page.route('**/v1/admin/riassegna-casi*', async (route) => {
      openCases = 0
      await route.fulfill({ json: { success: true, result: { spostati: 3 }, errorCode: null } })
    })
    await createAccount(page, person)
    const remove = page.getByRole('button', { name: 'Elimina' })
    await expect(remove).toHaveAttribute('aria-disabled', 'true')
    await remove.focus()
    await expect(page.getByRole('tooltip').filter({ hasText: 'vanno prima riassegnati' }).last()).toBeVisible()
    await portal.isAccessible()
    await portal.picture('operator-with-cases')
    await page.getByRole('button', { name: 'Riassegna i casi' }).click()
    const dialog = page.getByRole('dialog', { name: /^Riassegnare i casi di/ })
    await dialog.getByRole('button', { name: 'Riassegna', exact: true }).click()
    await expect(dialog.getByRole('alert')).toBeFocused()
    await portal.isAccessible()
    await dialog.getByRole('checkbox', { name: /^Rossetti Luca/ }).check()
    await portal.picture('operator-reassign')
    await dialog.getByRole('button', { name: 'Riassegna', exact: true }).click()
    await expect(toast(page)).toContainText('3 casi riassegnati a Rossetti Luca')
    await expect(remove).not.toHaveAttribute('aria-disabled', 'true')
  })
})

const columns = 'cf;nome;cognome;mail;telefono;data_abilitazione;flag_abilitazione;ruoli'
const line = ({ taxCode, firstName, lastName, mail }: Person) =>
  `${taxCode};${firstName};${lastName};${mail};;01/02/2026;1;ACLOP1|ACLOP2`
const csv = (...rows: readonly string[]) => ({
  name: 'utenze.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[columns, ...rows].join('\r\n')}\r\n`),
})

test('many accounts are created from a file: dry run, correction, upload, starting from the template', async ({
  page,
  portal,
}) => {
  const [first, second] = [uniquePerson(), uniquePerson()]
  await portal.signIn('Giulia')
  await portal.open(paths.batchStart)
  const panel = page.getByRole('region', { name: 'Caricamento delle utenze' })
  const download = page.waitForEvent('download')
  await panel.getByRole('link', { name: 'Modello CSV' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(columns)
  const field = panel.getByLabel(/^File delle utenze/)
  await field.setInputFiles({ name: 'utenze.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') })
  await panel.getByRole('button', { name: 'Prova' }).click()
  await expect(panel.getByRole('alert')).toContainText('Il file non è del tipo giusto')
  await portal.isAccessible()
  await field.setInputFiles(csv(line(first), line({ ...second, taxCode: 'ABC', mail: first.mail })))
  await panel.getByRole('button', { name: 'Prova' }).click()
  await expect(panel.getByText('2 errori nel file: nessuna riga è stata caricata')).toBeVisible()
  await expect(panel.getByRole('row').filter({ hasText: /^3/ })).toHaveText([
    '3cfCodice fiscale non valido.',
    "3mailL'indirizzo e-mail compare più volte nel file",
  ])
  await expect(panel.getByRole('button', { name: 'Carica', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await portal.isAccessible()
  await portal.picture('upload-faults')
  const saved = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Scarica gli errori (CSV)' }).click()
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain('"3";"cf";"Codice fiscale non valido."')
  await field.setInputFiles(csv(line(first), line(second)))
  await panel.getByRole('button', { name: 'Prova' }).click()
  await expect(panel.getByText('Prova riuscita: 2 righe pronte per il caricamento')).toBeVisible()
  await portal.picture('upload-tried')
  await panel.getByRole('button', { name: 'Carica', exact: true }).click()
  const done = 'Upload avvenuto con successo, le utenze sono state caricate correttamente'
  await expect(toast(page)).toContainText(done, { timeout: 30_000 })
  await expect(panel).toContainText(done)
  await portal.isAccessible()
  await portal.picture('upload-done')
  await portal.open(paths.operatorList)
  await openFilters(page)
  await page.getByLabel('Nome, CF o e-mail').fill(second.taxCode)
  await page.getByRole('button', { name: 'Filtra', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Operatore di I livello, Operatore di II livello')
})
