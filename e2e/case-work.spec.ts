import type { Page } from '@playwright/test'
import {
  assign,
  confirm,
  enterCase,
  fillReason,
  isNotified,
  openCase,
  press,
  reasonOff,
  statusOf,
  transitionCase,
} from './case-desk.ts'
import { followEntry } from './desk-menu.ts'
import { expect, type Portal, site, test } from './fixtures.ts'
import { labelOf, statusName } from './labels.ts'
import { signInByCall } from './sign-in-by-call.ts'

/** Another user in the same browser. */
async function change(page: Page, portal: Portal, firstName: string) {
  await page.context().clearCookies()
  await portal.signIn(firstName)
}

test('the life of a case: entered on the telephone, classified, assigned, sent to another body, closed, reopened, cancelled', async ({
  page,
  portal,
}) => {
  test.slow()
  const story = `Ha telefonato alle ${Date.now()}: non affittano a stranieri.`
  await portal.signIn('Luca')
  await followEntry(page, /^Casi/)
  await page.getByRole('link', { name: 'Nuova segnalazione' }).click()
  await page.getByLabel(/^Canale/).selectOption({ label: 'Numero verde' })
  await page.getByLabel(/^Profilo/).selectOption({ label: 'Testimone' })
  await page.getByLabel(labelOf('lastName'), { exact: true }).fill('Fernández')
  await page.getByLabel(/^Che cosa è successo/).fill(story)
  await portal.isAccessible()
  await page.getByRole('button', { name: 'Salva e prendi in carico' }).click()
  await expect(page.getByText('Segnalazione inserita con successo')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
  await expect(statusOf(page)).toHaveText(statusName('inWorkOne'))
  const address = page.url()

  await test.step('the operator who took it classifies it', async () => {
    await page.getByRole('button', { name: 'Modifica' }).click()
    await page.getByRole('tab', { name: 'Classificazione' }).click()
    await page.getByRole('combobox', { name: labelOf('relevanceId') }).selectOption({ label: 'Pertinente' })
    await page.getByRole('button', { name: /Aggiungi un ground/ }).click()
    await page
      .getByRole('combobox', { name: /^Ground/ })
      .first()
      .selectOption({ label: 'Etnico-razziale' })
    await portal.isAccessible()
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(page.getByText('Segnalazione modificata con successo')).toBeVisible()
    await press(page, 'Invia in attribuzione')
    await expect(statusOf(page)).toHaveText(statusName('toAssign'))
  })

  await test.step('RUP assigns it and sees the workload of each operator', async () => {
    await change(page, portal, 'Giulia')
    await page.goto(address)
    await press(page, 'Assegna')
    await portal.isAccessible()
    await page.keyboard.press('Escape')
    await assign(page, 'Bianchini Elena')
    await expect(statusOf(page)).toHaveText(statusName('inWorkTwo'))
  })

  await test.step('the assignee finds it and proposes to close it', async () => {
    await change(page, portal, 'Elena')
    await isNotified(page, new URL(address).searchParams.get('id') ?? '')
    await page.getByRole('button', { name: /^Avvisi/ }).click()
    await page
      .getByRole('link', { name: /Ti è stato assegnato il caso/ })
      .first()
      .click()
    await expect(page).toHaveURL(address)
    await press(page, 'Proponi chiusura')
    await confirm(page, 'Proporre la chiusura del caso', 'Proponi', async (dialog) => {
      await dialog.getByLabel(/^Esito finale/).selectOption({ label: 'Parere' })
    })
  })

  await test.step('RUP sends it to another body, takes it back, closes, reopens and cancels it', async () => {
    await change(page, portal, 'Giulia')
    await page.goto(address)
    await press(page, 'Assegna esterno')
    await confirm(page, 'Trasmettere il caso a un ente esterno', 'Trasmetti', async (dialog) => {
      await dialog.getByRole('combobox', { name: /^Ente esterno/ }).selectOption({ label: 'OSCAD' })
      await dialog.getByLabel(/^Data di assegnazione/).fill('20/11/2026')
      await dialog.getByLabel(/^Protocollo/).fill('OSCAD 12/2026')
      await dialog.getByLabel(/^Base giuridica/).fill('art. 7 d.lgs. 215/2003')
    })
    await expect(statusOf(page)).toHaveText(statusName('external'))
    await expect(page.getByRole('complementary', { name: 'In breve' })).toContainText('OSCAD')
    await press(page, 'Riapri da esterno')
    await confirm(page, "Riprendere il caso dall'ente esterno", 'Riprendi', fillReason('Hanno risposto.'))
    await press(page, 'Chiudi')
    await confirm(page, 'Chiudere il caso', 'Chiudi il caso', async (dialog) => {
      await dialog.getByRole('combobox', { name: /^Azione svolta/ }).selectOption({ label: 'Emissione di parere' })
    })
    await expect(statusOf(page)).toHaveText(statusName('closed'))
    await expect(page.getByText(/Il caso è chiuso: si può solo leggere/)).toBeVisible()
    await press(page, 'Riapri')
    await confirm(page, 'Riaprire il caso', 'Riapri', fillReason('Nuovi elementi.'))
    await expect(statusOf(page)).toHaveText(statusName('reopened'))
    await press(page, 'Annulla il caso…')
    await confirm(page, 'Annullare il caso?', 'Annulla il caso', fillReason('Inserito due volte.'))
    await expect(statusOf(page)).toHaveText(statusName('cancelled'))
  })

  await test.step('the history has every step', async () => {
    await page.getByRole('tab', { name: 'Storico' }).click()
    for (const kind of ['Annullato', 'Riaperto', 'Chiuso', "Ripreso dall'ente esterno", 'Trasmesso a ente esterno'])
      await expect(page.getByRole('tabpanel').getByText(kind, { exact: true }).first()).toBeVisible()
    await portal.isAccessible()
    await portal.picture('case-history')
  })
})

test('sending to another body, closing, reopening and cancelling are for RUP: other users see why they are disabled', async ({
  page,
  portal,
  browser,
}) => {
  test.slow()
  await portal.signIn('Giulia')
  const id = await enterCase(page, { flag_presa_in_carico: 0 })
  const davide = await (await browser.newContext()).newPage()
  await signInByCall(davide, 'Davide')
  const { id_utente } = (await (await davide.request.get(`${site}/api/v1/utenti/in-sessione`)).json()).result
  await transitionCase(page, id, { azione: 'assegna_op2', id_operatore: id_utente })
  const elena = await (await browser.newContext()).newPage()
  await signInByCall(elena, 'Elena')

  await test.step('level II reads it all; the assignee may return it', async () => {
    await openCase(elena, id)
    await openCase(davide, id)
    for (const reader of [elena, davide])
      for (const name of ['Assegna', 'Assegna esterno', 'Chiudi', 'Annulla il caso…'])
        expect(await reasonOff(reader, name)).toBe('Spetta a: RUP')
    expect(await reasonOff(elena, 'Restituisci')).toBe("Il caso è assegnato a un'altra persona")
    expect(await reasonOff(davide, 'Restituisci')).toBe('')
  })

  await test.step('level I does not see a case of level II', async () => {
    await elena.context().clearCookies()
    await signInByCall(elena, 'Luca')
    await elena.reload()
    await expect(elena.getByText("Questo caso non c'è, oppure non puoi vederlo.")).toBeVisible()
    await elena.context().close()
  })

  await test.step('sending to another body: missing fields are listed, and only RUP takes it back', async () => {
    await openCase(page, id)
    await press(page, 'Assegna esterno')
    await confirm(page, 'Trasmettere il caso a un ente esterno', 'Trasmetti', async (dialog) => {
      await dialog.getByRole('button', { name: 'Trasmetti', exact: true }).click()
      for (const name of [/^Ente esterno/, /^Data di assegnazione/, /^Protocollo/, /^Base giuridica/])
        await expect(dialog.getByRole('alert').getByRole('link', { name })).toBeVisible()
      await dialog.getByRole('combobox', { name: /^Ente esterno/ }).selectOption({ label: 'OSCAD' })
      await dialog.getByLabel(/^Data di assegnazione/).fill('20/11/2026')
      await dialog.getByLabel(/^Protocollo/).fill('OSCAD 31/2026')
      await dialog.getByLabel(/^Base giuridica/).fill('art. 7 d.lgs. 215/2003')
      await portal.isAccessible()
    })
    await expect(statusOf(page)).toHaveText(statusName('external'))
    await openCase(davide, id)
    expect(await reasonOff(davide, 'Riapri da esterno')).toBe('Spetta a: RUP')
    expect(await reasonOff(davide, 'Restituisci')).toBe('Non è possibile nello stato «Assegnato a ente esterno»')
  })

  await test.step('RUP takes it back with a reason, and closes it', async () => {
    await press(page, 'Riapri da esterno')
    await confirm(page, "Riprendere il caso dall'ente esterno", 'Riprendi', async (dialog) => {
      await dialog.getByRole('button', { name: 'Riprendi', exact: true }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await fillReason('Hanno risposto.')(dialog)
    })
    await press(page, 'Chiudi')
    await confirm(page, 'Chiudere il caso', 'Chiudi il caso', async (dialog) => {
      await dialog.getByRole('combobox', { name: /^Esito finale/ }).selectOption({ label: 'Parere' })
      await dialog.getByRole('combobox', { name: /^Azione svolta/ }).selectOption({ label: 'Emissione di parere' })
    })
    await expect(statusOf(page)).toHaveText(statusName('closed'))
    await openCase(davide, id)
    await expect(davide.getByText(/Il caso è chiuso: si può solo leggere/)).toBeVisible()
    expect(await reasonOff(davide, 'Riapri')).toBe('Spetta a: RUP')
    expect(await reasonOff(page, 'Annulla il caso…')).toBe('Non è possibile nello stato «Chiuso»')
  })

  await test.step('RUP reopens it, and cancels it for good', async () => {
    await press(page, 'Riapri')
    await confirm(page, 'Riaprire il caso', 'Riapri', fillReason('Nuovi elementi.'))
    await press(page, 'Annulla il caso…')
    await confirm(page, 'Annullare il caso?', 'Annulla il caso', fillReason('Inserito due volte.'))
    await expect(statusOf(page)).toHaveText(statusName('cancelled'))
    for (const name of ['Assegna', 'Chiudi', 'Riapri', 'Annulla il caso…'])
      expect(await reasonOff(page, name)).toBe('Non è possibile nello stato «Annullato»')
    await davide.context().close()
  })
})

test('each list of cases has its address, and opens its cases under it', async ({ page }) => {
  await signInByCall(page, 'Sara')
  const mine = await enterCase(page)
  const toAssign = await enterCase(page)
  await transitionCase(page, toAssign, { azione: 'invia_in_attribuzione', id_pertinenza: 1, id_ground: 1 })
  const outOfRemit = await enterCase(page, { id_pertinenza: 4 })
  const area = `${site}/gestione/operatore`
  await page.goto(`${area}/home`)
  await expect(page.getByRole('heading', { name: 'Buon lavoro, Sara' })).toBeVisible({ timeout: 30_000 })
  const lists = [
    ['casi', 'Casi', mine],
    ['inAttribuzione', 'In attribuzione', toAssign],
    ['mieiCasi', 'Miei casi', mine],
    ['nonDiCompetenza', 'Non di competenza', outOfRemit],
  ] as const
  for (const [path, name, id] of lists) {
    await followEntry(page, new RegExp(`^${name}`))
    await expect(page).toHaveURL(new RegExp(`/${path}/lista(\\?|$)`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    // Other journeys create cases at the same time.
    await page.getByLabel('Righe per pagina').selectOption('50')
    await expect(page).toHaveURL(new RegExp(`/${path}/lista\\?(.*&)?righe=50$`))
    await page.getByRole('table').locator(`a[href$="/${path}/dettaglio?id=${id}"]`).click()
    await expect(page).toHaveURL(`${area}/${path}/dettaglio?id=${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dettaglio richiesta')
    await page.getByRole('navigation', { name: 'Percorso' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`/${path}/lista\\?(.*&)?righe=50$`))
  }
  await page.goto(`${area}/iMieiCasi/dettaglio?id=${mine}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dettaglio richiesta')
  await expect(
    page.getByRole('navigation', { name: 'Percorso' }).getByRole('link', { name: 'Miei casi' }),
  ).toBeVisible()
  await page.goto(`${area}/casi/nuovaSegnalazione`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nuova segnalazione')
  for (const [path, leadsTo] of [
    ['inAttribuzione', 'inAttribuzione/lista'],
    ['mieiCasi', 'mieiCasi/lista'],
    ['iMieiCasi', 'mieiCasi/lista'],
    ['nonDiCompetenza', 'nonDiCompetenza/lista'],
  ] as const) {
    await page.goto(`${area}/${path}`)
    await expect(page).toHaveURL(`${area}/${leadsTo}`)
  }
})
