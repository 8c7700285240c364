import type { Page } from '@playwright/test'
import { actOn, because, confirm, enterCase, openCase, press, reasonOff, statusOf } from './case-desk.ts'
import { expect, type Portal, site, test } from './fixtures.ts'
import { labelOf, statusName } from './labels.ts'
import { signInByCall } from './sign-in-by-call.ts'

/** Somebody else at the same desk. */
async function change(page: Page, portal: Portal, firstName: string) {
  await page.context().clearCookies()
  await portal.signIn(firstName)
}

test('the life of a case: entered on the telephone, classified, assigned, sent elsewhere, closed, opened again, cancelled', async ({
  page,
  portal,
}) => {
  test.slow()
  const story = `Ha telefonato alle ${Date.now()}: non affittano a stranieri.`
  await portal.signIn('Luca')
  await page.getByRole('navigation').getByRole('link', { name: /^Casi/ }).click()
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

  await test.step('classified by who took it', async () => {
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
    await confirm(page, 'Inviare il caso in attribuzione', 'Invia')
    await expect(statusOf(page)).toHaveText(statusName('toAssign'))
  })

  await test.step('assigned by RUP, who sees who has room', async () => {
    await change(page, portal, 'Giulia')
    await page.goto(address)
    await press(page, 'Assegna')
    await confirm(page, 'Assegnare il caso', 'Assegna', async (ask) => {
      await ask.getByRole('radio', { name: 'Op. II', exact: true }).check()
      await ask.getByRole('radio', { name: 'Bianchini Elena' }).check()
      await portal.isAccessible()
    })
    await expect(statusOf(page)).toHaveText(statusName('inWorkTwo'))
  })

  await test.step('found by whom it was assigned to, who proposes its end', async () => {
    await change(page, portal, 'Elena')
    await page.getByRole('button', { name: /^Avvisi/ }).click()
    await page
      .getByRole('link', { name: /Ti è stato assegnato il caso/ })
      .first()
      .click()
    await expect(page).toHaveURL(address)
    await press(page, 'Proponi chiusura')
    await confirm(page, 'Proporre la chiusura del caso', 'Proponi', async (ask) => {
      await ask.getByLabel(/^Esito finale/).selectOption({ label: 'Parere' })
    })
  })

  await test.step('sent to another body, taken back, closed, opened again and cancelled', async () => {
    await change(page, portal, 'Giulia')
    await page.goto(address)
    await press(page, 'Assegna esterno')
    await confirm(page, 'Trasmettere il caso a un ente esterno', 'Trasmetti', async (ask) => {
      await ask.getByRole('combobox', { name: /^Ente esterno/ }).selectOption({ label: 'OSCAD' })
      await ask.getByLabel('Giorno').fill('20')
      await ask.getByLabel('Mese').fill('11')
      await ask.getByLabel('Anno').fill('2026')
      await ask.getByLabel(/^Protocollo/).fill('OSCAD 12/2026')
      await ask.getByLabel(/^Base giuridica/).fill('art. 7 d.lgs. 215/2003')
    })
    await expect(statusOf(page)).toHaveText(statusName('external'))
    await expect(page.getByRole('complementary', { name: 'In breve' })).toContainText('OSCAD')
    await press(page, 'Riapri da esterno')
    await confirm(page, "Riprendere il caso dall'ente esterno", 'Riprendi', because('Hanno risposto.'))
    await press(page, 'Chiudi')
    await confirm(page, 'Chiudere il caso', 'Chiudi il caso', async (ask) => {
      await ask.getByRole('combobox', { name: /^Azione svolta/ }).selectOption({ label: 'Emissione di parere' })
    })
    await expect(statusOf(page)).toHaveText(statusName('closed'))
    await expect(page.getByText(/Il caso è chiuso: si può solo leggere/)).toBeVisible()
    await press(page, 'Riapri')
    await confirm(page, 'Riaprire il caso', 'Riapri', because('Nuovi elementi.'))
    await expect(statusOf(page)).toHaveText(statusName('reopened'))
    await press(page, 'Annulla il caso…')
    await confirm(page, 'Annullare il caso?', 'Annulla il caso', because('Inserito due volte.'))
    await expect(statusOf(page)).toHaveText(statusName('cancelled'))
  })

  await test.step('told from end to end by its history', async () => {
    await page.getByRole('tab', { name: 'Storico' }).click()
    for (const kind of ['Annullato', 'Riaperto', 'Chiuso', "Ripreso dall'ente esterno", 'Trasmesso a ente esterno'])
      await expect(page.getByRole('tabpanel').getByText(kind, { exact: true }).first()).toBeVisible()
    await portal.isAccessible()
    await portal.picture('case-history')
  })
})

