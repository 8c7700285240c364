import type { Page } from '@playwright/test'
import { confirm, enterCase, fillReason, openCase, press, reasonOff, statusOf, transitionCase } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'

/** The toast that confirms an action. */
const isTold = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 30_000 })

/** The newest entry of the case's history. */
async function newestEntry(page: Page) {
  await page.getByRole('tab', { name: 'Storico' }).click()
  return page.getByRole('tabpanel').getByRole('listitem').first()
}

async function take(page: Page, level: string) {
  await press(page, 'Prendi in carico')
  await isTold(page, 'Preso in carico')
  await expect(statusOf(page)).toHaveText(level)
}

/** The name of the user who is signed in on a page. */
const idOf = async (page: Page): Promise<number> =>
  (await (await page.request.get(`${site}/api/v1/utenti/in-sessione`)).json()).result.id_utente

test('level I closes cases', async ({ page, portal }) => {
  test.slow()
  await test.step('level I takes an open case, and closes it alone once it is marked as answered immediately', async () => {
    await signInByCall(page, 'Sara')
    const id = await enterCase(page, { flag_presa_in_carico: 0 })
    await openCase(page, id)
    await expect(statusOf(page)).toHaveText('Aperto')
    expect(await reasonOff(page, 'Chiudi')).toBe('Non è possibile nello stato «Aperto»')

    await test.step('takes the case', async () => {
      await take(page, 'In lavorazione Op. I')
      const entry = await newestEntry(page)
      await expect(entry).toContainText('Preso in carico')
      await expect(entry).toContainText('Greco Sara')
      expect(await reasonOff(page, 'Prendi in carico')).toBe('Non è possibile nello stato «In lavorazione Op. I»')
    })

    await test.step('closing: all missing fields are listed, the immediate answer first', async () => {
      await press(page, 'Chiudi')
      await confirm(page, 'Chiudere il caso', 'Chiudi il caso', async (dialog) => {
        await dialog.getByRole('button', { name: 'Chiudi il caso' }).click()
        const missing = dialog.getByRole('alert').getByRole('link')
        await expect(missing).toHaveText([/^Risposta immediata: /, /^Esito finale: /, /^Azione svolta: /])
        await dialog.getByRole('checkbox', { name: /^Risposta immediata/ }).check()
        await dialog
          .getByRole('combobox', { name: /^Esito finale/ })
          .selectOption({ label: 'Informazioni e orientamento forniti' })
        await dialog.getByRole('combobox', { name: /^Azione svolta/ }).selectOption({ index: 1 })
        await portal.isAccessible()
      })
      await isTold(page, 'Caso chiuso')
      await expect(statusOf(page)).toHaveText('Chiuso')
      await expect(page.getByText(/Il caso è chiuso: si può solo leggere/)).toBeVisible()
    })

    await test.step('the history has the closing and its changes', async () => {
      const entry = await newestEntry(page)
      await expect(entry).toContainText('Chiuso')
      await expect(entry).toContainText('Greco Sara')
      await entry.getByText(/campi cambiati$/).click()
      const change = entry.getByRole('row', { name: /^Risposta immediata/ })
      await expect(change.getByRole('cell')).toHaveText(['No', 'Sì'])
      await expect(entry.getByRole('row', { name: /^Esito finale/ })).toContainText(
        'Informazioni e orientamento forniti',
      )
    })
  })

  await test.step('level I closes a case that is not relevant without the field of the immediate answer', async () => {
    const id = await enterCase(page, { flag_presa_in_carico: 0, id_pertinenza: 2 })
    await openCase(page, id)
    await take(page, 'In lavorazione Op. I')
    await press(page, 'Chiudi')
    await confirm(page, 'Chiudere il caso', 'Chiudi il caso', async (dialog) => {
      await expect(dialog.getByRole('combobox', { name: /^Esito finale/ })).toBeVisible()
      await expect(dialog.getByRole('checkbox', { name: /^Risposta immediata/ })).toHaveCount(0)
      await dialog
        .getByRole('combobox', { name: /^Esito finale/ })
        .selectOption({ label: 'Archiviazione per non pertinenza' })
      await dialog.getByRole('combobox', { name: /^Azione svolta/ }).selectOption({ index: 1 })
    })
    await isTold(page, 'Caso chiuso')
    await expect(statusOf(page)).toHaveText('Chiuso')
    await expect(await newestEntry(page)).toContainText('Chiuso')
  })
})

test('level II returns a case with a reason, and it waits for a new assignment', async ({ page, portal, browser }) => {
  test.slow()
  const rup = await (await browser.newContext()).newPage()
  await signInByCall(rup, 'Giulia')
  await signInByCall(page, 'Davide')
  const id = await enterCase(rup, { flag_presa_in_carico: 0 })
  await transitionCase(rup, id, { azione: 'invia_in_attribuzione', id_pertinenza: 1, id_ground: 1 })
  await transitionCase(rup, id, { azione: 'assegna_op2', id_operatore: await idOf(page) })

  await test.step('returns it, once the reason is filled in', async () => {
    await openCase(page, id)
    await expect(statusOf(page)).toHaveText('In lavorazione Op. II')
    await press(page, 'Restituisci')
    await confirm(page, 'Restituire il caso', 'Restituisci', async (dialog) => {
      await dialog.getByRole('button', { name: 'Restituisci', exact: true }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await portal.isAccessible()
      await fillReason('Conosco la persona che ha segnalato.')(dialog)
    })
    await isTold(page, 'Caso restituito')
    await expect(statusOf(page)).toHaveText('In attribuzione')
    expect(await reasonOff(page, 'Restituisci')).toBe('Non è possibile nello stato «In attribuzione»')
  })

  await test.step('the history has the reason', async () => {
    const entry = await newestEntry(page)
    await expect(entry).toContainText('Restituito')
    await expect(entry).toContainText('Marini Davide')
    await expect(entry).toContainText('Motivo: Conosco la persona che ha segnalato.')
  })

  await test.step('RUP finds it among the cases to assign, without an assignee, and gets a notice', async () => {
    await rup.goto(`${site}/gestione/operatore/inAttribuzione/lista`)
    const row = rup.getByRole('row').filter({ has: rup.locator(`a[href$="/inAttribuzione/dettaglio?id=${id}"]`) })
    await expect(row).toBeVisible({ timeout: 30_000 })
    await expect(row).not.toContainText('Marini')
    await openCase(rup, id)
    expect(await reasonOff(rup, 'Assegna')).toBe('')
    await rup.context().close()
  })
})
