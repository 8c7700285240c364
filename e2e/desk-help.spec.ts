import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { followEntry } from './desk-menu.ts'
import { expect, site, test } from './fixtures.ts'

const follow = (page: Page, name: string) => followEntry(page, name, 'Ufficio')

test('an operator looks up information and requests assistance', async ({ page, portal }) => {
  await test.step('an operator looks up the version, the meaning of statuses, who may do what, and the keyboard shortcuts', async () => {
    await portal.signIn('Luca')
    await follow(page, 'Informazioni')
    await expect(page.getByRole('heading', { name: 'Informazioni', level: 1 })).toBeVisible()
    const part = (name: string) => page.getByRole('region', { name })
    await expect(part('Versione e termini')).toContainText(/Versione\s*\d+\.\d+\.\d+/)
    await expect(part('Versione e termini')).toContainText(/Termine per la chiusura\s*90 giorni/)
    await expect(part('Stati dei casi')).toContainText('lo stato è definitivo')
    const closing = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Riapri', exact: true }) })
    await expect(closing).toContainText('Chiuso')
    await expect(closing).toContainText('RUP')
    await expect(closing).toContainText('motivo')
    const register = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Registro delle associazioni' }) })
    await expect(register).toContainText('Sola lettura')
    await expect(part('Tasti rapidi')).toContainText('caso seguente')
    await expect(part('Casella dell’assistenza').or(part("Casella dell'assistenza"))).toContainText('@')
    await portal.picture('information')
  })

  await test.step('a signed-in user requests assistance, by a form that fills in who they are', async () => {
    await follow(page, 'Richiedi assistenza')
    await expect(page.getByRole('heading', { name: 'Richiedi assistenza', level: 1 })).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Nome/ })).toHaveValue('Luca')
    await expect(page.getByRole('textbox', { name: /^Cognome/ })).toHaveValue('Rossetti')
    // Prefilled values are not unsaved input.
    await follow(page, 'Informazioni')
    await expect(page.getByRole('heading', { name: 'Informazioni', level: 1 })).toBeVisible()
    await follow(page, 'Richiedi assistenza')
    await page.getByRole('textbox', { name: /^E-?mail/i }).fill('luca.rossetti@example.it')
    await page.getByRole('combobox', { name: /^Oggetto/ }).selectOption({ label: 'Allegati' })
    await page.getByRole('textbox', { name: /^Messaggio/ }).fill('Non riesco ad aprire un allegato.')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Invia' }).click()
    await expect(page.getByRole('heading', { name: 'La richiesta è stata inviata con successo' })).toBeFocused()
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('heading', { name: 'Buon lavoro, Luca' })).toBeVisible()
  })
})

test('a new operator learns the desk by the manual and the tour', async ({ page, portal }) => {
  test.slow()
  const help = page.getByRole('button', { name: 'Aiuto' })
  const offer = page.getByRole('complementary', { name: 'Prima volta qui?' })
  const drawer = page.getByRole('dialog', { name: 'Gli elenchi' })
  const step = (title: string) => page.getByRole('dialog', { name: title })
  const seenCalls = /\/v1\/aiuto\/visti/

  // Every journey signs in with the tours seen: the server's answer is that to somebody new.
  await page.route(seenCalls, (route) => {
    const isRead = route.request().method() === 'GET'
    return isRead ? route.fulfill({ json: { success: true, result: { voci: [] }, errorCode: null } }) : route.continue()
  })

  await test.step('the help of the case list explains lists, beside the page', async () => {
    await portal.signIn('Luca')
    await portal.open(paths.caseList)
    await help.click()
    await page.getByRole('button', { name: 'Manuale di questa pagina' }).click()
    await expect(drawer).toContainText('Salva questa vista')
    expect((await drawer.boundingBox())?.x).toBeGreaterThan(600)
    await portal.isAccessible()
    await portal.picture('manual-drawer')
  })

  await test.step('it leads to the same chapter of the whole manual', async () => {
    await drawer.getByRole('link', { name: 'Apri il manuale' }).click()
    await expect(page.getByRole('heading', { name: 'Manuale', level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Gli elenchi' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Gli elenchi' })).toBeInViewport()
    await portal.isAccessible()
    await portal.picture('manual')
  })

  await test.step('news are marked until they are read', async () => {
    await help.click()
    await page.getByRole('link', { name: 'Nuovo Novità' }).click()
    await expect(page.getByRole('heading', { name: /^\d+ novembre 2026$/ }).first()).toBeVisible()
    await help.click()
    await expect(page.getByRole('link', { name: 'Novità', exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Nuovo Novità' })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('who has seen no tour is offered it once, and goes through its four steps by keyboard', async () => {
    await portal.open(paths.deskHome)
    await expect(offer).toBeVisible()
    await portal.isAccessible()
    // The page ends with room for it, so that it covers nothing for good.
    const room = await page
      .getByRole('main')
      .evaluate((main) => Number.parseFloat(getComputedStyle(main).paddingBlockEnd))
    expect(room).toBeGreaterThan((await offer.boundingBox())?.height ?? Number.NaN)
    await page.emulateMedia({ media: 'print' })
    await expect(offer).toBeHidden()
    await page.emulateMedia({ media: null })
    await offer.getByRole('button', { name: 'Inizia il giro' }).press('Enter')
    await expect(offer).toBeHidden()
    await expect(step('Che cosa aspetta te')).toContainText('Passo 1 di 4')
    await expect(step('Che cosa aspetta te').getByRole('button', { name: 'Avanti' })).toBeFocused()
    await portal.isAccessible()
    await page.keyboard.press('Enter')
    await expect(step('Da qui vai dappertutto').getByRole('button', { name: 'Avanti' })).toBeFocused()
    // A key of the desk does nothing behind the tour.
    await page.keyboard.press('n')
    await page.keyboard.press('ArrowRight')
    await expect(step('Una sola ricerca').getByRole('button', { name: 'Avanti' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(step("L'aiuto è sempre qui").getByRole('button', { name: 'Fine' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(help).toBeFocused()
    await expect(help).toHaveAttribute('aria-expanded', 'false')
    await expect(page).toHaveURL(`${site}${paths.deskHome}`)
    await page.unroute(seenCalls)
  })

  await test.step('it is not offered again after a new sign-in, and found again under help; Escape ends it', async () => {
    const seen = page.waitForResponse((answer) => seenCalls.test(answer.url()))
    await portal.signIn('Luca')
    await seen
    await expect(offer).toHaveCount(0)
    await help.click()
    await page.getByRole('button', { name: 'Giro guidato' }).click()
    await expect(step('Che cosa aspetta te')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
