import type { Browser, Locator, Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { expect, site } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'

const api = `${site}/api/v1`

/** Another user, in another browser. */
export async function colleague(browser: Browser, firstName: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signInByCall(page, firstName)
  return page
}

/** A name that no other case has. */
export const newName = (length: number) =>
  Array.from({ length }, () => 'abdefgilmnoprstuvz'[Math.floor(Math.random() * 18)]).join('')

/** The form of an action: a dialog, or a line of the bar. */
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name }).or(page.getByRole('form', { name }))
const actionBar = (page: Page) => page.getByRole('region', { name: 'Azioni sul caso' })

/** Presses an action, in the bar or in the menu of other actions. */
export async function press(page: Page, name: string) {
  const action = actionBar(page).getByRole('button', { name, exact: true })
  if (!(await action.first().isVisible())) await actionBar(page).getByRole('button', { name: 'Altre azioni' }).click()
  await action.first().click()
}

/** Why an action is disabled; empty if it can be taken. */
export async function reasonOff(page: Page, name: string): Promise<string> {
  const bar = actionBar(page)
  const others = bar.getByRole('button', { name: 'Altre azioni' })
  if ((await others.getAttribute('aria-expanded')) === 'false') await others.click()
  const action = bar.getByRole('button', { name, exact: true }).first()
  const reason = await action.getAttribute('aria-describedby')
  return reason === null ? '' : ((await page.locator(`[id="${reason}"]`).textContent()) ?? '')
}

/** Fills in the dialog of an action and confirms it. */
export async function confirm(
  page: Page,
  title: string,
  button: string,
  fill: (dialog: Locator) => Promise<void> = async () => undefined,
) {
  const dialog = dialogOf(page, title)
  await expect(dialog).toBeVisible()
  await fill(dialog)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Assigns the case to a person of the menu of operators. */
export async function assign(page: Page, person: string) {
  await press(page, 'Assegna')
  await actionBar(page)
    .getByRole('button', { name: new RegExp(`^${person}`) })
    .click()
}

/** Waits until the user of a page has a notice about a case: notices wait while the action can be undone. */
export const isNotified = (page: Page, id: number | string) =>
  expect
    .poll(
      async () => {
        const { result } = await (await page.request.get(`${api}/avvisi?da=1&a=10`)).json()
        return result.listaView.some((notice: { id_segnalazione?: number }) => notice.id_segnalazione === Number(id))
      },
      { timeout: 60_000 },
    )
    .toBe(true)

export const fillReason = (text: string) => (dialog: Locator) =>
  dialog.getByRole('textbox', { name: /^Motivo/ }).fill(text)

/** Creates a case by a request, taken by default; returns its id. */
export async function enterCase(page: Page, more: object = {}): Promise<number> {
  const defaults = {
    id_canale: 2,
    id_segnalante: 2,
    flag_presa_in_carico: 1,
    resoconto_fatti: 'Non affittano a stranieri.',
  }
  const answer = await page.request.post(`${api}/segnalazioni/nuova-segnalazione`, { data: { ...defaults, ...more } })
  expect(answer.status()).toBe(200)
  return (await answer.json()).result.id_segnalazione
}

/** The current case, as the API returns it. */
export async function readCase(page: Page, id: number) {
  const answer = await page.request.get(`${api}/segnalazioni/dettaglio/${id}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()).result
}

/** Takes an action on a case by a request. */
export async function transitionCase(page: Page, id: number, action: object) {
  const data = { id_segnalazione: id, versione: (await readCase(page, id)).versione, ...action }
  const answer = await page.request.post(`${api}/segnalazioni/cambia-stato-segnalazione`, { data })
  expect(answer.status()).toBe(200)
}

/** Changes a case that a page is editing: takes over its lock, saves, and releases the lock. */
export async function changeConcurrently(page: Page, id: number, change: object) {
  const lock = (action: string) => page.request.get(`${api}/segnalazioni/lock/${id}?azione=${action}`)
  expect((await lock('subentra')).status()).toBe(200)
  const data = { ...(await readCase(page, id)), ...change }
  expect((await page.request.post(`${api}/segnalazioni/integrazione-segnalazione`, { data })).status()).toBe(200)
  expect((await lock('rilascia')).status()).toBe(200)
}

export async function openCase(page: Page, id: number) {
  await page.goto(`${site}${paths.caseDetail}?id=${id}`)
  // The first page of a browser loads the whole program, while other tests run.
  await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible({ timeout: 30_000 })
}

/** The status that the page of the case shows. */
export const statusOf = (page: Page) =>
  page
    .locator('.case-head, header, main')
    .getByText(
      /^(Aperto|In attribuzione|In lavorazione Op\. I{1,2}|Assegnato a ente esterno|Chiuso|Riaperto|Annullato)$/,
    )
    .first()

/** Starts editing a case, on one of its tabs. */
export async function edit(page: Page, tab?: string) {
  await actionBar(page).getByRole('button', { name: 'Modifica', exact: true }).click()
  await isWriting(page)
  if (tab) await page.getByRole('tab', { name: tab }).click()
}

export const saveButton = (page: Page) => actionBar(page).getByRole('button', { name: 'Salva', exact: true })
export const notes = (page: Page) => page.getByRole('textbox', { name: /^Note dell'ufficio/ })

// Waiting for the server gets more time: test machines are busy, and a toast may already have disappeared.
const patient = expect.configure({ timeout: 30_000 })

/** Waits until the case is open for editing. */
export const isWriting = (page: Page) => patient(saveButton(page)).toBeVisible()

/** Waits until the case is saved and shown for reading. */
export async function isSaved(page: Page) {
  await patient(actionBar(page).getByRole('button', { name: 'Modifica', exact: true })).toBeVisible()
  await expect(page.getByText('Non è stato salvato')).toHaveCount(0)
}
