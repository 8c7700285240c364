import type { Route } from '@playwright/test'
import { fixedAnswer } from './fixed-answer.ts'
import { expect, test } from './fixtures.ts'
import { captchaField, completeDraft, openStep, patient, pressSend } from './wizard.ts'

const sent = { name: 'Abbiamo ricevuto la tua segnalazione' } as const
const image = { name: /Immagine con 6 cifre/ } as const

test('a captcha is solved, and requested again if it has expired', async ({ page, portal, context }) => {
  test.slow()
  await test.step('a wrong captcha shows the remaining attempts; new image and sound match; the right answer sends', async () => {
    await openStep(page, 'summary')
    await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
    await expect(
      page.getByRole('link', { name: 'Campo obbligatorio: scrivi le cifre del codice di verifica' }),
    ).toBeVisible()
    await pressSend(page, '000000')
    await expect(captchaField(page)).toBeFocused()
    await expect(page.getByText('Il codice non è corretto. Ti restano 4 tentativi.')).toBeVisible()
    await portal.isAccessible()
    await portal.picture('captcha-wrong')
    const first = await page.getByRole('img', image).getAttribute('src')
    await page.getByRole('button', { name: 'Nuova immagine' }).click()
    await expect(page.getByRole('img', image)).not.toHaveAttribute('src', first ?? '')
    await page.getByRole('button', { name: 'Ascolta le cifre' }).click()
    const player = page.locator('audio')
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0)
    const second = await page.getByRole('img', image).getAttribute('src')
    await page.getByRole('button', { name: 'Nuovo audio' }).click()
    await expect(page.getByRole('img', image)).not.toHaveAttribute('src', second ?? '')
    // With spaces, as people may type the digits that they hear.
    await captchaField(page).fill([...fixedAnswer].join(' '))
    await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
    await expect(page.getByRole('heading', sent)).toBeVisible()
  })

  await test.step('an expired captcha is requested again, detected by page or server, and nothing is lost', async () => {
    await page.clock.install()
    await openStep(page, 'summary')
    await expect(page.getByRole('img', image)).toBeVisible()
    const lapsed = page.getByText('Il codice era scaduto')
    await context.setOffline(true)
    await page.clock.fastForward('11:00')
    await pressSend(page)
    await expect(page.getByText('Invieremo appena torna la connessione')).toBeVisible()
    await context.setOffline(false)
    await expect(lapsed).toBeVisible()
    await expect(captchaField(page)).toBeFocused()
    await expect(captchaField(page)).toHaveValue('')
    // The server detects it: the challenge of the browser no longer exists.
    await captchaField(page).fill(fixedAnswer)
    await expect(lapsed).toBeHidden()
    const asAnother = async (route: Route) => {
      await context.clearCookies()
      await route.continue({ headers: { ...route.request().headers(), cookie: '' } })
    }
    await page.route('**/v1/noauth/segnalazione*', asAnother, { times: 1 })
    await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
    await expect(lapsed).toBeVisible()
    await captchaField(page).fill(fixedAnswer)
    await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
    await expect(page.getByRole('heading', sent)).toBeVisible()
  })
})

test('without a network the form says so, waits, and sends by itself once it is back', async ({
  page,
  context,
  portal,
}) => {
  await openStep(page, 'summary')
  await expect(page.getByRole('img', image)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Sei senza connessione.', { exact: false })).toBeVisible()
  await pressSend(page)
  const waiting = page.getByRole('status').filter({ hasText: 'Invieremo appena torna la connessione' })
  await expect(waiting).toBeVisible()
  await portal.picture('offline')
  await waiting.getByRole('button', { name: 'Non inviare per ora' }).click()
  await expect(waiting).toBeHidden()
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
  await expect(waiting).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', sent)).toBeVisible()
})

test('in English a wrong captcha and a failed sending have the words of the specification', async ({ page }) => {
  await openStep(page, 'summary', completeDraft, 'en')
  const send = page.getByRole('button', { name: 'Send the report' })
  const figures = page.getByRole('textbox', { name: /^Type the 6 digits/ })
  await page.getByLabel('Permission to use my personal data').check()
  await patient(page.getByRole('img', { name: /6 digits/ })).toBeVisible()
  await figures.fill('000000')
  await send.click()
  await expect(page.getByText('captcha not correct')).toBeVisible()
  await page.route('**/v1/noauth/segnalazione*', (route) => route.fulfill({ status: 502, body: '<html>' }))
  await figures.fill(fixedAnswer)
  await send.click()
  await expect(page.getByText('Error sending the report, try again')).toBeVisible()
})
