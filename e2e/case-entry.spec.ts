import { paths } from '@portal/contract'
import { enterCase, readCase } from './case-desk.ts'
import { expect, site, test } from './fixtures.ts'
import { labelOf } from './labels.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { attach, textFile } from './wizard.ts'

test('level II enters a case received by mail with its files, and the case has them although nobody took it', async ({
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
  // Two browsers upload files as the same user: the same bytes twice would be refused.
  const stamp = Date.now()
  await attach(
    page,
    textFile('lettera.txt', `lettera ${stamp}`),
    textFile('busta.txt', `busta ${stamp}`),
    textFile('programma.exe'),
  )
  const passed = 'Il file è stato accettato'
  await expect(row('lettera.txt')).toContainText(passed)
  await expect(row('busta.txt')).toContainText(passed)
  await expect(row('programma.exe')).toContainText('Questo tipo di file non è ammesso')
  await page.getByText('La vittima', { exact: true }).click()
  await portal.isAccessible()
  await portal.picture('case-entry-files')

  await test.step('a refused file is reported before the case is saved without it', async () => {
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

  await test.step('uploaded files survive a reload with the rest of the draft', async () => {
    await page.reload()
    await page.getByRole('button', { name: /^Ripristina la bozza/ }).click()
    await expect(files.getByRole('listitem')).toHaveCount(2)
  })

  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(page.getByText('Segnalazione inserita con successo')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
  const id = Number(new URL(page.url()).searchParams.get('id'))
  const { listaAllegatoSegnalazione: stored } = await readCase(page, id)
  expect(stored.map(({ nomeFile }: { nomeFile: string }) => nomeFile).toSorted()).toEqual(['busta.txt', 'lettera.txt'])
  await page.getByRole('tab', { name: /^Documenti/ }).click()
  await expect(page.getByRole('tabpanel')).toContainText('lettera.txt')
})

test('possible duplicates by another reporter are shown while a case is typed', async ({ page, portal }, {
  project,
}) => {
  const surname = `Vittima${project.name}${Math.random()
    .toString(36)
    .replace(/[^a-z]/g, '')}`
  await signInByCall(page, 'Andrea')
  const known = await enterCase(page, {
    flag_presa_in_carico: 0,
    vittima: { nome: 'Amina', cognome: surname },
    listaNumeroProtocollo: [{ numero_protocollo: `${surname} 7/B` }],
  })
  await page.goto(`${site}${paths.caseNew}`)
  const hint = page.getByRole('region', { name: 'Stessa persona di…' })
  const twin = hint.getByRole('link', { name: (await readCase(page, known)).codice })
  await page.getByLabel(labelOf('lastName'), { exact: true }).fill('Bennani')
  await page.getByText('La vittima', { exact: true }).click()
  await page.getByLabel(labelOf('victimLastName')).fill(surname)
  await expect(twin).toBeVisible()
  await portal.isAccessible()
  await page.getByLabel(labelOf('victimLastName')).fill('')
  await expect(twin).toHaveCount(0)

  await page.getByText('Protocollo', { exact: true }).click()
  for (const [index, number] of ['Altro 1/A', `${surname.toLowerCase()}7/b`].entries()) {
    await page.getByRole('button', { name: 'Aggiungi un numero' }).click()
    const line = page.getByRole('group', { name: `Numero ${index + 1}` })
    await line.getByRole('textbox', { name: /^Numero di protocollo/ }).fill(number)
  }
  await expect(twin).toBeVisible()
})
