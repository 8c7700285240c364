import { paths } from '@portal/contract'
import { expect, site, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'

test('an operator arranges views, mails and a calendar', async ({ page, portal }) => {
  await test.step('a list is saved as a view, found under its name, and deleted', async () => {
    const name = `In ritardo ${Date.now()}`
    await signInByCall(page, 'Andrea')
    await page.goto(`${site}${paths.caseList}?in_ritardo=1&statoSegnalazione=1`)
    const views = page.getByRole('button', { name: 'Viste' })
    await views.click()
    await page.getByRole('button', { name: 'Salva questa vista' }).click()
    const dialog = page.getByRole('dialog', { name: 'Salva questa vista' })
    await dialog.getByRole('textbox', { name: /^Nome della vista/ }).fill(name)
    await portal.isAccessible()
    await dialog.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(page.getByText('Vista salvata')).toBeVisible()

    await page.goto(`${site}${paths.myCaseList}`)
    await views.click()
    await page.getByRole('link', { name: `Casi: ${name}` }).click()
    await expect(page).toHaveURL(/\/casi\/lista\?.*in_ritardo=1/)
    await expect(page.getByRole('button', { name: 'Stato: Aperto, modifica' })).toBeVisible()

    await views.click()
    await page.getByRole('button', { name: 'Gestisci le viste' }).click()
    const manage = page.getByRole('dialog', { name: 'Gestisci le viste' })
    await portal.isAccessible()
    await manage.getByRole('button', { name: `Elimina la vista ${name}` }).click()
    await expect(manage.getByText('Vista eliminata.')).toBeVisible()
    await expect(manage.getByText(name)).toHaveCount(0)
  })

  await test.step('deadlines come by mail and by a calendar at a secret address, which the user can revoke', async () => {
    await page.goto(`${site}${paths.agenda}`)
    const never = page.getByRole('radio', { name: 'Mai' })
    const weekly = page.getByRole('radio', { name: 'Il lunedì' })
    await expect(never).toBeChecked()
    await weekly.check()
    await expect(page.getByText('Riceverai il riepilogo')).toBeVisible()
    await page.reload()
    await expect(weekly).toBeChecked()
    await never.check()
    await expect(page.getByText('Non riceverai più il riepilogo')).toBeVisible()

    await page.getByRole('button', { name: "Crea l'indirizzo" }).click()
    const address = (await page.locator('code').textContent()) ?? ''
    expect(address).toMatch(/\/v1\/calendario\/[\w-]{43}\.ics$/)
    await portal.isAccessible()
    const calendar = new URL(address).pathname
    // A calendar program has no session.
    const read = async () => fetch(new URL(calendar, page.url()), { headers: { accept: 'text/calendar' } })
    expect(await (await read()).text()).toMatch(/^BEGIN:VCALENDAR/)

    await page.getByRole('button', { name: "Chiudi l'indirizzo" }).click()
    await page.getByRole('dialog').getByRole('button', { name: "Chiudi l'indirizzo" }).click()
    await expect(page.getByText('Il tuo calendario non ha ancora un indirizzo.')).toBeVisible()
    expect((await read()).status).toBe(404)
  })
})
