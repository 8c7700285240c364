import type { Page } from '@playwright/test'
import { paths } from '@portal/contract'
import {
  confirm,
  edit,
  enterCase,
  isSaved,
  notes,
  openCase,
  press,
  saveButton,
  statusOf,
  transitionCase,
} from './case-desk.ts'
import { begin as beginApplication, fillInApplication, newNumber, sendApplication, tab } from './enrolment-form.ts'
import { expect, site, test } from './fixtures.ts'
import { statusName } from './labels.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { translateNow } from './translate-page.ts'
import {
  attach,
  begin,
  captchaField,
  chooseProfile,
  fillInFacts,
  goOn,
  openStep,
  patient,
  pressSend,
  send,
  textFile,
} from './wizard.ts'

// A browser translates every page, from before the program has started.
test.use({ isTranslated: true })

/** The texts of the page that a translation would have moved, but has not: none. */
const untranslated = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const left: string[] = []
    while (walker.nextNode()) {
      const { parentElement: parent, nodeValue: text } = walker.currentNode
      const isLeft = parent?.closest('script, style, textarea, option, title, [translate=no]')
      if (text?.trim() && !isLeft && parent?.nodeName !== 'FONT') left.push(text)
    }
    return left
  })

test('a report is sent from a translated page, read with its code and answered', async ({ page }) => {
  test.slow()
  await begin(page)
  expect(await untranslated(page)).toEqual([])
  await chooseProfile(page, 'Vittima')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('tradotta@example.it')
  await goOn(page)

  await test.step('of two files one is deleted, and the list and the errors say so', async () => {
    await goOn(page)
    const error = page.locator('.field-error').filter({ hasText: 'Campo obbligatorio' }).first()
    await expect(error).toBeVisible()
    await attach(page, textFile('uno.txt'), textFile('due.txt'))
    const list = page.getByRole('list', { name: 'File allegati' })
    await expect(list.getByText('Il file è stato accettato')).toHaveCount(2)
    await page.getByRole('button', { name: /Elimina.*uno\.txt/ }).click()
    await confirm(page, 'Vuoi eliminare il file', 'Elimina')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list).toContainText('due.txt')
    await fillInFacts(page, 'Mi hanno cacciato dal negozio.')
  })

  await test.step('each wrong captcha says how many tries are left', async () => {
    await pressSend(page, '000000')
    await expect(page.getByText('Ti restano 4 tentativi.')).toBeVisible()
    await captchaField(page).fill('111111')
    await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
    await expect(page.getByText('Ti restano 3 tentativi.')).toBeVisible()
    await expect(page.getByText('Ti restano 4 tentativi.')).toHaveCount(0)
    await expect(captchaField(page)).toHaveAttribute('translate', 'no')
  })

  const receipt = await test.step('it is sent; code and PIN stay as they are', async () => {
    await pressSend(page)
    await patient(page.getByRole('heading', { name: 'Abbiamo ricevuto la tua segnalazione' })).toBeVisible()
    const values = page.locator('dd bdi[translate=no]')
    await expect(values).toHaveCount(2)
    await expect(values.locator('font')).toHaveCount(0)
    const [code = '', pin = ''] = await values.allTextContents()
    await page.getByRole('button', { name: "L'ho annotato, nascondi" }).click()
    await expect(page.getByText('Codice e PIN sono nascosti')).toBeVisible()
    return { code, pin }
  })

  await test.step('a wrong PIN and the right one are answered with their own words', async () => {
    await page.getByRole('link', { name: 'Segui la tua segnalazione' }).click()
    const enter = async (pin: string) => {
      await page.getByLabel('Codice').fill(receipt.code)
      await page.getByLabel('PIN', { exact: false }).fill(pin)
      await page.getByRole('button', { name: 'Apri' }).click()
    }
    await enter('00000-00000')
    await expect(page.getByText('Il codice o il PIN non sono corretti')).toBeVisible()
    await enter(receipt.pin)
    await expect(page.getByRole('heading', { level: 1, name: receipt.code })).toBeFocused()
    await expect(page.locator('h1 [translate=no]')).toHaveText(receipt.code)
    await page.getByLabel('La tua risposta').fill('Erano le nove.')
    await page.getByRole('button', { name: 'Invia la risposta' }).click()
    await expect(page.getByText('La risposta è stata inviata')).toBeVisible()
    await expect(page.locator('.message-own')).toContainText('Erano le nove.')
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Esci', exact: true })).toHaveCount(0)
  })
})

