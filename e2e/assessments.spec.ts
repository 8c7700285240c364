import { paths } from '@portal/contract'
import { reportOnWire } from '../server/test/make.ts'
import { colleague } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { sendReport } from './send-report.ts'
import { patient } from './wizard.ts'

const assessment = {
  fatti: 'Il 3 maggio 2026 un locatore ha negato un alloggio a Prato. Telefono 347 1234567.',
  motivazione: 'Il rifiuto dipende dalla cittadinanza.',
  conclusione: 'discriminazione_accertata',
  misure: 'Togliere la clausola.',
  destinatari: 'Immobiliare Quetzal',
}

test('the summary of an assessment is written without personal data, approved by another RUP, read by everybody, and withdrawn', async ({
  page,
  portal,
  browser,
}) => {
  test.slow()
  const { result } = await (await sendReport(page.request, reportOnWire())).json()
  const id: number = result.id_segnalazione
  const author = await colleague(browser, 'Giulia')
  const path = `/v1/segnalazioni/parere/${id}`
  const steps = [
    { azione: 'scrivi', parti: assessment },
    { azione: 'sottoponi' },
    { azione: 'approva' },
    { azione: 'invia', data_invio: '2026-11-20T00:00:00.000Z', modo: 'pec' },
  ]
  for (const [versione, step] of steps.entries()) {
    const reply = await author.request.post(`${site}/api${path}`, { data: { versione, ...step } })
    expect(reply.status()).toBe(200)
  }
  const tab = `${site}${paths.caseDetail}?id=${id}&scheda=parere`

  await test.step('the summary is proposed, and says what was replaced', async () => {
    await author.goto(tab)
    const facts = author.getByRole('textbox', { name: /^Fatti/ })
    await patient(facts).toHaveValue(
      'Nel maggio 2026 un locatore ha negato un alloggio a [luogo in Toscana]. Telefono [telefono].',
    )
    await author.getByText(/^Sostituito nel testo del parere/).click()
    await expect(author.getByText('347 1234567 → [telefono]')).toBeVisible()
    await author.getByRole('textbox', { name: /^Titolo/ }).fill('Una casa negata')
    await author.getByRole('button', { name: 'Salva la bozza della sintesi' }).click()
    await author.getByRole('button', { name: 'Sottoponi la sintesi al RUP' }).click()
    await expect(author.getByText('Hai scritto tu questo testo: lo pubblica un altro RUP.')).toBeVisible()
  })

  const other = await colleague(browser, 'Marco')
  await test.step('another RUP publishes it', async () => {
    await other.goto(tab)
    await patient(other.getByRole('button', { name: 'Pubblica' })).toBeVisible()
    await other.getByRole('button', { name: 'Pubblica' }).click()
    const dialog = other.getByRole('dialog', { name: 'Pubblica' })
    await dialog.getByRole('button', { name: 'Pubblica' }).click()
    await dialog.getByRole('checkbox', { name: /^Ho riletto il testo/ }).check()
    await dialog.getByRole('button', { name: 'Pubblica' }).click()
    await expect(other.getByRole('link', { name: 'Apri la pagina pubblica' })).toBeVisible()
  })

  await test.step('everybody finds it by a word in another form, and reads it', async () => {
    await portal.open(paths.assessments)
    await page.getByRole('searchbox', { name: /^Parole nel testo/ }).fill('alloggi')
    await page.getByRole('button', { name: 'Cerca' }).click()
    await patient(page.getByText('1 parere', { exact: true })).toBeVisible()
    await portal.picture('assessments-found')
    await page.getByRole('link', { name: 'Una casa negata' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Una casa negata' })).toBeVisible()
    await expect(page.getByText('Discriminazione accertata')).toBeVisible()
    await portal.isAccessible()
    await portal.picture('assessment-public')
  })

  await test.step('RUP withdraws it, and its page says so', async () => {
    const address = page.url()
    await other.getByRole('button', { name: 'Ritira dalla pagina pubblica' }).click()
    const dialog = other.getByRole('dialog', { name: 'Ritira dalla pagina pubblica' })
    await dialog.getByRole('textbox', { name: /^Perché si ritira/ }).fill('Una parte si riconosce.')
    await dialog.getByRole('button', { name: 'Ritira dalla pagina pubblica' }).click()
    await expect(other.getByText('Una parte si riconosce.')).toBeVisible()
    await page.goto(address)
    await patient(page.getByText('Questo parere non è pubblico.')).toBeVisible()
  })
})
