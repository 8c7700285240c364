import { paths } from '@portal/contract'
import { reportOnWire } from '../server/test/make.ts'
import { colleague } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { sendReport } from './send-report.ts'
import { patient } from './wizard.ts'

test('RUP informs a complainant by key, and the complainant reads it; the assessment goes from draft to answer', async ({
  page,
  portal,
  browser,
}) => {
  test.slow()
  const { result } = await (await sendReport(page.request, reportOnWire())).json()
  const desk = await colleague(browser, 'Giulia')
  const open = (tab = '') => desk.goto(`${site}${paths.caseDetail}?id=${result.id_segnalazione}${tab}`)

  await test.step('the letter is drafted from the case, and sent as a message', async () => {
    await open()
    await patient(desk.getByRole('tab', { name: 'Fatto' })).toBeVisible()
    await desk.keyboard.press('i')
    const dialog = desk.getByRole('dialog', { name: 'Comunica la decisione' })
    const text = dialog.getByRole('textbox', { name: /^Comunicazione/ })
    await patient(text).toHaveValue(new RegExp(result.codice))
    await expect(text).toHaveValue(/Giudice civile/)
    await dialog.getByRole('button', { name: 'Invia il messaggio' }).click()
    await expect(desk.getByText('Decisione comunicata con un messaggio.')).toBeVisible()
  })

  await test.step('the complainant reads it with code and PIN', async () => {
    await portal.open(paths.followUp)
    await page.getByLabel('Codice').fill(result.codice)
    await page.getByLabel('PIN', { exact: false }).fill(result.pin)
    await page.getByRole('button', { name: 'Apri' }).click()
    await patient(page.getByText('Giudice civile')).toBeVisible()
    await portal.picture('complainant-informed')
  })

  await test.step('the assessment is written, submitted and approved', async () => {
    await open('&scheda=parere')
    await patient(desk.getByRole('textbox', { name: /^Fatti/ })).toBeVisible()
    await desk.getByRole('textbox', { name: /^Motivazione/ }).fill('Il rifiuto dipende dalla cittadinanza.')
    await desk.getByRole('combobox', { name: /^Conclusione/ }).selectOption({ label: 'Discriminazione accertata' })
    await desk.getByRole('textbox', { name: /^Destinatari/ }).fill('Immobiliare Quetzal')
    await desk.getByRole('button', { name: 'Salva la bozza' }).click()
    await desk.getByRole('button', { name: 'Sottoponi al RUP' }).click()
    await desk.getByRole('button', { name: 'Approva' }).click()
    await expect(desk.getByRole('heading', { name: 'Approvato' })).toBeVisible()
  })

  await test.step('it is sent, and the answer is recorded', async () => {
    await desk.getByRole('button', { name: "Registra l'invio" }).click()
    const sending = desk.getByRole('dialog', { name: "Registra l'invio" })
    await sending.getByRole('combobox').selectOption({ label: 'Per PEC' })
    await sending.getByRole('button', { name: 'Registra', exact: true }).click()
    await expect(desk.getByText('Risposta attesa entro')).toBeVisible()
    await desk.getByRole('button', { name: 'Registra la risposta' }).click()
    const answering = desk.getByRole('dialog', { name: 'Registra la risposta' })
    await answering.getByRole('combobox').selectOption({ label: 'Misure attuate in parte' })
    await answering.getByRole('button', { name: 'Registra', exact: true }).click()
    await expect(desk.getByRole('heading', { name: 'Con risposta' })).toBeVisible()
  })
})
