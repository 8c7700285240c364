import type { Locator, Page } from '@playwright/test'
import { enterCase, isSaved, isWriting, notes, readCase, saveButton } from './case-desk.ts'
import { expect, test } from './fixtures.ts'
import { press, tabTo, typeInto } from './keyboard.ts'

/** A word that stands in the narratives of this run alone. */
const word = () =>
  `zz${Array.from({ length: 10 }, () => 'abdefgilmnoprstuvz'[Math.floor(Math.random() * 18)]).join('')}`

/** What is wrong with where the focus is; nothing where it is on something in sight, not under a bar that stays, and shows. */
function faultOfFocus() {
  const element = document.activeElement
  if (!element || element === document.body) return 'nothing has the focus'
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + Math.min(width, innerWidth) / 2, top + Math.min(height, 20) / 2]
  const over = document.elementFromPoint(x, y)
  const { outlineStyle, boxShadow } = getComputedStyle(element)
  const faults = {
    'out of sight': y < 0 || y > innerHeight,
    'under a bar': over?.closest('.desk-actions, header')?.contains(element) === false,
    'not to be seen': element.matches('a, button, summary') && outlineStyle === 'none' && boxShadow === 'none',
  }
  const found = Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [fault] : []))
  return found.length > 0 ? `${found.join(', ')}: ${element.outerHTML.slice(0, 120)}` : ''
}

const focusIsSeen = (page: Page) => expect.poll(() => page.evaluate(faultOfFocus)).toBe('')

/** Presses keys one after the other; the focus is somewhere after each. */
async function keys(page: Page, ...pressed: readonly string[]) {
  for (const key of pressed) {
    await page.keyboard.press(key)
    await focusIsSeen(page)
  }
}

/** Goes to a control and presses it. */
async function go(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, control)
  await focusIsSeen(page)
  await press(page, control, key)
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const bar = (page: Page) => page.getByRole('region', { name: 'Azioni sul caso' })
const inBar = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const row = (page: Page, index: number) => page.getByRole('table').getByRole('row').nth(index).getByRole('link').first()
const code = (page: Page) => page.locator('.case-code')

/** To a tab of the case, by arrows from the one that is on show. */
async function toTab(page: Page, name: string) {
  await tabTo(page, page.getByRole('tab', { selected: true }))
  await keys(page, 'Home')
  while (!(await page.getByRole('tab', { name, selected: true }).count())) await keys(page, 'ArrowRight')
}

/** Chooses in a list as the keyboard does: by the first letters. */
async function choose(page: Page, select: Locator, label: string) {
  await tabTo(page, select)
  await focusIsSeen(page)
  await page.keyboard.type(label)
  await expect(select.locator('option:checked')).toHaveText(label)
}