test('sending elsewhere, closing, opening again and cancelling are for RUP: everybody else reads why they are off', async ({
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
  await actOn(page, id, { azione: 'assegna_op2', id_operatore: id_utente })
  const elena = await (await browser.newContext()).newPage()
  await signInByCall(elena, 'Elena')

  await test.step('level II reads it all; who it is assigned to may give it back', async () => {
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

  await test.step('sent elsewhere: what is missing is told, and nobody but RUP takes it back', async () => {
    await openCase(page, id)
    await press(page, 'Assegna esterno')
    await confirm(page, 'Trasmettere il caso a un ente esterno', 'Trasmetti', async (ask) => {
      await ask.getByRole('button', { name: 'Trasmetti', exact: true }).click()
      for (const name of [/^Ente esterno/, /^Data di assegnazione/, /^Protocollo/, /^Base giuridica/])
        await expect(ask.getByRole('alert').getByRole('link', { name })).toBeVisible()
      await ask.getByRole('combobox', { name: /^Ente esterno/ }).selectOption({ label: 'OSCAD' })
      await ask.getByLabel('Giorno').fill('20')
      await ask.getByLabel('Mese').fill('11')
      await ask.getByLabel('Anno').fill('2026')
      await ask.getByLabel(/^Protocollo/).fill('OSCAD 31/2026')
      await ask.getByLabel(/^Base giuridica/).fill('art. 7 d.lgs. 215/2003')
      await portal.isAccessible()
    })
    await expect(statusOf(page)).toHaveText(statusName('external'))
    await openCase(davide, id)
    expect(await reasonOff(davide, 'Riapri da esterno')).toBe('Spetta a: RUP')
    expect(await reasonOff(davide, 'Restituisci')).toBe('Non è possibile nello stato «Assegnato a ente esterno»')
  })

  await test.step('taken back with a reason, and closed', async () => {
    await press(page, 'Riapri da esterno')
    await confirm(page, "Riprendere il caso dall'ente esterno", 'Riprendi', async (ask) => {
      await ask.getByRole('button', { name: 'Riprendi', exact: true }).click()
      await expect(ask.getByRole('alert').getByRole('link', { name: /^Motivo/ })).toBeVisible()
      await because('Hanno risposto.')(ask)
    })
    await press(page, 'Chiudi')
    await confirm(page, 'Chiudere il caso', 'Chiudi il caso', async (ask) => {
      await ask.getByRole('combobox', { name: /^Esito finale/ }).selectOption({ label: 'Parere' })
      await ask.getByRole('combobox', { name: /^Azione svolta/ }).selectOption({ label: 'Emissione di parere' })
    })
    await expect(statusOf(page)).toHaveText(statusName('closed'))
    await openCase(davide, id)
    await expect(davide.getByText(/Il caso è chiuso: si può solo leggere/)).toBeVisible()
    expect(await reasonOff(davide, 'Riapri')).toBe('Spetta a: RUP')
    expect(await reasonOff(page, 'Annulla il caso…')).toBe('Non è possibile nello stato «Chiuso»')
  })

  await test.step('opened again, cancelled for good', async () => {
    await press(page, 'Riapri')
    await confirm(page, 'Riaprire il caso', 'Riapri', because('Nuovi elementi.'))
    await press(page, 'Annulla il caso…')
    await confirm(page, 'Annullare il caso?', 'Annulla il caso', because('Inserito due volte.'))
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
  await actOn(page, toAssign, { azione: 'invia_in_attribuzione', id_pertinenza: 1, id_ground: 1 })
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
    await page
      .getByRole('navigation', { name: 'Menu di gestione' })
      .getByRole('link', { name, exact: path === 'nonDiCompetenza' })
      .first()
      .click()
    await expect(page).toHaveURL(`${area}/${path}/lista`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    // Others enter cases meanwhile.
    await page.getByLabel('Righe per pagina').selectOption('50')
    await expect(page).toHaveURL(`${area}/${path}/lista?righe=50`)
    await page.getByRole('table').locator(`a[href$="/${path}/dettaglio?id=${id}"]`).click()
    await expect(page).toHaveURL(`${area}/${path}/dettaglio?id=${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dettaglio richiesta')
    await page.getByRole('navigation', { name: 'Percorso' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(`${area}/${path}/lista?righe=50`)
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