test('a translated page asks for assistance and for the enrolment of an association', async ({ page, portal }) => {
  test.slow()
  await test.step('a request for assistance is corrected and sent', async () => {
    await portal.open(paths.assistance)
    const send = page.getByRole('button', { name: 'Invia la richiesta' })
    await send.click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(6)
    await page.getByLabel('Nome', { exact: false }).first().fill('Niccolò')
    await page.getByLabel('Cognome', { exact: false }).fill('Ferri')
    await send.click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
    await page.getByLabel('E-mail', { exact: false }).fill('niccolo@example.it')
    await page.getByLabel('Oggetto').selectOption({ label: 'Altro' })
    await page.getByLabel('Messaggio').fill('Non trovo il codice.')
    await page.getByLabel('Autorizzazione ad usare i dati personali').check()
    await send.click()
    await expect(page.getByRole('heading', { name: 'La richiesta è stata inviata con successo' })).toBeFocused()
  })

  await test.step('an application counts its errors, and is sent', async () => {
    await portal.open(paths.enrolment)
    await beginApplication(page)
    await goOn(page)
    await expect(tab(page, 'Dati anagrafici 9 errori')).toBeVisible()
    const contact = { firstName: 'Luca', lastName: 'Neri', taxCode: 'BNCLCU80A01H501Q', email: 'luca@example.it' }
    const about = { name: 'Le Parole Tradotte', number: newNumber(), email: 'parole@example.it', contact }
    await fillInApplication(page, about)
    await expect(page.getByRole('tab', { name: /errori/ })).toHaveCount(0)
    await sendApplication(page)
    await expect(page.getByRole('heading', { name: 'Domanda inviata', level: 1 })).toBeVisible()
    await expect(page.locator('[translate=no]', { hasText: /^R-\d{4}-\d{6}$/ })).toBeVisible()
  })
})

test('translated pages show the public register and the personal area of an association', async ({ page, portal }) => {
  await test.step('a search changes the number of results, and a page of the register opens', async () => {
    await portal.open(paths.publicRegister)
    const found = page.getByRole('status').filter({ hasText: /risultat/ })
    const search = async (name: string) => {
      await page.getByRole('searchbox', { name: 'Nome' }).fill(name)
      await page.getByRole('button', { name: 'Cerca', exact: true }).click()
    }
    await search('nessuno si chiama così')
    await expect(found).toHaveText('0 risultati')
    await search('ponti')
    await expect(found).toHaveText(/^[1-9]\d* risultat[oi]$/)
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/ponti/i)
  })
  await test.step('the form of an association opens from the personal area and is left', async () => {
    await signInByCall(page, 'Amina')
    await portal.open(paths.personalArea)
    await page.getByRole('button', { name: 'Modifica dati e referenti' }).first().click()
    await tab(page, 'Riepilogo e invio').click()
    await expect(page.getByRole('button', { name: 'Salva le modifiche' })).toBeVisible()
  })
})

