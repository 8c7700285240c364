import type { Locator, Page } from '@playwright/test'
import { type PlainDate, paths, taxCodeOf } from '@portal/contract'
import { followEntry } from './desk-menu.ts'
import { expect, site, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'

// Two users take longer than one.
test.describe.configure({ timeout: 120_000 })

/** A surname that no other journey uses, easy to mistype. */
const uniqueSurname = () =>
  `San${Array.from({ length: 4 }, () => 'bdfglmnrtv'.charAt(Math.floor(Math.random() * 10)) + 'aeiou'.charAt(Math.floor(Math.random() * 5))).join('')}`

const field = (page: Page, name: RegExp) => page.getByRole('textbox', { name })
const recordBar = (page: Page) => page.getByRole('region', { name: 'Azioni sulla scheda' })
const modify = (page: Page) => recordBar(page).getByRole('button', { name: 'Modifica', exact: true })
const openList = (page: Page) => followEntry(page, 'Anagrafica')

/** Searches the list by the form of all filters. */
async function search(page: Page, words: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Tutti i filtri' }).click()
  await field(page, /^Nome, codice/).fill(words)
  await page.getByRole('button', { name: 'Filtra' }).click()
  await expect(page.getByRole('columnheader', { name: 'Trovata perché' })).toBeVisible()
  return page.getByRole('row')
}

interface Person {
  readonly lastName: string
  readonly taxCode: string
}

async function fillIn(page: Page, { lastName, taxCode }: Person) {
  await field(page, /^Cognome/).fill(lastName)
  await field(page, /^Nome/).fill('Marta')
  await field(page, /^Codice fiscale/).fill(taxCode)
  await page.getByRole('button', { name: 'Inserisci la scheda' }).click()
}

test('a person of the registry: inserted once, found by a mistyped name, edited by one operator at a time', async ({
  page,
  browser,
  portal,
}) => {
  const lastName = uniqueSurname()
  const taxCode = taxCodeOf({
    lastName,
    firstName: 'Marta',
    birthDate: '1984-06-09' as PlainDate,
    isFemale: true,
    birthPlace: `X${String(Date.now() % 1000).padStart(3, '0')}`,
  })
  const title = page.getByRole('heading', { name: 'Scheda di una persona' })
  await portal.signIn('Davide')

  await test.step('an operator opens the registry and inserts a person, whose record opens', async () => {
    await openList(page)
    await expect(page.getByRole('heading', { name: 'Anagrafica delle persone' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${paths.personList}$`))
    await page.getByRole('link', { name: 'Nuova persona' }).click()
    await fillIn(page, { lastName, taxCode })
    await expect(title).toBeVisible()
    await expect(page.getByText(`${lastName} Marta`)).toBeVisible()
  })

  await test.step('a second record with the same tax code is refused, and what was typed stays', async () => {
    await openList(page)
    await page.getByRole('link', { name: 'Nuova persona' }).click()
    await fillIn(page, { lastName: `${lastName}ni`, taxCode })
    const known = "Attenzione, l'anagrafica che si cerca di inserire risulta già censita."
    await expect(page.getByRole('alert').filter({ hasText: known })).toBeVisible()
    await expect(field(page, /^Cognome/)).toHaveValue(`${lastName}ni`)
    await portal.isAccessible()
    await openList(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Esci senza salvare' }).click()
  })

  await test.step('a mistyped name finds the record and says so; the name is not in the address', async () => {
    const mistyped = lastName.slice(0, -2) + lastName.slice(-1)
    const rows = await search(page, `marta ${mistyped}`)
    const row = rows.filter({ hasText: lastName })
    await expect(row).toContainText('Una lettera diversa')
    expect(page.url()).not.toContain(mistyped)
    await portal.isAccessible()
    await portal.picture('registry-found')
    await row.getByRole('link').click()
    await expect(title).toBeVisible()
  })

  await test.step('the history of an edited record shows the field before and after', async () => {
    await modify(page).click()
    await field(page, /^E-mail/).fill('marta@example.it')
    await recordBar(page).getByRole('button', { name: 'Salva' }).click()
    await expect(modify(page)).toBeVisible({ timeout: 30_000 })
    const entry = page.getByRole('listitem').filter({ hasText: 'Scheda modificata' })
    await expect(entry).toContainText('Marini Davide')
    await expect(entry).toContainText('E-mail')
  })

  await test.step('while one operator edits the record, another one reads it and sees who edits it since when', async () => {
    await modify(page).click()
    await expect(field(page, /^E-mail/)).toBeVisible()
    const colleague = await (await browser.newContext()).newPage()
    await signInByCall(colleague, 'Giulia')
    await colleague.goto(`${site}${paths.personList}`)
    await (await search(colleague, lastName)).getByRole('link', { name: `${lastName} Marta` }).click()
    await expect(
      colleague.locator('.alert').filter({ hasText: "Un'altra persona sta modificando la scheda" }),
    ).toBeVisible({ timeout: 30_000 })
    await expect(colleague.getByText(/In modifica da Marini Davide dalle .*\d\d:\d\d/).first()).toBeVisible()
    await expect(modify(colleague)).toHaveAttribute('aria-disabled', 'true')
    await expect(field(colleague, /^E-mail/)).toHaveCount(0)
    await colleague.context().close()
    await recordBar(page).getByRole('button', { name: 'Salva' }).click()
    await expect(modify(page)).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the record leads back to the list', async () => {
    const trail = page.getByRole('navigation', { name: 'Percorso' })
    await trail.getByRole('link', { name: 'Anagrafica delle persone' }).click()
    await expect(page.getByRole('heading', { name: 'Anagrafica delle persone' })).toBeVisible()
  })

  await test.step('the menu marks one entry, also on a page whose address is below that of another', async () => {
    const marked = page.getByRole('navigation').getByRole('link').and(page.locator('.desk-side [aria-current]'))
    await expect(marked).toHaveText(['Anagrafica'])
    await portal.open(paths.duplicateList)
    await expect(marked).toHaveText([/doppi/i])
  })
})

test('the administrator of the register reads the bodies of the registry and adds none', async ({ page, portal }) => {
  await portal.signIn('Chiara')
  await openList(page)
  await expect(page.getByRole('heading', { name: 'Anagrafica degli enti' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Nuov[ao] / })).toHaveCount(0)
  await portal.open(paths.personDetail)
  await expect(page.getByRole('heading', { name: 'Accesso negato' })).toBeVisible()
})
