import { paths } from '@portal/contract'
import texts from '@portal/contract/texts/follow-up/it.json' with { type: 'json' }
import { reportOnWire } from '../server/test/make.ts'
import { expect, site, test } from './fixtures.ts'
import { labelOf } from './labels.ts'
import { sendReport } from './send-report.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { patient } from './wizard.ts'

const { call } = texts.followUp

test('a reporter asks to be called, an operator calls and notes it, and the reporter sees it @phone', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  test.slow()
  const data = reportOnWire({ flag_non_chiamare: 1 })
  const { result } = await (await sendReport(page.request, data)).json()
  await portal.open(paths.followUp)
  await page.getByLabel('Codice').fill(result.codice)
  await page.getByLabel('PIN', { exact: false }).fill(result.pin)
  await page.getByRole('button', { name: 'Apri' }).click()

  await test.step('the request is shown with its state, and the form is gone', async () => {
    await page.getByLabel(labelOf('phone')).fill('333 123 4567')
    await page.getByLabel(labelOf('callHours')).fill('dopo le 14')
    await page.getByLabel(call.only).check()
    await portal.isAccessible()
    await portal.picture('call-form')
    await page.getByRole('button', { name: call.submit }).click()
    await expect(page.getByText(call.sent)).toBeVisible()
    await expect(page.getByText(call.waiting)).toBeVisible()
    await expect(page.getByRole('button', { name: call.submit })).toHaveCount(0)
    await portal.picture('call-waiting')
  })

  await test.step('the office must not call the number of the report, but the one that was asked for', async () => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 1280, height: 900 } })
    const desk = await context.newPage()
    await signInByCall(desk, 'Giulia')
    await desk.goto(`${site}${paths.caseDetail}?id=${result.id_segnalazione}`)
    const summary = desk.getByRole('complementary', { name: 'In breve' })
    await patient(summary.getByText('Non chiamare')).toBeVisible()
    await expect(desk.locator('main a[href^="tel:"]')).toHaveCount(0)
    await desk.getByRole('tab', { name: 'Corrispondenza' }).click()
    await expect(desk.getByRole('link', { name: '3331234567' })).toHaveAttribute('href', 'tel:3331234567')
    await desk.getByRole('button', { name: 'Ho chiamato' }).click()
    await expect(desk.getByText('Chiamata fatta il')).toBeVisible()
    await context.close()
  })

  await test.step('the reporter sees that the office has called, and may ask again', async () => {
    await page.getByRole('button', { name: 'Aggiorna' }).click()
    await expect(page.getByText(call.done)).toBeVisible()
    await expect(page.getByRole('button', { name: call.submit })).toBeVisible()
  })
})
