import type { Page } from '@playwright/test'
import { documentKeys, paths } from '@portal/contract'
import {
  answerCaptcha,
  attachDocuments,
  begin,
  choose,
  field,
  fillInActivity,
  fillInChannels,
  fillInContact,
  fillInIdentity,
  fillInPerson,
  isOpen,
  newNumber,
  registerFields,
  tab,
} from './enrolment-form.ts'
import { expect, test } from './fixtures.ts'
import { press, tabTo } from './keyboard.ts'
import { goOn } from './wizard.ts'

const contact = { firstName: 'Luca', lastName: 'Bianchi', taxCode: 'BNCLCU80A01H501Q', email: 'luca@example.it' }

/** Watches the heights of elements, frame by frame; the function returned says which there were. */
async function watchHeights(page: Page, selector: string): Promise<() => Promise<number[]>> {
  const heights = await page.evaluateHandle((watched) => {
    const seen = new Set<number>()
    const look = () => {
      for (const element of document.querySelectorAll(watched)) seen.add(Math.floor(element.clientHeight))
      requestAnimationFrame(look)
    }
    look()
    return seen
  }, selector)
  return () => heights.evaluate((seen) => [...seen])
}

test('an association applies for enrolment', async ({ page, portal }) => {
  test.slow()
  await test.step('what is needed is said before anything is asked', async () => {
    await portal.open(paths.enrolment)
    for (const key of documentKeys) await expect(page.getByText(registerFields[key], { exact: true })).toBeVisible()
    await begin(page)
  })
  await test.step('a tab with errors says how many, and its neighbours stay open', async () => {
    await goOn(page)
    await expect(page.getByRole('alert').getByRole('heading', { name: 'Controlla questi campi' })).toBeVisible()
    await expect(tab(page, 'Dati anagrafici 9 errori')).toBeVisible()
    await portal.isAccessible()
    await tab(page, 'Documenti').click()
    await isOpen(page, 'Documenti')
  })
  await test.step('only PDF is taken', async () => {
    await choose(page, registerFields.deed, 'atto.pdf.p7m', 'application/octet-stream')
    await expect(
      page.getByText('Estensione file non consentita, il formato consentito è solo pdf').first(),
    ).toBeVisible()
    await page.getByRole('button', { name: /^Togli ?: atto.pdf.p7m$/ }).click()
  })
  await test.step('six tabs are filled in, by keyboard and mouse', async () => {
    await tab(page, 'Dati anagrafici').click()
    await fillInIdentity(page, { name: 'Associazione «Àgorà»', number: newNumber() })
    await press(page, page.getByRole('button', { name: 'Avanti', exact: true }))
    await isOpen(page, 'Legale rappresentante')
    await fillInPerson(page)
    await goOn(page)
    await isOpen(page, 'Attività')
    await fillInActivity(page)
    await goOn(page)
    await isOpen(page, 'Documenti')
    const heights = await watchHeights(page, '.upload-row')
    await attachDocuments(page)
    // A row that grew or shrank would move the next button from under the pointer.
    expect(await heights()).toHaveLength(1)
    await portal.picture('enrolment-documents')
    await goOn(page)
    await isOpen(page, 'Referenti')
    await fillInContact(page, contact)
    await goOn(page)
    await isOpen(page, 'Contatti e note')
    await fillInChannels(page, 'agora@example.it')
  })
  await test.step('a reload loses nothing', async () => {
    await page.reload()
    await tab(page, 'Contatti e note').click()
    await expect(field(page, 'E-mail *')).toHaveValue('agora@example.it')
  })
  await test.step('everything is read once more and sent', async () => {
    await tab(page, 'Riepilogo e invio').click()
    await expect(page.getByText('Associazione «Àgorà»')).toBeVisible()
    await expect(page.getByText('identityDocument.pdf')).toBeVisible()
    await portal.isAccessible()
    await portal.picture('enrolment-summary')
    await answerCaptcha(page)
    await tabTo(page, page.getByRole('button', { name: 'Invia la domanda' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Domanda inviata', level: 1 })).toBeVisible()
    await expect(page.getByText(/^R-\d{4}-\d{6}$/)).toBeVisible()
    await expect(page.getByText('agora@example.it', { exact: true })).toBeVisible()
    await portal.isAccessible()
  })
})