test('the desk works on translated pages: its lists, and a case that is edited and closed', async ({
  page,
  portal,
}) => {
  test.slow()
  await signInByCall(page, 'Davide')
  const { result: davide } = await (await page.request.get(`${site}/api/v1/utenti/in-sessione`)).json()
  await portal.signIn('Giulia')
  const id = await enterCase(page, { flag_presa_in_carico: 0 })
  await transitionCase(page, id, { azione: 'assegna_op2', id_operatore: davide.id_utente })
  await test.step('a list is filtered, and its counter follows', async () => {
    await page.goto(`${site}${paths.caseList}`)
    const range = page.locator('.list-range')
    await expect(range).not.toHaveText('')
    const whole = (await range.textContent()) ?? ''
    await page.getByRole('button', { name: 'Tutti i filtri' }).click()
    const panel = page.getByRole('dialog', { name: 'Tutti i filtri' })
    await panel.getByRole('button', { name: 'Stato' }).click()
    await panel.getByRole('checkbox', { name: 'Chiuso' }).check()
    await panel.getByRole('button', { name: 'Filtra' }).click()
    await expect(range).not.toHaveText(whole)
    await page.getByRole('button', { name: 'Stato: Chiuso, togli il filtro' }).click()
    await expect(range).toHaveText(whole)
  })
  await test.step('a case is edited and saved', async () => {
    await openCase(page, id)
    await expect(page.locator('.case-code[translate=no]')).toBeVisible()
    await edit(page, 'Azioni')
    await notes(page).fill('Richiamare lunedì.')
    await saveButton(page).click()
    await isSaved(page)
    await expect(page.getByRole('tabpanel')).toContainText('Richiamare lunedì.')
  })
  await test.step('its status changes when it is closed and reopened', async () => {
    await press(page, 'Chiudi')
    await confirm(page, 'Chiudere il caso', 'Chiudi il caso', async (dialog) => {
      await dialog.getByRole('combobox', { name: /^Esito finale/ }).selectOption({ label: 'Parere' })
      await dialog.getByRole('combobox', { name: /^Azione svolta/ }).selectOption({ label: 'Emissione di parere' })
    })
    await expect(statusOf(page)).toHaveText(statusName('closed'))
    await expect(page.getByText(/Il caso è chiuso: si può solo leggere/)).toBeVisible()
    await press(page, 'Riapri')
    await confirm(page, 'Riaprire il caso', 'Riapri', (dialog) =>
      dialog.getByRole('textbox', { name: /^Motivo/ }).fill('Nuovi elementi.'),
    )
    await expect(statusOf(page)).toHaveText(statusName('reopened'))
    await expect(page.getByText(/Il caso è chiuso: si può solo leggere/)).toHaveCount(0)
  })
})

test.describe('a page that is translated while somebody reads it', () => {
  test.use({ isTranslated: false })

  test('goes on: a file is deleted, a captcha is wrong, and the report is sent', async ({ page, portal }) => {
    await openStep(page, 'facts')
    await translateNow(page)
    expect(await untranslated(page)).toEqual([])
    await attach(page, textFile('tre.txt'))
    await page.getByRole('button', { name: /Elimina.*tre\.txt/ }).click()
    await confirm(page, 'Vuoi eliminare il file', 'Elimina')
    await expect(page.getByRole('button', { name: /Elimina.*tre\.txt/ })).toHaveCount(0)
    await goOn(page)
    await pressSend(page, '000000')
    await expect(page.getByText('Ti restano 4 tentativi.')).toBeVisible()
    await portal.picture('translated-captcha')
    await send(page)
  })
})

test.describe('a page that breaks', () => {
  test.use({ isTranslated: false, causedError: /^NotFoundError: Failed to execute 'removeChild'/ })

  test('says so, and its reload brings the draft back', async ({ page }) => {
    await openStep(page, 'facts')
    const story = page.getByRole('textbox', { name: /^Che cosa è successo/ })
    await story.fill('')
    await goOn(page)
    await expect(page.locator('.field-error').first()).toBeVisible()
    // Something replaces an element of the page, which React then fails to remove.
    await page.evaluate(() => {
      for (const error of document.querySelectorAll('.field-error')) error.replaceWith(error.cloneNode(true))
    })
    await story.fill('Mi hanno cacciato dal negozio.')
    await page.getByRole('button', { name: 'Ricarica la pagina' }).click()
    await expect(story).toHaveValue('Mi hanno cacciato dal negozio.')
    await goOn(page)
    await expect(page.getByRole('heading', { name: 'È tutto giusto?' })).toBeVisible()
  })
})
