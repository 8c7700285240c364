import type { BrowserContext, Page } from '@playwright/test'
import { reportOnWire } from '../server/test/make.ts'
import {
  changeConcurrently,
  colleague,
  confirm,
  edit,
  enterCase,
  fillReason,
  isSaved,
  isWriting,
  notes,
  openCase,
  press,
  readCase,
  saveButton,
} from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { labelOf } from './labels.ts'
import { sendReport } from './send-report.ts'
import { signInByCall } from './sign-in-by-call.ts'

// Two users take longer than one.
test.describe.configure({ timeout: 120_000 })

/** A page polls the lock of its case every ten seconds: moves the clock to the next poll. */
const pollLock = (page: Page) => page.clock.fastForward(10_000)

const alertOf = (page: Page, text: string | RegExp) => page.locator('.alert').filter({ hasText: text })
const lostNote = (page: Page) => alertOf(page, 'Non puoi più salvare')
const draftNote = (page: Page) => alertOf(page, "C'è una bozza non salvata")
const resumeDraft = (page: Page) =>
  draftNote(page).getByRole('button', { name: /^Ripristina la bozza non salvata del/ })
const resumedNote = (page: Page) => alertOf(page, 'Ritrovi qui quello che avevi scritto in questa scheda')
const message = (page: Page) => page.getByRole('textbox', { name: /^Nuovo messaggio/ })
const merge = (page: Page) => page.getByRole('region', { name: 'Il caso è cambiato mentre scrivevi' })

