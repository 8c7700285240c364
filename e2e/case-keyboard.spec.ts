import type { Locator, Page } from '@playwright/test'
import { actOn, enterCase, isSaved, isWriting, notes, readCase, saveButton, statusOf } from './case-desk.ts'
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
    // Whom Tab leads to comes with a call of its own.
    await expect(person).toBeVisible()
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
    // Terms count from today.
    await expect(page.getByRole('complementary', { name: 'In breve' })).not.toContainText('Scadenza')
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

/** Takes an action on the case, from the bar or from the further ones, and answers its dialog. */
async function act(page: Page, name: string, asked: string, fill: (ask: Locator) => Promise<void>) {
  if (!(await inBar(page, name).isVisible())) await go(page, bar(page).getByRole('button', { name: 'Altre azioni' }))
  await go(page, inBar(page, name))
  const ask = page.getByRole('dialog', { name: asked })
  await expect(ask).toBeVisible()
  await focusIsSeen(page)
  await fill(ask)
  await expect(ask).toBeHidden()
}

/** The case is in its new state; what was done is told, and whoever did it stands at its top. */
async function becomes(page: Page, told: string, status: string) {
  await expect(page.getByRole('status').filter({ hasText: told })).toBeVisible()
  await expect(statusOf(page)).toHaveText(status)
  await expect(title(page)).toBeFocused()
  await focusIsSeen(page)
}

const reason = (ask: Locator) => ask.getByRole('textbox', { name: /^Motivo/ })

test('RUP closes a case, opens it again, sends it on and elsewhere, and cancels it, by keyboard alone', async ({
  page,
  portal,
}) => {
  test.slow()
  await portal.signIn('Giulia')
  const story = word()
  const id = await enterCase(page, { flag_presa_in_carico: 0, resoconto_fatti: `Al telefono: ${story}.` })
  await actOn(page, id, { azione: 'invia_in_attribuzione', id_pertinenza: 1, id_ground: 1 })
  await typeInto(page, page.getByRole('searchbox'), story)
  await page.keyboard.press('Enter')
  // What finds one case opens it.
  await expect(title(page)).toHaveText('Dettaglio richiesta')
  await expect(title(page)).toBeFocused()
  expect(page.url()).toContain(`id=${id}`)

  await test.step('closed: what is missing is told, and led to', async () => {
    await act(page, 'Chiudi', 'Chiudere il caso', async (ask) => {
      const close = ask.getByRole('button', { name: 'Chiudi il caso' })
      await go(page, close)
      const fault = ask.getByRole('alert').getByRole('link', { name: /^Azione svolta/ })
      await expect(fault).toBeVisible()
      await focusIsSeen(page)
      await go(page, fault)
      const performed = ask.getByRole('combobox', { name: /^Azione svolta/ })
      await expect(performed).toBeFocused()
      await choose(page, performed, 'Emissione di parere')
      await page.keyboard.press('Shift+Tab')
      await choose(page, ask.getByRole('combobox', { name: /^Esito finale/ }), 'Parere')
      await go(page, close)
    })
    await becomes(page, 'Caso chiuso', 'Chiuso')
  })

  await test.step('opened again, sent on with what it says already', async () => {
    await act(page, 'Riapri', 'Riaprire il caso', async (ask) => {
      await typeInto(page, reason(ask), 'Nuovi elementi.')
      await go(page, ask.getByRole('button', { name: 'Riapri', exact: true }))
    })
    await becomes(page, 'Caso riaperto', 'Riaperto')
    await act(page, 'Invia in attribuzione', 'Inviare il caso in attribuzione', (ask) =>
      go(page, ask.getByRole('button', { name: 'Invia', exact: true })),
    )
    await becomes(page, 'Caso inviato in attribuzione', 'In attribuzione')
  })

  await test.step('assigned to another body, with its day and protocol', async () => {
    await act(page, 'Assegna esterno', 'Trasmettere il caso a un ente esterno', async (ask) => {
      await choose(page, ask.getByRole('combobox', { name: /^Ente esterno/ }), 'OSCAD')
      await typeInto(page, ask.getByLabel('Giorno'), '20')
      await typeInto(page, ask.getByLabel('Mese'), '11')
      await typeInto(page, ask.getByLabel('Anno'), '2026')
      await typeInto(page, ask.getByLabel(/^Protocollo/), 'OSCAD 47/2026')
      await typeInto(page, ask.getByLabel(/^Base giuridica/), 'art. 7 d.lgs. 215/2003')
      await go(page, ask.getByRole('button', { name: 'Trasmetti', exact: true }))
    })
    await becomes(page, "Caso trasmesso all'ente esterno", 'Assegnato a ente esterno')
  })

  await test.step('cancelled, from among the further actions', async () => {
    await act(page, 'Annulla il caso…', 'Annullare il caso?', async (ask) => {
      await typeInto(page, reason(ask), 'Inserito due volte.')
      await go(page, ask.getByRole('button', { name: 'Annulla il caso' }), 'Space')
    })
    await becomes(page, 'Caso annullato', 'Annullato')
    await toTab(page, 'Storico')
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
