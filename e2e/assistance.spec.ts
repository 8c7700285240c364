import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const assistancePath = '/faq/richiedi-assistenza'
const fieldOf = (page: Page, name: string) => page.getByLabel(name, { exact: false })
/** A PNG of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function fillIn(page: Page) {
  await fieldOf(page, 'Nome').first().fill('Niccolò')
  await fieldOf(page, 'Cognome').fill("D'Angelo")
  await fieldOf(page, 'E-mail').fill('niccolo@example.it')
  await fieldOf(page, 'Telefono').fill('(06) 1234-567')
  await page.getByLabel('Oggetto').selectOption({ label: 'Allegati' })
  await page.getByLabel('Messaggio').fill('Non riesco ad allegare la foto.')
  await page.getByLabel('Autorizzazione ad usare i dati personali').check()
}
const send = (page: Page) => page.getByRole('button', { name: 'Invia la richiesta' }).click()
const successHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'La richiesta è stata inviata con successo' })

test('a request for assistance is written, corrected and not left by accident', async ({ page, portal }) => {
  test.slow()
  await test.step('the form has the required fields', async () => {
    await portal.open(assistancePath)
    const form = page.locator('form')
    for (const name of ['Nome', 'Cognome', 'E-mail', 'Telefono', 'Oggetto', 'Messaggio'])
      await expect(form.getByLabel(name, { exact: false }).first()).toBeVisible()
    await expect(form.getByRole('group', { name: 'Allegati' })).toBeVisible()
    await expect(form.getByRole('checkbox')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Invia la richiesta' })).toBeVisible()
    await expect(page.getByLabel('Oggetto').locator('option')).toHaveText([
      ...['--- Non impostato ---', 'Accessibilità', 'Allegati', 'Dati personali', 'Problema con il sito'],
      ...['Registro delle associazioni', 'Una segnalazione già inviata', 'Altro'],
    ])
    await portal.picture('assistance')
  })

  await test.step('errors are listed in a summary with links, and nothing is sent', async () => {
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('invio-mail')) calls += 1
    })
    await fieldOf(page, 'E-mail').fill('niccolo@')
    await send(page)
    const summary = page.getByRole('alert').filter({ hasText: 'Controlla questi campi' })
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link')).toHaveText([
      'Campo obbligatorio: scrivi il tuo nome',
      'Campo obbligatorio: scrivi il tuo cognome',
      'E-mail: Email non valida. Il formato richiesto è: (nome@esempio.it)',
      "Campo obbligatorio: scegli l'oggetto della richiesta",
      'Campo obbligatorio: scrivi di che cosa hai bisogno',
      'Campo obbligatorio: spunta la casella per inviare la richiesta',
    ])
    await summary.getByRole('link', { name: /di che cosa hai bisogno/ }).click()
    await expect(page.getByLabel('Messaggio')).toBeFocused()
    expect(calls).toBe(0)
    await portal.isAccessible()
    await portal.picture('assistance-errors')
  })

  await test.step('unsent text is not left by accident', async () => {
    await page.getByLabel('Messaggio').fill('Ho appena cominciato.')
    const away = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })
    await away.click()
    const question = page.getByRole('dialog', { name: 'Lasciare la pagina?' })
    await expect(question).toBeVisible()
    await portal.isAccessible()
    await question.getByRole('button', { name: 'Continua a scrivere' }).click()
    await expect(page.getByLabel('Messaggio')).toHaveValue('Ho appena cominciato.')
    await away.click()
    await question.getByRole('button', { name: 'Esci senza inviare' }).click()
    await expect(page).toHaveURL(/\/privacy$/)
  })

  await test.step('a change of language keeps the input', async () => {
    await portal.open(assistancePath)
    await page.getByLabel('Messaggio').fill('Resta qui.')
    await page.getByRole('button', { name: /^Lingua/ }).click()
    await page
      .getByRole('menuitem', { name: 'العربية' })
      .or(page.getByRole('link', { name: 'العربية' }))
      .first()
      .click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByLabel('الرسالة')).toHaveValue('Resta qui.')
    await portal.isAccessible()
    await portal.picture('assistance-ar')
  })
})

test('a request for assistance is sent', async ({ page, portal }) => {
  test.slow()
  await test.step('a request with a file is sent; the confirmation is shown and has the focus', async () => {
    await portal.open(assistancePath)
    await fillIn(page)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'schermata.png', mimeType: 'image/png', buffer: picture })
    await expect(page.getByRole('button', { name: /^Elimina.*schermata\.png/ })).toBeVisible()
    const [call] = await Promise.all([page.waitForRequest(/invio-mail/), send(page)])
    expect(call.headers()['idempotency-key']).toMatch(/^[\w.]{20,200}$/)
    expect(call.headers()['form-mark']).toMatch(/^seconds=\d+; trap=0$/)
    expect(call.postDataJSON()).toMatchObject({ telefono: '061234567', oggetto: 3, consenso: 1 })
    expect(call.postDataJSON().allegati).toEqual([{ cmis_id: expect.any(String), nomeFile: 'schermata.png' }])
    await expect(successHeading(page)).toBeFocused()
    await expect(page.getByRole('region', { name: 'Avvisi' })).toContainText(
      'La richiesta è stata inviata con successo',
    )
    await portal.isAccessible()
    await portal.picture('assistance-sent')
    await page.getByRole('button', { name: "Manda un'altra richiesta" }).click()
    await expect(page.getByLabel('Messaggio')).toHaveValue('')
  })

  await test.step('the input survives a failed sending, and a retry sends it once', async () => {
    await fillIn(page)
    const keys: (string | undefined)[] = []
    await page.route(/invio-mail/, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      // The first answer is lost.
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await send(page)
    await expect(page.getByRole('main').getByRole('alert')).toContainText('La richiesta non è partita')
    await expect(page.getByLabel('Messaggio')).toHaveValue('Non riesco ad allegare la foto.')
    await portal.picture('assistance-failed')
    await send(page)
    await expect(successHeading(page)).toBeVisible()
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })

  await test.step('files: three of 2 MB at most, of the thirteen types', async () => {
    await portal.open(assistancePath)
    const bytes = (size: number) => Buffer.alloc(size, 'a')
    const text = (name: string, size: number) => ({ name, mimeType: 'text/plain', buffer: bytes(size) })
    const input = page.locator('input[type=file]')
    await input.setInputFiles([text('troppo.txt', 2_097_153)])
    await expect(page.getByText(/supera la dimensione massima di \u20682 MB/).first()).toBeVisible()
    await input.setInputFiles([text('video.mp4', 10)])
    await expect(page.getByText('Questo tipo di file non è ammesso').first()).toBeVisible()
    await input.setInputFiles([
      text('uno.txt', 2_097_152),
      text('due.csv', 20),
      text('tre.txt', 30),
      text('quattro.txt', 40),
    ])
    await expect(page.getByText('Hai raggiunto il numero massimo di allegati').first()).toBeVisible()
  })
})