test('two users edit one case, one after the other', async ({ page, browser, portal }) => {
  const marco = await colleague(browser, 'Marco')
  await signInByCall(page, 'Sara')
  for (const tab of [page, marco]) await tab.clock.install()

  await test.step('the second user sees who edits since when, and may edit as soon as the case is free, without a reload', async () => {
    const id = await enterCase(page)
    await openCase(page, id)
    await edit(page, 'Azioni')
    await notes(page).fill('Richiamare lunedì.')

    await openCase(marco, id)
    await expect(alertOf(marco, "Un'altra persona sta modificando il caso")).toContainText(
      /In modifica da Greco Sara dalle .*\d\d:\d\d/,
    )
    await marco.getByRole('tab', { name: 'Azioni' }).click()
    await expect(marco.getByRole('tabpanel')).toContainText("Note dell'ufficio")
    await expect(marco.getByRole('tabpanel').getByRole('textbox')).toHaveCount(0)
    const modify = marco.getByRole('button', { name: 'Modifica', exact: true })
    await expect(modify).toHaveAccessibleDescription("Un'altra persona lo sta modificando")

    await saveButton(page).click()
    await isSaved(page)
    await pollLock(marco)
    await expect(marco.getByText('Ora puoi modificare: il caso è di nuovo libero.')).toBeVisible({ timeout: 30_000 })
    await expect(marco.getByRole('tabpanel')).toContainText('Richiamare lunedì.')
    await edit(marco, 'Azioni')
    await expect(notes(marco)).toHaveValue('Richiamare lunedì.')
    await saveButton(marco).click()
    await isSaved(marco)
  })

  await test.step('RUP takes over a case: the other user cannot overwrite it, keeps their input, and applies it later', async () => {
    const id = await enterCase(page)
    await openCase(page, id)
    await edit(page, 'Azioni')
    await notes(page).fill('Sentita la persona: conferma.')

    await openCase(marco, id)
    await marco.getByRole('button', { name: 'Subentra' }).click()
    await confirm(marco, 'Subentrare nella modifica?', 'Subentra')
    await marco.getByLabel(labelOf('placeAddress')).fill('Via dei Tigli 3')

    // The page reports it by itself, before the user types more in vain.
    await pollLock(page)
    await expect(lostNote(page)).toContainText('Il caso è aperto in modifica da Conti Marco', { timeout: 30_000 })
    await expect(page.getByRole('tabpanel')).toContainText('Sentita la persona: conferma.')
    await expect(saveButton(page)).toHaveCount(0)
    const resume = page.getByRole('button', { name: 'Riprendi la modifica' })
    await expect(resume).toHaveAccessibleDescription('Il caso non è ancora libero')
    expect(await readCase(marco, id)).not.toHaveProperty('note')
    await portal.isAccessible()
    await portal.picture('case-lost')
    // The bar reports it as well, on every page.
    await page.getByRole('button', { name: /^Avvisi/ }).click()
    await expect(
      page.getByRole('link', { name: /Un'altra persona ha preso la modifica del caso/ }).first(),
    ).toBeVisible()
    await page.keyboard.press('Escape')

    await saveButton(marco).click()
    await isSaved(marco)
    await pollLock(page)
    await expect(alertOf(page, 'ora il caso è di nuovo libero')).toBeVisible({ timeout: 30_000 })
    await expect(lostNote(page)).toHaveCount(0)
    await expect(resume).toHaveAccessibleDescription('')
    await expect(page.getByRole('button', { name: 'Modifica', exact: true })).toHaveAccessibleDescription(
      'Prima scegli che cosa fare di quello che avevi scritto e non salvato',
    )
    await resume.click()
    await expect(page.getByText('Ora puoi modificare: il caso è di nuovo libero.')).toHaveCount(0)
    // Each user changed another field: there is nothing to choose.
    await expect(merge(page)).toContainText('Tutto è scelto: puoi salvare.')
    await merge(page).getByRole('button', { name: 'Salva con queste scelte' }).click()
    await isSaved(page)
    expect(await readCase(page, id)).toMatchObject({
      note: 'Sentita la persona: conferma.',
      luogo: { indirizzo: 'Via dei Tigli 3' },
    })
  })
})

test('changes saved in between are merged by choice', async ({ page, browser, context, portal }) => {
  await test.step('a colleague saved in between: both versions are shown side by side, and the chosen values are saved', async () => {
    const marco = await colleague(browser, 'Marco')
    await signInByCall(page, 'Sara')
    const before = { note: 'Prima.', id_ambito: 1, luogo: { indirizzo: 'Via Vecchia 1' } }
    const id = await enterCase(page, before)
    await openCase(page, id)
    await edit(page)
    await page.getByLabel(labelOf('placeAddress')).fill('Via di Sara 2')
    await page.getByRole('tab', { name: 'Classificazione' }).click()
    await page.getByRole('combobox', { name: labelOf('fieldId') }).selectOption({ label: 'Lavoro' })
    await page.getByRole('combobox', { name: labelOf('relevanceId') }).selectOption({ label: 'Pertinente' })
    await page.getByRole('tab', { name: 'Azioni' }).click()
    await notes(page).fill('La nota di Sara.')
    await changeConcurrently(marco, id, { note: 'La nota di Marco.', id_ambito: 3, id_fonte_informativa: 1 })

    await saveButton(page).click()
    await expect(merge(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Il caso è cambiato mentre scrivevi' })).toBeFocused()
    const part = (name: string) => merge(page).getByRole('radiogroup', { name })
    await expect(part("Note dell'ufficio")).toContainText(/Prima\..*La nota di Sara\..*La nota di Marco\./s)
    await expect(part("Note dell'ufficio").getByRole('radio', { checked: true })).toHaveCount(0)
    await expect(part('Pertinenza').getByRole('radio', { name: /^Tieni la tua/ })).toBeChecked()
    await expect(part('Fonte informativa').getByRole('radio', { name: /^Tieni quella salvata/ })).toBeChecked()
    await portal.isAccessible()
    await portal.picture('case-merge')

    const save = merge(page).getByRole('button', { name: 'Salva con queste scelte' })
    await save.click()
    await expect(merge(page).getByText('Scegli quale versione tenere')).toHaveCount(2)
    await part("Note dell'ufficio")
      .getByRole('radio', { name: /^Tieni la tua/ })
      .check()
    await part('Ambito')
      .getByRole('radio', { name: /^Tieni quella salvata/ })
      .check()
    // A change of only one of them can be rejected as well.
    await part('Indirizzo del fatto')
      .getByRole('radio', { name: /^Tieni quella salvata/ })
      .check()
    await save.click()
    await isSaved(page)
    expect(await readCase(page, id)).toMatchObject({
      note: 'La nota di Sara.',
      id_ambito: 3,
      id_fonte_informativa: 1,
      id_pertinenza: 1,
      luogo: { indirizzo: 'Via Vecchia 1' },
    })
    await marco.context().close()
  })

  await test.step('two tabs of one user hold one lock; the second one to save chooses between both versions', async () => {
    const id = await enterCase(page)
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await openCase(tab, id)
      await edit(tab, 'Azioni')
    }
    await notes(page).fill('Dalla prima scheda.')
    await notes(other).fill('Dalla seconda scheda.')
    await saveButton(other).click()
    await isSaved(other)
    await saveButton(page).click()
    const part = merge(page).getByRole('radiogroup', { name: "Note dell'ufficio" })
    await expect(part).toContainText(/Dalla prima scheda\..*Dalla seconda scheda\./s)
    await part.getByRole('radio', { name: /^Tieni quella salvata/ }).check()
    await merge(page).getByRole('button', { name: 'Salva con queste scelte' }).click()
    await expect(merge(page)).toBeHidden()
    expect((await readCase(page, id)).note).toBe('Dalla seconda scheda.')
  })
})

/** Reopens a closed tab with its session storage, as browsers do. */
async function reopened(context: BrowserContext, held: Readonly<Record<string, string>>): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript((entries) => {
    for (const [place, text] of Object.entries(entries)) sessionStorage.setItem(place, text)
  }, held)
  return page
}

test('a draft survives its tab, for the same user only', async ({ page, context }) => {
  await test.step('another user who signs in in the same tab does not see the draft', async () => {
    await signInByCall(page, 'Sara')
    const id = await enterCase(page)
    await openCase(page, id)
    await edit(page, 'Azioni')
    await notes(page).fill('Solo di Sara.')
    await page.context().clearCookies()
    await signInByCall(page, 'Marco')
    page.once('dialog', (question) => question.accept())
    await openCase(page, id)
    await expect(page.getByRole('button', { name: 'Modifica', exact: true })).toBeVisible()
    await expect(draftNote(page)).toHaveCount(0)
    await expect(page.locator('body')).not.toContainText('Solo di Sara.')
  })

  await test.step('closing a tab with unsaved changes needs confirmation; a reload or the reopened tab offers the draft', async () => {
    await context.clearCookies()
    await signInByCall(page, 'Sara')
    const id = await enterCase(page)
    await openCase(page, id)
    await edit(page, 'Azioni')
    await notes(page).fill('Da non perdere.')
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    await expect(notes(page)).toHaveValue('Da non perdere.')

    page.once('dialog', (question) => question.accept())
    await page.reload()
    await expect(draftNote(page)).toContainText("L'hai scritta in questa scheda e non è stata salvata.")
    await expect(page.getByRole('button', { name: 'Modifica', exact: true })).toHaveAccessibleDescription(
      'Prima scegli che cosa fare di quello che avevi scritto e non salvato',
    )
    const held = await page.evaluate(() => ({ ...sessionStorage }))
    await page.close()

    const again = await reopened(context, held)
    await openCase(again, id)
    await resumeDraft(again).click()
    await isWriting(again)
    await again.getByRole('tab', { name: 'Azioni' }).click()
    await expect(notes(again)).toHaveValue('Da non perdere.')
    await saveButton(again).click()
    await isSaved(again)
    expect((await readCase(again, id)).note).toBe('Da non perdere.')
  })
})

test('a lost network while saving is reported, loses nothing, and saving works once it is back', async ({
  page,
  context,
  portal,
}) => {
  await signInByCall(page, 'Sara')
  const id = await enterCase(page)
  await openCase(page, id)
  await edit(page, 'Azioni')
  await notes(page).fill('Senza rete.')
  await context.setOffline(true)
  await expect(page.getByText(/^Sei senza connessione: puoi continuare a scrivere/)).toBeVisible()
  await saveButton(page).click()
  await expect(page.getByText('Non è stato salvato: il server non risponde')).toBeVisible()
  await expect(notes(page)).toHaveValue('Senza rete.')
  await portal.isAccessible()
  await context.setOffline(false)
  await saveButton(page).click()
  await isSaved(page)
  expect((await readCase(page, id)).note).toBe('Senza rete.')

  await test.step('after a lost answer of a successful save the next attempt finds it saved', async () => {
    await edit(page, 'Azioni')
    await notes(page).fill('Salvato, ma non si sa.')
    let isLost = false
    await page.route(/integrazione-segnalazione\?/, async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await saveButton(page).click()
    await expect(page.getByText('Non è stato salvato: il server non risponde')).toBeVisible()
    await saveButton(page).click()
    await expect(saveButton(page)).toBeHidden()
    await expect(merge(page)).toBeHidden()
    expect(await readCase(page, id)).toMatchObject({ note: 'Salvato, ma non si sa.' })
  })
})

test('a session that ends removes the input from the page, and restores it later', async ({ page, portal }) => {
  await test.step('a session that ends while a case is edited removes it from the page, and restores it for the same user', async () => {
    // A case whose reporter has a PIN to read messages.
    const reported = await sendReport(page.request, reportOnWire())
    const id = (await reported.json()).result.id_segnalazione as number
    await portal.signIn('Giulia')
    await openCase(page, id)
    await edit(page, 'Azioni')
    await notes(page).fill('Scritto prima della fine.')
    await page.getByRole('tab', { name: 'Corrispondenza' }).click()
    await message(page).fill('Gentile signora,')
    expect((await page.request.post(`${site}/api/v1/utenti/logout`)).status()).toBe(200)
    await saveButton(page).click()
    const ended = page.getByRole('alertdialog', { name: 'La sessione è terminata' })
    await expect(ended).toContainText(
      'Le modifiche a un caso, i messaggi e le azioni che stavi scrivendo restano in questa scheda',
    )
    for (const text of ['Scritto prima della fine.', 'Gentile signora,'])
      await expect(page.locator('body')).not.toContainText(text)
    await portal.isAccessible()
    await ended.getByRole('link', { name: 'Accedi di nuovo' }).click()
    await page.getByRole('button', { name: 'Entra come Giulia' }).click()
    await expect(page).toHaveURL(new RegExp(`/casi/dettaglio\\?id=${id}&scheda=messaggi$`))
    await resumeDraft(page).click()
    await isWriting(page)
    await page.getByRole('tab', { name: 'Azioni' }).click()
    await expect(notes(page)).toHaveValue('Scritto prima della fine.')
    await saveButton(page).click()
    await isSaved(page)
    expect((await readCase(page, id)).note).toBe('Scritto prima della fine.')

    await page.getByRole('tab', { name: 'Corrispondenza' }).click()
    await expect(message(page)).toHaveValue('Gentile signora,')
    await expect(resumedNote(page)).toBeVisible()
    await portal.isAccessible()
    await portal.picture('message-resumed')
    await page.getByRole('button', { name: 'Invia il messaggio' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Gentile signora,' })).toBeVisible()
    await expect(message(page)).toHaveValue('')
  })

  await test.step('a session that ends while an action is confirmed keeps the reason for the same dialog', async () => {
    const id = await enterCase(page, { flag_presa_in_carico: 0 })
    await openCase(page, id)
    await press(page, 'Annulla il caso…')
    const cancelDialog = page.getByRole('dialog', { name: 'Annullare il caso?' })
    await fillReason('Segnalata due volte.')(cancelDialog)
    expect((await page.request.post(`${site}/api/v1/utenti/logout`)).status()).toBe(200)
    await cancelDialog.getByRole('button', { name: 'Annulla il caso' }).click()
    const ended = page.getByRole('alertdialog', { name: 'La sessione è terminata' })
    await expect(page.locator('body')).not.toContainText('Segnalata due volte.')
    await ended.getByRole('link', { name: 'Accedi di nuovo' }).click()
    await page.getByRole('button', { name: 'Entra come Giulia' }).click()
    await expect(page).toHaveURL(new RegExp(`/casi/dettaglio\\?id=${id}$`))
    await press(page, 'Annulla il caso…')
    await expect(resumedNote(page)).toBeVisible()
    await expect(cancelDialog.getByRole('textbox', { name: /^Motivo/ })).toHaveValue('Segnalata due volte.')
    await portal.isAccessible()
    await portal.picture('action-resumed')
    await confirm(page, 'Annullare il caso?', 'Annulla il caso')
    await expect(page.getByText(/Il caso è annullato/)).toBeVisible()
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((place) => place.includes('.case.')))).toEqual(
      [],
    )
  })
})
