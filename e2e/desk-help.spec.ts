import type { Page } from '@playwright/test'
import { followEntry } from './desk-menu.ts'
import { expect, test } from './fixtures.ts'

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
