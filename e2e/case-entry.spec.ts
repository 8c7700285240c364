import { paths } from '@portal/contract'
import { readCase, signInByCall } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { attach, textFile } from './wizard.ts'

test('a case that came by mail is entered by level II with its files, and has them although nobody took it', async ({
  page,
  portal,
}) => {
  test.slow()
  await signInByCall(page, 'Andrea')
  await page.goto(`${site}${paths.caseNew}`)
  await page.getByLabel(/^Canale/).selectOption({ label: 'E-mail' })
  await page.getByLabel(/^Profilo/).selectOption({ label: 'Testimone' })
  await page.getByLabel(/^Che cosa è successo/).fill('Vedere la lettera allegata.')
  const files = page.getByRole('list', { name: 'File allegati' })
  const row = (name: string) => files.getByRole('listitem').filter({ hasText: name })
  // Two browsers bring files as the same person: the same bytes twice would be refused.
  const stamp = Date.now()
  await attach(
    page,
    textFile('lettera.txt', `lettera ${stamp}`),
    textFile('busta.txt', `busta ${stamp}`),
    textFile('programma.exe'),
  )
  const passed = 'Il file ha passato il controllo antivirus'
  await expect(row('lettera.txt')).toContainText(passed)
  await expect(row('busta.txt')).toContainText(passed)
  await expect(row('programma.exe')).toContainText('Questo tipo di file non è ammesso')
  await page.getByText('La vittima', { exact: true }).click()
  await portal.isAccessible()
  await portal.picture('case-entry-files')

  await test.step('one that was refused is told before the case is saved without it', async () => {
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Allegati/ })
      .click()
    await expect(page.getByRole('button', { name: 'Scegli i file' })).toBeFocused()
    await portal.isAccessible()
    await row('programma.exe')
      .getByRole('button', { name: /^Togli/ })
      .click()
  })

  await test.step('what was brought survives a reload with the rest of the draft', async () => {
    await page.reload()
    await page.getByRole('button', { name: /^Ripristina la bozza/ }).click()
    await expect(files.getByRole('listitem')).toHaveCount(2)
  })

  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(page.getByText('Segnalazione inserita con successo')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
  const id = Number(new URL(page.url()).searchParams.get('id'))
  const { listaAllegatoSegnalazione: kept } = await readCase(page, id)
  expect(kept.map(({ nomeFile }: { nomeFile: string }) => nomeFile).toSorted()).toEqual(['busta.txt', 'lettera.txt'])
  await page.getByRole('tab', { name: /^Documenti/ }).click()
  await expect(page.getByRole('tabpanel')).toContainText('lettera.txt')
})
