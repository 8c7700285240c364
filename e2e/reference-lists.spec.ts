import { paths } from '@portal/contract'
import { expect, site, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'

test('RUP adds an entry in six languages, operators choose it until it is retired, and the old case keeps its name', async ({
  page,
  portal,
}) => {
  test.slow()
  const name = `Sportello mobile ${Date.now()}`
  const channel = page.getByLabel(/^Canale/)
  const openNewCase = async () => {
    await page.goto(`${site}${paths.caseNew}`)
    await expect(channel.getByRole('option', { name: 'Portale web' })).toBeAttached()
  }
  await signInByCall(page, 'Giulia')
  await page.goto(`${site}${paths.referenceLists}`)
  await page.getByRole('link', { name: 'Canali', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Canali')

  await test.step('the entry is added with a name in each language', async () => {
    await page.getByRole('button', { name: 'Aggiungi voce' }).click()
    const dialog = page.getByRole('dialog', { name: 'Aggiungi una voce a «Canali»' })
    await dialog.getByRole('button', { name: 'Aggiungi', exact: true }).click()
    await expect(dialog.getByRole('link', { name: 'Nome in italiano: Campo obbligatorio' })).toBeVisible()
    await portal.isAccessible()
    const names = { italiano: name, inglese: `${name} en`, francese: `${name} fr`, spagnolo: `${name} es` }
    for (const [language, text] of Object.entries({ ...names, arabo: `مكتب ${name}`, urdu: `دفتر ${name}` }))
      await dialog.getByLabel(new RegExp(`Nome in ${language}`)).fill(text)
    await dialog.getByRole('button', { name: 'Aggiungi', exact: true }).click()
    await expect(dialog).toBeHidden()
    const reply = await page.request.get(`${site}/api/v1/tipologiche/canale?lang=ar`)
    expect(JSON.stringify(await reply.json())).toContain(`مكتب ${name}`)
  })

  let caseUrl = ''
  await test.step('it is offered in the form of a new case at once', async () => {
    await openNewCase()
    await channel.selectOption({ label: name })
    await page.getByLabel(/^Profilo/).selectOption({ label: 'Testimone' })
    await page.getByLabel(/^Che cosa è successo/).fill('Allo sportello in piazza.')
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
    caseUrl = page.url()
  })

  await test.step('it is used by the case and cannot be deleted, but retired', async () => {
    await page.goto(`${site}${paths.referenceEntries}?lista=canale&testo=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Dettagli di «${name}»` }).click()
    await expect(page.getByText('Canale (Caso)')).toBeVisible()
    await portal.isAccessible()
    await portal.picture('reference-entry')
    await page.getByRole('button', { name: 'Ritira…' }).click()
    const dialog = page.getByRole('dialog', { name: `Ritirare «${name}»?` })
    await dialog.getByRole('button', { name: 'Ritira', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: new RegExp(name) }).first()).toContainText('Ritirata il')
    await expect(page.getByRole('button', { name: 'Elimina…' })).toHaveAccessibleDescription(
      'È usata: può restare ritirata',
    )
  })

  await test.step('it is offered no more, and the old case still shows it', async () => {
    await openNewCase()
    await expect(channel.getByRole('option', { name })).toHaveCount(0)
    await page.goto(caseUrl)
    await expect(page.getByRole('tabpanel')).toContainText(name)
  })
})
