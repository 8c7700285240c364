import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { deskMenu, followEntry } from './desk-menu.ts'
import { expect, site, test } from './fixtures.ts'
import { sendReport } from './send-report.ts'

interface Receipt {
  readonly codice: string
  readonly pin: string
}

/** Sends a report with a surname that no other journey uses. */
async function reportOf(request: APIRequestContext, lastName: string): Promise<Receipt> {
  const answer = await sendReport(request, {
    flag_informativa_dati_personali: 1,
    flag_normativa_privacy: 1,
    id_segnalante: 3,
    resoconto_fatti: 'Alla fermata del tram mi hanno impedito di salire.',
    data_evento: '2026-11-03T00:00:00.000Z',
    personaFisica: { nome: 'Ludovica', cognome: lastName, anagrafica: { email: 'ludovica@esempio.it' } },
  })
  return (await answer.json()).result
}

/** Letters that make a surname unique to this run. */
const surname = (start: string) =>
  start + Array.from({ length: 6 }, () => 'abdefgilmnoprstuvz'[Math.floor(Math.random() * 18)]).join('')

const openCaseList = async (page: Page) => {
  await page.goto(`${site}${paths.caseList}`)
  await expect(page.getByRole('table')).toBeVisible()
}

/** Opens the form of all filters of a list of cases, and a group in it. */
async function openFilters(page: Page, group?: string) {
  await page.getByRole('button', { name: 'Tutti i filtri' }).click()
  if (!group) return
  const toggle = page.getByRole('dialog').getByRole('button', { name: group })
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
}

test('a case is found by a name with one wrong letter, and no address contains the name', async ({
  page,
  portal,
  request,
}) => {
  const name = surname('Quaranta')
  const wrong = `${name.slice(0, 3)}${name.slice(4)}`
  const { codice } = await reportOf(request, name)
  const addresses: string[] = []
  page.on('request', (sent) => addresses.push(sent.url()))
  await portal.signIn('Giulia')
  await openCaseList(page)
  await openFilters(page, 'Persone')
  await page.getByRole('textbox', { name: 'Nome o denominazione' }).fill(wrong)
  await page.getByLabel('Parole del racconto').fill('tram fermata')
  await page.getByRole('button', { name: 'Filtra', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /^1–1 di 1$/ })).toBeVisible()
  await expect(page.getByRole('table').getByRole('link')).toHaveText([codice])
  await portal.isAccessible()
  await portal.picture('case-search')
  await page.getByRole('table').getByRole('link').click()
  await expect(page.locator('.written-text')).toBeVisible()
  await page.goBack()
  await openFilters(page)
  await expect(page.getByRole('textbox', { name: 'Nome o denominazione' })).toHaveValue(wrong)
  await expect(page.getByRole('table').getByRole('link')).toHaveText([codice])
  expect(
    [page.url(), ...addresses].filter((address) => new RegExp(`${wrong}|${name}|tram`, 'i').test(address)),
  ).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Azzera' }).click()
  await openFilters(page, 'Persone')
  await expect(page.getByRole('textbox', { name: 'Nome o denominazione' })).toHaveValue('')
  await expect(page).toHaveURL(new RegExp(`${paths.caseList}$`))
})

