import type { Locator, Page } from '@playwright/test'
import { enterCase, isSaved, isWriting, notes, readCase, saveButton, statusOf, transitionCase } from './case-desk.ts'
import { expect, test } from './fixtures.ts'
import { press, tabTo, typeInto } from './keyboard.ts'

/** A word that occurs only in the narratives of this run. */
const uniqueWord = () =>
  `zz${Array.from({ length: 10 }, () => 'abdefgilmnoprstuvz'[Math.floor(Math.random() * 18)]).join('')}`

/** The errors of the focus: no focused element, out of sight, under a fixed bar, or without a visible outline; empty if none. */
function errorOfFocus() {
  const element = document.activeElement
  if (!element || element === document.body) return 'nothing has the focus'
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + Math.min(width, innerWidth) / 2, top + Math.min(height, 20) / 2]
  const over = document.elementFromPoint(x, y)
  const { outlineStyle, boxShadow } = getComputedStyle(element)
  const errors = {
    'out of sight': y < 0 || y > innerHeight,
    'under a bar': over?.closest('.desk-actions, header')?.contains(element) === false,
    'without an outline': element.matches('a, button, summary') && outlineStyle === 'none' && boxShadow === 'none',
  }
  const found = Object.entries(errors).flatMap(([error, isSo]) => (isSo ? [error] : []))
  return found.length > 0 ? `${found.join(', ')}: ${element.outerHTML.slice(0, 120)}` : ''
}

const isFocusVisible = (page: Page) => expect.poll(() => page.evaluate(errorOfFocus)).toBe('')

/** Presses keys one after the other and checks that the focus is visible after each. */
async function pressKeys(page: Page, ...keys: readonly string[]) {
  for (const key of keys) {
    await page.keyboard.press(key)
    await isFocusVisible(page)
  }
}

/** Tabs to a control and presses it. */
async function pressControl(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, control)
  await isFocusVisible(page)
  await press(page, control, key)
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const bar = (page: Page) => page.getByRole('region', { name: 'Azioni sul caso' })
const inBar = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const row = (page: Page, index: number) => page.getByRole('table').getByRole('row').nth(index).getByRole('link').first()
const palette = (page: Page) => page.getByRole('combobox', { name: /^Codice, numero/ })
const code = (page: Page) => page.locator('.case-code')

/** Opens a tab of the case by arrow keys. */
async function openTab(page: Page, name: string) {
  await tabTo(page, page.getByRole('tab', { selected: true }))
  await pressKeys(page, 'Home')
  while (!(await page.getByRole('tab', { name, selected: true }).count())) await pressKeys(page, 'ArrowRight')
}

/** Chooses an option by typing its first letters. */
async function choose(page: Page, select: Locator, label: string) {
  await tabTo(page, select)
  await isFocusVisible(page)
  await page.keyboard.type(label)
  await expect(select.locator('option:checked')).toHaveText(label)
}

