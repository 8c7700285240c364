import type { Locator, Page } from '@playwright/test'
import { reportOnWire } from '../server/test/make.ts'
import { newName, readCase, statusOf } from './case-desk.ts'
import { expect, test } from './fixtures.ts'
import { statusName } from './labels.ts'
import { sendReport } from './send-report.ts'

test.describe.configure({ timeout: 180_000 })

const bar = (page: Page) => page.getByRole('region', { name: 'Azioni sul caso' })

/** Taps an action, in the bar or in the menu of other actions. */
async function act(page: Page, name: string) {
  const action = bar(page).getByRole('button', { name, exact: true })
  if (!(await action.first().isVisible())) await bar(page).getByRole('button', { name: 'Altre azioni' }).tap()
  await action.first().tap()
}

/** Checks that a finger reaches a control: it is in the window, large enough, and nothing covers its middle. */
async function isReachable(control: Locator) {
  await control.scrollIntoViewIfNeeded()
  const error = await control.evaluate((element) => {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) return 'outside the window'
    if (width < 24 || height < 24) return `only ${width} × ${height} px`
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return over !== null && (element.contains(over) || over.contains(element))
      ? ''
      : `under ${over?.outerHTML.slice(0, 80)}`
  })
  expect(error, `${control}`).toBe('')
}

test('a whole case on a telephone, from the report to its closing @phone', async ({ page, portal }) => {
  const name = `Fini${newName(6)}`
  const report = reportOnWire()
  const reported = await sendReport(page.request, {
    ...report,
    personaFisica: { ...(report.personaFisica as object), cognome: name },
  })
  const id = (await reported.json()).result.id_segnalazione as number
  const step = async (picture: string) => {
    await portal.fits()
    await portal.picture(`phone-${picture}`)
  }
  const find = async () => {
    await step('1-home')
    await page.getByRole('button', { name: 'Cerca o vai a…' }).tap()
    await page.getByRole('combobox', { name: /^Codice, numero/ }).fill(name)
    const found = page.getByRole('option').filter({ hasText: name })
    await expect(found.first()).toBeVisible()
    await step('2-found')
    await found.first().tap()
    await expect(statusOf(page)).toBeVisible()
  }
  const tab = (label: string) => page.getByRole('tab', { name: new RegExp(`^${label}`) })
  const classify = async (label: string, choice: string) => {
    const field = page.getByRole('combobox', { name: label })
    await isReachable(field)
    await field.selectOption({ label: choice })
    await field.blur()
  }

  await test.step('opens the case from the home, and takes it', async () => {
    await portal.signIn('Sara')
    await find()
    await step('3-case')
    await act(page, 'Prendi in carico')
    await expect(statusOf(page)).toHaveText(statusName('inWorkOne'))
    await step('4-taken')
    // What says so stays for ten seconds, with the button that undoes it.
    await page.locator('.toast-region').getByRole('button', { name: 'Chiudi' }).tap()
  })

  await test.step('classifies it where it is read', async () => {
    await classify('Pertinenza', 'Pertinente')
    await classify('Ground', 'Etnico-razziale')
    await expect
      .poll(() => readCase(page, id))
      .toMatchObject({ id_pertinenza: 1, listaSegnalazioneGround: [{ id_ground: 1 }] })
    await step('5-classified')
  })

  await test.step('answers, comments, and sets a reminder', async () => {
    await isReachable(tab('Corrispondenza'))
    await tab('Corrispondenza').tap()
    const message = page.getByRole('textbox', { name: /^Nuovo messaggio/ })
    await isReachable(message)
    await message.fill('Gentile signore, abbiamo ricevuto la segnalazione.')
    await step('6-reply')
    await isReachable(page.getByRole('button', { name: 'Invia il messaggio' }))
    await page.getByRole('button', { name: 'Invia il messaggio' }).tap()
    await expect(page.getByRole('listitem').filter({ hasText: 'Gentile signore' })).toBeVisible()

    await page.getByText('Commento interno', { exact: true }).first().tap()
    await page.getByRole('textbox', { name: /^Commento interno/ }).fill('Ha ragione: chiamare il comune.')
    await isReachable(page.getByRole('button', { name: 'Salva il commento' }))
    await step('7-comment')
    await page.getByRole('button', { name: 'Salva il commento' }).tap()
    await expect(page.getByRole('listitem').filter({ hasText: 'Ha ragione' })).toBeVisible()

    await page.getByRole('button', { name: 'Aggiungi un richiamo' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Domani' }).tap()
    await step('8-reminder')
    await isReachable(dialog.getByRole('button', { name: 'Salva' }))
    await dialog.getByRole('button', { name: 'Salva' }).tap()
    await expect(page.getByRole('list', { name: 'Richiami' })).toContainText('Richiamare chi ha segnalato')
    await step('9-stream')
  })

  await test.step('proposes to close it', async () => {
    await act(page, 'Proponi chiusura')
    const dialog = page.getByRole('dialog', { name: 'Proporre la chiusura del caso' })
    await dialog.getByRole('combobox', { name: /^Esito finale/ }).selectOption({ label: 'Parere' })
    await step('10-propose')
    await isReachable(dialog.getByRole('button', { name: 'Proponi', exact: true }))
    await dialog.getByRole('button', { name: 'Proponi', exact: true }).tap()
    await expect(dialog).toBeHidden()
    await step('11-proposed')
  })

  await test.step('RUP closes it', async () => {
    await page.context().clearCookies()
    await portal.signIn('Giulia')
    await find()
    const proposal = page.getByRole('region', { name: 'È proposta la chiusura di questo caso' })
    await step('12-proposal')
    await isReachable(proposal.getByRole('button', { name: 'Chiudi', exact: true }))
    await proposal.getByRole('button', { name: 'Chiudi', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: 'Chiudere il caso' })
    await dialog.getByRole('combobox', { name: /^Azione svolta/ }).selectOption({ label: 'Emissione di parere' })
    await step('13-closing')
    await isReachable(dialog.getByRole('button', { name: 'Chiudi il caso' }))
    await dialog.getByRole('button', { name: 'Chiudi il caso' }).tap()
    await expect(statusOf(page)).toHaveText(statusName('closed'))
    await step('14-closed')
    await portal.isAccessible()
  })
})