test('the batch page', async ({ page, portal }) => {
  test.slow()
  await test.step('RUP runs the encryption batch with a new key while the office works, and retires the old one', async () => {
    await portal.signIn('Giulia')
    await followEntry(page, 'Elaborazioni', 'Ufficio')
    await page.getByRole('link', { name: "Avvia un'elaborazione" }).click()
    await expect(deskMenu(page).getByRole('link', { name: 'Elaborazioni', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(page.getByRole('heading', { name: 'Cifratura dei dati' })).toBeVisible()
    const keys = page.getByRole('table', { name: 'Chiavi dei dati' })
    await expect(keys.getByRole('row').nth(1)).toContainText('In uso')
    const before = (await keys.getByRole('rowheader').allTextContents())[0] ?? ''
    await page.getByLabel('Crea prima una nuova chiave').check()
    await page.getByRole('button', { name: 'Avvia cifratura' }).click()
    const question = page.getByRole('dialog', { name: 'Avviare la cifratura?' })
    await expect(question).toContainText('Viene creata una chiave nuova')
    await portal.isAccessible()
    await question.getByRole('button', { name: 'Avvia cifratura' }).click()
    await expect(page.getByText('Batch cifratura effettuato con successo')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/Ultima cifratura terminata il/)).toBeVisible()
    await portal.picture('batch')
    const old = keys.getByRole('row').filter({ has: page.getByRole('rowheader', { name: before, exact: true }) })
    await old.getByRole('button', { name: /^Ritira chiave/ }).click()
    const warning = page.getByRole('dialog', { name: `Ritirare la c${before.slice(1)}?` })
    await expect(warning).toContainText('non si può tornare indietro')
    await warning.getByRole('button', { name: 'Torna indietro' }).click()
    await expect(old).toBeVisible()
    await old.getByRole('button', { name: /^Ritira chiave/ }).click()
    await warning.getByRole('button', { name: 'Ritira chiave' }).click()
    await expect(page.getByText(`${before} ritirata`)).toBeVisible()
    await expect(old).toHaveCount(0)
    await openCaseList(page)
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.locator('.written-text')).toBeVisible()
  })

  await test.step('the list of runs says what ran, by whom and how it ended', async () => {
    await page.goto(`${site}${paths.batch}`)
    await openFilters(page)
    await page.getByRole('group', { name: 'Che cosa' }).getByLabel('Cifratura dei dati').check()
    await page.getByRole('button', { name: 'Filtra', exact: true }).click()
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Cifratura dei dati' }) })
    await expect(row.first()).toContainText('Batch cifratura effettuato con successo')
    await expect(row.first()).toContainText('Giulia')
    await portal.isAccessible()
    await portal.picture('runs')
  })

  await test.step('the batch page shows the retention periods, and is for RUP only', async () => {
    await page.goto(`${site}${paths.batchStart}`)
    const rules = page.getByRole('table', { name: 'Regole di conservazione' })
    const cases = rules.getByRole('row').filter({ hasText: 'Casi chiusi' })
    await expect(cases).toContainText(/\d+ anni.*dalla chiusura.*Pseudonimizzazione/)
    await portal.signIn('Elena')
    await expect(page.getByRole('link', { name: 'Elaborazioni', includeHidden: true })).toHaveCount(0)
    for (const path of [paths.batch, paths.batchStart, paths.auditLog]) {
      await page.goto(`${site}${path}`)
      await expect(page).toHaveURL(/\/error\/notAuthorized$/)
    }
  })
})

test('reading a case adds an audit entry that RUP finds, by the record and in the case; the log verifies', async ({
  page,
  portal,
  request,
}) => {
  await reportOf(request, surname('Registri'))
  await portal.signIn('Elena')
  await openCaseList(page)
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.locator('.written-text')).toBeVisible()
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await portal.signIn('Giulia')
  await page.goto(`${site}${paths.auditLog}`)
  await openFilters(page)
  await page.getByLabel('Che cosa').selectOption({ label: 'Lettura di un caso' })
  await page.getByLabel('Tipo di dato').selectOption({ label: 'Caso' })
  await page.getByLabel('Numero').fill(id)
  await page.getByRole('button', { name: 'Filtra', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`azione=case_read&.*id_record=${id}`))
  const entry = page.getByRole('row').filter({ hasText: 'Bianchini Elena' }).first()
  await expect(entry).toContainText('Lettura di un caso')
  await entry.getByRole('button', { name: /^Dettagli della voce/ }).click()
  await expect(page.getByText('Numero della richiesta')).toBeVisible()
  await portal.isAccessible()
  await portal.picture('audit')
  await openFilters(page)
  await page.getByLabel('Dal').first().fill('31/02/2026')
  await page.getByRole('button', { name: 'Filtra', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Controlla questi campi' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verifica' }).click()
  await expect(page.getByText('Il registro è integro')).toBeVisible()
  await portal.isAccessible()
  await portal.picture('audit-verified')
  await entry.getByRole('link', { name: `Caso ${id}` }).click()
  await page.getByRole('tab', { name: 'Chi ha visto' }).click()
  const timeline = page.getByRole('tabpanel', { name: 'Chi ha visto' })
  const reading = timeline.getByRole('listitem').filter({ hasText: 'Lettura di un caso' })
  await expect(reading.filter({ hasText: 'Bianchini Elena' }).first()).toBeVisible()
  await portal.isAccessible()
  await portal.picture('case-timeline')
})

type Kind = 'Esportazione dei dati' | 'Cancellazione dei dati'

async function sendRights(page: Page, kind: Kind, { codice, pin }: Receipt) {
  await page.goto(`${site}${paths.rightsNew}`)
  await page.getByRole('radio', { name: kind }).check({ force: true })
  await page.getByLabel('Codice della segnalazione').fill(codice)
  await page.getByLabel('PIN').fill(pin)
  await page.getByLabel(/^Motivo/).fill("Chiesto allo sportello; identità verificata con la carta d'identità.")
  await page.getByRole('button', { name: 'Inserisci la richiesta' }).click()
}

/** Creates a request with code and PIN; returns the address of its page. */
async function requestRights(page: Page, kind: Kind, receipt: Receipt) {
  await sendRights(page, kind, receipt)
  await expect(page.getByRole('heading', { name: 'Dettaglio della richiesta' })).toBeVisible()
  await expect(page.getByText(receipt.codice).first()).toBeVisible()
  return page.url()
}