test('RUP finds two cases, goes from one to the other, writes, assigns and reads the history, by keyboard alone', async ({
  page,
  portal,
}) => {
  test.slow()
  await portal.signIn('Giulia')
  const story = word()
  const given = { flag_presa_in_carico: 0, resoconto_fatti: `Al telefono: ${story}.` }
  const older = await enterCase(page, given)
  await enterCase(page, given)

  await test.step('from the search to the list, and by its keys to a case', async () => {
    await typeInto(page, page.getByRole('searchbox'), story)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '1–2 di 2' })).toBeVisible()
    await focusIsSeen(page)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Tasti rapidi' })).toBeVisible()
    await focusIsSeen(page)
    await keys(page, 'Escape')
    await keys(page, 'j')
    await expect(row(page, 1)).toBeFocused()
    await keys(page, 'x', 'x', 'j', 'k', 'j')
    await expect(row(page, 2)).toBeFocused()
    await keys(page, '/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await tabTo(page, row(page, 2))
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText('Dettaglio richiesta')
    await expect(title(page)).toBeFocused()
  })

  await test.step('to its neighbour in the list and back', async () => {
    const here = await code(page).textContent()
    await go(page, page.getByRole('link', { name: 'Indietro' }))
    await expect(code(page)).not.toHaveText(here ?? '')
    await expect(title(page)).toBeFocused()
    await go(page, page.getByRole('link', { name: 'Avanti' }))
    await expect(code(page)).toHaveText(here ?? '')
    await expect(title(page)).toBeFocused()
    expect(page.url()).toContain(`id=${older}`)
  })

  await test.step('written and saved', async () => {
    await go(page, inBar(page, 'Modifica'))
    await isWriting(page)
    await focusIsSeen(page)
    await expect(page.locator('main').getByRole('tabpanel').locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await toTab(page, 'Azioni')
    await typeInto(page, notes(page), 'Scritto senza mouse.')
    await focusIsSeen(page)
    await go(page, saveButton(page))
    await isSaved(page)
    await expect(title(page)).toBeFocused()
    expect((await readCase(page, older)).note).toBe('Scritto senza mouse.')
  })

  await test.step('an action is left and taken; the focus comes back', async () => {
    const ask = page.getByRole('dialog', { name: 'Assegnare il caso' })
    await go(page, inBar(page, 'Assegna'))
    await expect(ask).toBeVisible()
    await focusIsSeen(page)
    await page.keyboard.press('Escape')
    await expect(ask).toBeHidden()
    await expect(inBar(page, 'Assegna')).toBeFocused()
    await keys(page, 'Enter')
    const level = ask.getByRole('radio', { name: 'Op. II', exact: true })
    await tabTo(page, level.or(ask.getByRole('radio', { name: 'Op. I', exact: true })).and(page.locator(':checked')))
    if (!(await level.isChecked())) await keys(page, 'ArrowDown')
    await expect(level).toBeChecked()
    const person = ask.getByRole('radio', { name: /Marini Davide/ })
    await keys(page, 'Tab', 'Space')
    while (!(await person.isChecked())) await keys(page, 'ArrowDown')
    await go(page, ask.getByRole('button', { name: 'Assegna', exact: true }))
    await expect(ask).toBeHidden()
    await expect(page.locator('.case-head')).toContainText('In lavorazione Op. II')
    await expect(title(page)).toBeFocused()
  })

  await test.step('what is off says why where it is reached', async () => {
    await go(page, bar(page).getByRole('button', { name: 'Altre azioni' }))
    const off = inBar(page, 'Prendi in carico')
    await tabTo(page, off)
    await expect(off).toHaveAccessibleDescription(/^Spetta a: /)
    await focusIsSeen(page)
    await keys(page, 'Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await keys(page, 'Escape')
    await expect(bar(page).getByRole('button', { name: 'Altre azioni' })).toBeFocused()
  })

  await test.step('its history, and the case as it was', async () => {
    await toTab(page, 'Storico')
    const looks = page.getByRole('link', { name: /^Vedi il caso com'era/ })
    await expect(looks).toHaveCount(3)
    await go(page, page.getByText('1 campo cambiato').first())
    await expect(page.getByRole('cell', { name: 'Scritto senza mouse.' })).toBeVisible()
    await focusIsSeen(page)
    await go(page, looks.last())
    await expect(title(page)).toHaveText('Dettaglio storico richiesta')
    await expect(title(page)).toBeFocused()
    await go(page, page.getByRole('link', { name: 'Torna al caso di oggi' }))
    await expect(title(page)).toHaveText('Dettaglio richiesta')
    await expect(title(page)).toBeFocused()
  })

  await test.step('back to the list as it was', async () => {
    await go(page, page.getByRole('navigation', { name: 'Percorso' }).getByRole('link', { name: 'Casi' }))
    await expect(page.getByRole('status').filter({ hasText: '1–2 di 2' })).toBeVisible()
    await focusIsSeen(page)
  })
})

test('level I enters a case, mends a fault, is asked before leaving, and sends it on, by keyboard alone', async ({
  page,
  portal,
}) => {
  test.slow()
  await portal.signIn('Luca')
  await go(page, page.getByRole('navigation', { name: 'Menu di gestione' }).getByRole('link', { name: /^Casi/ }))
  await expect(title(page)).toBeFocused()

  await test.step('entered: what is missing is told at once, and led to', async () => {
    await go(page, page.getByRole('link', { name: 'Nuova segnalazione' }))
    await expect(title(page)).toHaveText('Nuova segnalazione')
    await expect(title(page)).toBeFocused()
    await go(page, page.getByRole('button', { name: 'Salva e prendi in carico' }))
    const summary = page.getByRole('alert').filter({ hasText: 'Che cosa è successo' })
    await expect(summary).toBeVisible()
    await focusIsSeen(page)
    await go(page, summary.getByRole('link', { name: /^Canale/ }))
    await expect(page.getByLabel(/^Canale/)).toBeFocused()
    await choose(page, page.getByLabel(/^Canale/), 'Numero verde')
    await choose(page, page.getByLabel(/^Profilo/), 'Testimone')
    await typeInto(page, page.getByLabel(/^Che cosa è successo/), 'Non lo hanno fatto entrare.')
    await go(page, page.getByRole('button', { name: 'Salva e prendi in carico' }))
    await expect(title(page)).toHaveText('Dettaglio richiesta')
    await expect(title(page)).toBeFocused()
  })

  await test.step('a fault at a field of another tab', async () => {
    await go(page, inBar(page, 'Modifica'))
    await isWriting(page)
    await page.keyboard.press('Shift+Tab')
    await toTab(page, 'Persone')
    const taxCode = page.getByLabel('Codice fiscale della vittima')
    await typeInto(page, taxCode, 'ABC')
    await toTab(page, 'Azioni')
    await go(page, saveButton(page))
    const fault = page.getByRole('link', { name: /^Codice fiscale della vittima/ })
    await expect(fault).toBeVisible()
    await focusIsSeen(page)
    await go(page, fault)
    await expect(taxCode).toBeFocused()
    await focusIsSeen(page)
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText('RSSMRA80A01H501U')
    await go(page, inBar(page, 'Esci dalla modifica'))
    const asked = page.getByRole('dialog', { name: 'Uscire dalla modifica?' })
    await expect(asked).toBeVisible()
    await go(page, asked.getByRole('button', { name: 'Continua a scrivere' }))
    await expect(inBar(page, 'Esci dalla modifica')).toBeFocused()
    await go(page, saveButton(page))
    await isSaved(page)
    await expect(title(page)).toBeFocused()
  })

  await test.step('sent on with what it needs, all of it told in the dialog', async () => {
    await go(page, inBar(page, 'Invia in attribuzione'))
    const ask = page.getByRole('dialog', { name: 'Inviare il caso in attribuzione' })
    await go(page, ask.getByRole('button', { name: 'Invia', exact: true }))
    await expect(ask.getByRole('link', { name: /^Pertinenza/ })).toBeVisible()
    await focusIsSeen(page)
    await choose(page, ask.getByRole('combobox', { name: /^Pertinenza/ }), 'Pertinente')
    await choose(page, ask.getByRole('combobox', { name: /^Ground/ }), 'Etnico-razziale')
    await go(page, ask.getByRole('button', { name: 'Invia', exact: true }))
    await expect(ask).toBeHidden()
    await expect(page.locator('.case-head')).toContainText('In attribuzione')
    await expect(title(page)).toBeFocused()
    await expect(inBar(page, 'Modifica')).toHaveAccessibleDescription('Puoi modificare solo un caso assegnato a te')
  })
})