test('RUP finds two cases, moves between them, edits, assigns and reads the history, by keyboard alone', async ({
  page,
  portal,
}) => {
  test.slow()
  await portal.signIn('Giulia')
  const marker = uniqueWord()
  const fields = { flag_presa_in_carico: 0, resoconto_fatti: `Al telefono: ${marker}.` }
  const older = await enterCase(page, fields)
  await enterCase(page, fields)

  await test.step('opens a case from the search and the list', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type(marker)
    await expect(page.getByRole('option', { name: 'Mostra tutti i 2 casi in elenco' })).toBeVisible()
    // From the first entry up is the last.
    await pressKeys(page, 'ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '1–2 di 2' })).toBeVisible()
    await isFocusVisible(page)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Tasti rapidi' })).toBeVisible()
    await isFocusVisible(page)
    await pressKeys(page, 'Escape')
    await pressKeys(page, 'j')
    await expect(row(page, 1)).toBeFocused()
    await pressKeys(page, 'x', 'x', 'j', 'k', 'j')
    await expect(row(page, 2)).toBeFocused()
    await pressKeys(page, '/')
    await expect(palette(page)).toBeFocused()
    await pressKeys(page, 'Escape')
    await expect(row(page, 2)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText('Dettaglio richiesta')
    await expect(title(page)).toBeFocused()
  })

  await test.step('moves to the next case of the list and back', async () => {
    const currentCode = await code(page).textContent()
    await pressControl(page, page.getByRole('link', { name: 'Indietro' }))
    await expect(code(page)).not.toHaveText(currentCode ?? '')
    await expect(title(page)).toBeFocused()
    await pressControl(page, page.getByRole('link', { name: 'Avanti' }))
    await expect(code(page)).toHaveText(currentCode ?? '')
    await expect(title(page)).toBeFocused()
    expect(page.url()).toContain(`id=${older}`)
  })

  await test.step('edits and saves', async () => {
    await pressControl(page, inBar(page, 'Modifica'))
    await isWriting(page)
    await isFocusVisible(page)
    await expect(page.locator('main').getByRole('tabpanel').locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await openTab(page, 'Azioni')
    await typeInto(page, notes(page), 'Scritto senza mouse.')
    await isFocusVisible(page)
    await pressControl(page, saveButton(page))
    await isSaved(page)
    await expect(title(page)).toBeFocused()
    expect((await readCase(page, older)).note).toBe('Scritto senza mouse.')
  })

  await test.step('cancels and takes an action; the focus returns', async () => {
    const person = bar(page).getByRole('button', { name: /^Marini Davide/ })
    await pressControl(page, inBar(page, 'Assegna'))
    // The people are loaded by a separate call.
    await expect(person).toBeVisible()
    await isFocusVisible(page)
    await page.keyboard.press('Escape')
    await expect(person).toBeHidden()
    await expect(inBar(page, 'Assegna')).toBeFocused()
    await pressKeys(page, 'Enter')
    await expect(person).toBeVisible()
    while (!(await person.evaluate((button) => button === document.activeElement))) await pressKeys(page, 'ArrowDown')
    await pressKeys(page, 'Enter')
    await expect(person).toBeHidden()
    await expect(page.locator('.case-head')).toContainText('In lavorazione Op. II')
    await expect(title(page)).toBeFocused()
  })

  await test.step('a disabled action explains itself on focus', async () => {
    await pressControl(page, bar(page).getByRole('button', { name: 'Altre azioni' }))
    const disabledAction = inBar(page, 'Prendi in carico')
    await tabTo(page, disabledAction)
    await expect(disabledAction).toHaveAccessibleDescription(/^Spetta a: /)
    await isFocusVisible(page)
    await pressKeys(page, 'Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await pressKeys(page, 'Escape')
    await expect(bar(page).getByRole('button', { name: 'Altre azioni' })).toBeFocused()
  })

  await test.step('reads the history and an earlier state of the case', async () => {
    await openTab(page, 'Storico')
    const versionLinks = page.getByRole('link', { name: /^Vedi il caso com'era/ })
    await expect(versionLinks).toHaveCount(3)
    await pressControl(page, page.getByText('1 campo cambiato').first())
    await expect(page.getByRole('cell', { name: 'Scritto senza mouse.' })).toBeVisible()
    await isFocusVisible(page)
    await pressControl(page, versionLinks.last())
    await expect(title(page)).toHaveText('Dettaglio storico richiesta')
    await expect(page).toHaveTitle(/^UNAR-\d{4}-\d{6} – Gestione casi – Dettaglio storico richiesta – /)
    await expect(title(page)).toBeFocused()
    // Deadlines count from today, so an earlier state shows none.
    await expect(page.getByRole('complementary', { name: 'In breve' })).not.toContainText('Scadenza')
    await pressControl(page, page.getByRole('link', { name: 'Torna al caso di oggi' }))
    await expect(title(page)).toHaveText('Dettaglio richiesta')
    await expect(title(page)).toBeFocused()
  })

  await test.step('returns to the list in its earlier state', async () => {
    await pressControl(page, page.getByRole('navigation', { name: 'Percorso' }).getByRole('link', { name: 'Casi' }))
    await expect(page.getByRole('status').filter({ hasText: '1–2 di 2' })).toBeVisible()
    await isFocusVisible(page)
  })
})

test('level I enters a case, corrects a field, confirms leaving, and forwards it, by keyboard alone', async ({
  page,
  portal,
}) => {
  test.slow()
  await portal.signIn('Luca')
  await pressControl(
    page,
    page.getByRole('navigation', { name: 'Menu di gestione' }).getByRole('link', { name: /^Casi/ }),
  )
  await expect(title(page)).toBeFocused()

  await test.step('entering: missing fields are listed at once, with links', async () => {
    await pressControl(page, page.getByRole('link', { name: 'Nuova segnalazione' }))
    await expect(title(page)).toHaveText('Nuova segnalazione')
    await expect(page.getByLabel(/^Profilo/)).toBeFocused()
    await pressControl(page, page.getByRole('button', { name: 'Salva e prendi in carico' }))
    const summary = page.getByRole('alert').filter({ hasText: 'Che cosa è successo' })
    await expect(summary).toBeVisible()
    await isFocusVisible(page)
    await pressControl(page, summary.getByRole('link', { name: /^Profilo/ }))
    await expect(page.getByLabel(/^Profilo/)).toBeFocused()
    await choose(page, page.getByLabel(/^Canale/), 'Numero verde')
    await choose(page, page.getByLabel(/^Profilo/), 'Testimone')
    await typeInto(page, page.getByLabel(/^Che cosa è successo/), 'Non lo hanno fatto entrare.')
    await pressControl(page, page.getByRole('button', { name: 'Salva e prendi in carico' }))
    await expect(title(page)).toHaveText('Dettaglio richiesta')
    await expect(title(page)).toBeFocused()
  })

  await test.step('an error at a field of another tab', async () => {
    await pressControl(page, inBar(page, 'Modifica'))
    await isWriting(page)
    await page.keyboard.press('Shift+Tab')
    await openTab(page, 'Persone')
    const taxCode = page.getByLabel('Codice fiscale della vittima')
    await typeInto(page, taxCode, 'ABC')
    await openTab(page, 'Azioni')
    await pressControl(page, saveButton(page))
    const error = page.getByRole('link', { name: /^Codice fiscale della vittima/ })
    await expect(error).toBeVisible()
    await isFocusVisible(page)
    await pressControl(page, error)
    await expect(taxCode).toBeFocused()
    await isFocusVisible(page)
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText('RSSMRA80A01H501U')
    await pressControl(page, inBar(page, 'Esci dalla modifica'))
    const leaveDialog = page.getByRole('dialog', { name: 'Uscire dalla modifica?' })
    await expect(leaveDialog).toBeVisible()
    await pressControl(page, leaveDialog.getByRole('button', { name: 'Continua a scrivere' }))
    await expect(inBar(page, 'Esci dalla modifica')).toBeFocused()
    await pressControl(page, saveButton(page))
    await isSaved(page)
    await expect(title(page)).toBeFocused()
  })

  await test.step('forwarding: the dialog lists all requirements', async () => {
    await pressControl(page, inBar(page, 'Invia in attribuzione'))
    const dialog = page.getByRole('dialog', { name: 'Inviare il caso in attribuzione' })
    await pressControl(page, dialog.getByRole('button', { name: 'Invia', exact: true }))
    await expect(dialog.getByRole('link', { name: /^Pertinenza/ })).toBeVisible()
    await isFocusVisible(page)
    await choose(page, dialog.getByRole('combobox', { name: /^Pertinenza/ }), 'Pertinente')
    await choose(page, dialog.getByRole('combobox', { name: /^Ground/ }), 'Etnico-razziale')
    await pressControl(page, dialog.getByRole('button', { name: 'Invia', exact: true }))
    await expect(dialog).toBeHidden()
    await expect(page.locator('.case-head')).toContainText('In attribuzione')
    await expect(title(page)).toBeFocused()
    await expect(inBar(page, 'Modifica')).toHaveAccessibleDescription('Puoi modificare solo un caso assegnato a te')
  })
})

/** Takes an action on the case, from the bar or from the other actions, and fills in its dialog. */
async function act(page: Page, name: string, dialogTitle: string, fill: (dialog: Locator) => Promise<void>) {
  if (!(await inBar(page, name).isVisible()))
    await pressControl(page, bar(page).getByRole('button', { name: 'Altre azioni' }))
  await pressControl(page, inBar(page, name))
  const dialog = page.getByRole('dialog', { name: dialogTitle })
  await expect(dialog).toBeVisible()
  await isFocusVisible(page)
  await fill(dialog)
  await expect(dialog).toBeHidden()
}

/** Checks the new status of the case and the message, and that the focus is on the heading. */
async function becomes(page: Page, toast: string, status: string) {
  await expect(page.getByRole('status').filter({ hasText: toast })).toBeVisible()
  await expect(statusOf(page)).toHaveText(status)
  await expect(title(page)).toBeFocused()
  await isFocusVisible(page)
}

const reason = (dialog: Locator) => dialog.getByRole('textbox', { name: /^Motivo/ })

test('RUP closes a case, reopens it, forwards it, assigns it to another body, and cancels it, by keyboard alone', async ({
  page,
  portal,
}) => {
  test.slow()
  await portal.signIn('Giulia')
  const marker = uniqueWord()
  const id = await enterCase(page, { flag_presa_in_carico: 0, resoconto_fatti: `Al telefono: ${marker}.` })
  await transitionCase(page, id, { azione: 'invia_in_attribuzione', id_pertinenza: 1, id_ground: 1 })
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type(marker)
  // Enter takes the first result, also before it is there.
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Dettaglio richiesta')
  await expect(title(page)).toBeFocused()
  expect(page.url()).toContain(`id=${id}`)

  await test.step('closing: missing fields are listed, with links', async () => {
    await act(page, 'Chiudi', 'Chiudere il caso', async (dialog) => {
      const close = dialog.getByRole('button', { name: 'Chiudi il caso' })
      await pressControl(page, close)
      const error = dialog.getByRole('alert').getByRole('link', { name: /^Azione svolta/ })
      await expect(error).toBeVisible()
      await isFocusVisible(page)
      await pressControl(page, error)
      const performed = dialog.getByRole('combobox', { name: /^Azione svolta/ })
      await expect(performed).toBeFocused()
      await choose(page, performed, 'Emissione di parere')
      await page.keyboard.press('Shift+Tab')
      await choose(page, dialog.getByRole('combobox', { name: /^Esito finale/ }), 'Parere')
      await pressControl(page, close)
    })
    await becomes(page, 'Caso chiuso', 'Chiuso')
  })

  await test.step('reopens, and forwards with the values of the case', async () => {
    await pressControl(page, inBar(page, 'Riapri'))
    await typeInto(page, reason(page.getByRole('form', { name: 'Riaprire il caso' })), 'Nuovi elementi.')
    await pressKeys(page, 'Enter')
    await becomes(page, 'Caso riaperto', 'Riaperto')
    await pressControl(page, inBar(page, 'Invia in attribuzione'))
    await becomes(page, 'Caso inviato in attribuzione', 'In attribuzione')
  })

  await test.step('assigns to another body, with date and protocol number', async () => {
    await act(page, 'Assegna esterno', 'Trasmettere il caso a un ente esterno', async (dialog) => {
      await choose(page, dialog.getByRole('combobox', { name: /^Ente esterno/ }), 'OSCAD')
      await typeInto(page, dialog.getByLabel(/^Data di assegnazione/), '20112026')
      await typeInto(page, dialog.getByLabel(/^Protocollo/), 'OSCAD 47/2026')
      await typeInto(page, dialog.getByLabel(/^Base giuridica/), 'art. 7 d.lgs. 215/2003')
      await pressControl(page, dialog.getByRole('button', { name: 'Trasmetti', exact: true }))
    })
    await becomes(page, "Caso trasmesso all'ente esterno", 'Assegnato a ente esterno')
  })

  await test.step('cancels, from the menu of other actions', async () => {
    await act(page, 'Annulla il caso…', 'Annullare il caso?', async (dialog) => {
      await typeInto(page, reason(dialog), 'Inserito due volte.')
      await pressControl(page, dialog.getByRole('button', { name: 'Annulla il caso' }), 'Space')
    })
    await becomes(page, 'Caso annullato', 'Annullato')
    await openTab(page, 'Storico')
    const entries = page.getByRole('tabpanel').getByRole('listitem')
    for (const [index, kind] of [
      'Annullato',
      'Trasmesso a ente esterno',
      'Inviato in attribuzione',
      'Riaperto',
      'Chiuso',
    ].entries())
      await expect(entries.nth(index)).toContainText(kind)
  })
})