test('a request on personal data, approved', async ({ page, portal, request }) => {
  test.slow()
  const receipt = await reportOf(request, surname('Esporta'))
  let address = ''

  await test.step('RUP approves the export that an operator requested; it is downloaded and contains the report', async () => {
    await portal.signIn('Elena')
    await page.goto(`${site}${paths.rightsList}`)
    await page.getByRole('link', { name: 'Nuova richiesta' }).click()
    await page.getByRole('button', { name: 'Inserisci la richiesta' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Controlla questi campi' })).toBeFocused()
    await portal.isAccessible()
    await portal.picture('rights-new')
    await sendRights(page, 'Esportazione dei dati', { ...receipt, pin: 'AAAAA-AAAAA' })
    await expect(page.getByRole('alert').getByRole('link', { name: /^PIN: / })).toBeVisible()
    address = await requestRights(page, 'Esportazione dei dati', receipt)
    await expect(page.getByText('La richiesta attende la decisione del RUP.')).toBeVisible()
    await portal.signIn('Giulia')
    await page.goto(address)
    await page.getByRole('button', { name: 'Approva…' }).click()
    const question = page.getByRole('dialog', { name: "Approvare l'esportazione?" })
    await question.getByRole('button', { name: 'Approva' }).click()
    await expect(question.getByRole('alert')).toBeFocused()
    await portal.isAccessible()
    await question.getByLabel(/Motivo della decisione/).fill('La persona è chi dice di essere.')
    await question.getByRole('button', { name: 'Approva' }).click()
    await expect(page.getByText("L'archivio è pronto")).toBeVisible({ timeout: 30_000 })
    await portal.isAccessible()
    await portal.picture('rights-export')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: "Scarica l'archivio" }).click()
    const file = await (await download).path()
    expect(readFileSync(file).subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
  })

  await test.step('an unknown request says so and links back; a request of another user is not shown', async () => {
    await portal.signIn('Luca')
    for (const other of [address, `${site}${paths.rightsDetail}?id=0`, `${site}${paths.rightsDetail}?id=999999`]) {
      await page.goto(other)
      await expect(page.getByText("Questa richiesta non c'è, oppure non puoi vederla.")).toBeVisible()
    }
    await portal.isAccessible()
    await page.getByRole('link', { name: "Torna all'elenco" }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Richieste privacy')
    await expect(page.getByText(receipt.codice)).toHaveCount(0)
  })
})

test('a request on personal data, decided by RUP', async ({ page, portal, request }) => {
  test.slow()
  await test.step('RUP refuses with a reason, by the keyboard alone', async () => {
    const receipt = await reportOf(request, surname('Rifiuta'))
    await portal.signIn('Elena')
    const address = await requestRights(page, 'Esportazione dei dati', receipt)
    await portal.signIn('Giulia')
    await page.goto(address)
    const refuse = page.getByRole('button', { name: 'Rifiuta…' })
    await refuse.focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Rifiutare la richiesta?' })
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(refuse).toBeFocused()
    await page.keyboard.press('Enter')
    await question.getByLabel(/Motivo della decisione/).focus()
    await page.keyboard.type('La persona non ha provato chi è.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Richiesta rifiutata')).toBeVisible()
    await expect(page.getByText('La persona non ha provato chi è.')).toBeVisible()
    await page.goto(`${site}${paths.rightsList}`)
    await expect(page.getByRole('row').filter({ hasText: receipt.codice })).toContainText('Rifiutata')
  })

  await test.step('RUP cannot decide on their own request; another RUP erases, and the case has no person data', async () => {
    const receipt = await reportOf(request, surname('Cancella'))
    await portal.signIn('Giulia')
    const address = await requestRights(page, 'Cancellazione dei dati', receipt)
    const approve = page.getByRole('button', { name: 'Approva…' })
    await expect(approve).toHaveAttribute('aria-disabled', 'true')
    await approve.focus()
    await expect(page.getByRole('tooltip').first()).toHaveText(/serve un'altra persona/)
    // Another RUP: the user with several roles starts as an operator, so the second manager signs in by a request.
    const people = await (await request.get(`${site}/api/v1/mock`)).json()
    const marco = people.result.find((person: { nome: string }) => person.nome === 'Marco')
    await page.request.post(`${site}/api/v1/mock`, { data: { cf: marco.cf } })
    await page.goto(address)
    await page.getByRole('button', { name: 'Approva…' }).click()
    const question = page.getByRole('dialog', { name: 'Approvare la cancellazione?' })
    await expect(question).toContainText(receipt.codice)
    await expect(question).toContainText('Non si può annullare.')
    await question.getByLabel(/Motivo della decisione/).fill('La persona è chi dice di essere.')
    await question.getByRole('button', { name: 'Cancella per sempre' }).click()
    await question.getByRole('alert').getByRole('link').click()
    await expect(question.getByRole('checkbox')).toBeFocused()
    await portal.isAccessible()
    await portal.picture('rights-erasure')
    await question.getByRole('checkbox').check()
    await question.getByRole('button', { name: 'Cancella per sempre' }).click()
    await expect(page.getByText('I dati della persona sono stati cancellati')).toBeVisible({ timeout: 30_000 })
    await portal.isAccessible()
    await page.getByRole('link', { name: receipt.codice }).click()
    await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
    await expect(page.getByText('Ludovica')).toHaveCount(0)
    await expect(page.getByText('I dati personali di questo caso sono stati cancellati il')).toBeVisible()
  })
})
