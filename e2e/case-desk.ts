import type { Locator, Page } from '@playwright/test'
import { paths } from '@portal/contract'
import { expect, site } from './fixtures.ts'

const api = `${site}/api/v1`

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const actionBar = (page: Page) => page.getByRole('region', { name: 'Azioni sul caso' })

/** Presses an action, in the bar or among the others. */
export async function press(page: Page, name: string) {
  const action = actionBar(page).getByRole('button', { name, exact: true })
  if (!(await action.first().isVisible())) await actionBar(page).getByRole('button', { name: 'Altre azioni' }).click()
  await action.first().click()
}

/** Why an action is off; nothing where it can be taken. */
export async function reasonOff(page: Page, name: string): Promise<string> {
  const bar = actionBar(page)
  const others = bar.getByRole('button', { name: 'Altre azioni' })
  if ((await others.getAttribute('aria-expanded')) === 'false') await others.click()
  const action = bar.getByRole('button', { name, exact: true }).first()
  const reason = await action.getAttribute('aria-describedby')
  return reason === null ? '' : ((await page.locator(`[id="${reason}"]`).textContent()) ?? '')
}

/** Answers the dialog of an action and confirms it. */
export async function confirm(
  page: Page,
  title: string,
  button: string,
  fill: (ask: Locator) => Promise<void> = async () => undefined,
) {
  const ask = dialog(page, title)
  await expect(ask).toBeVisible()
  await fill(ask)
  await ask.getByRole('button', { name: button, exact: true }).click()
  await expect(ask).toBeHidden()
}

export const because = (text: string) => (ask: Locator) => ask.getByRole('textbox', { name: /^Motivo/ }).fill(text)

/** Enters a case by call, and takes it unless told otherwise; gives its id. */
export async function enterCase(page: Page, more: object = {}): Promise<number> {
  const given = {
    id_canale: 2,
    id_segnalante: 2,
    flag_presa_in_carico: 1,
    resoconto_fatti: 'Non affittano a stranieri.',
  }
  const answer = await page.request.post(`${api}/segnalazioni/nuova-segnalazione`, { data: { ...given, ...more } })
  expect(answer.status()).toBe(200)
  return (await answer.json()).result.id_segnalazione
}

/** The case as it is by now, on the wire. */
export async function readCase(page: Page, id: number) {
  const answer = await page.request.get(`${api}/segnalazioni/dettaglio/${id}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()).result
}

/** Does an action to a case by call. */
export async function actOn(page: Page, id: number, action: object) {
  const data = { id_segnalazione: id, versione: (await readCase(page, id)).versione, ...action }
  const answer = await page.request.post(`${api}/segnalazioni/cambia-stato-segnalazione`, { data })
  expect(answer.status()).toBe(200)
}

/** Changes a case behind the page of whoever writes it: takes its lock, saves, and leaves the lock again. */
export async function changeBehind(page: Page, id: number, change: object) {
  const lock = (action: string) => page.request.get(`${api}/segnalazioni/lock/${id}?azione=${action}`)
  expect((await lock('subentra')).status()).toBe(200)
  const data = { ...(await readCase(page, id)), ...change }
  expect((await page.request.post(`${api}/segnalazioni/integrazione-segnalazione`, { data })).status()).toBe(200)
  expect((await lock('rilascia')).status()).toBe(200)
}

export async function openCase(page: Page, id: number) {
  await page.goto(`${site}${paths.caseDetail}?id=${id}`)
  // The first page of somebody loads the whole program, while others work.
  await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible({ timeout: 30_000 })
}

/** The status of the case, as its page tells it. */
export const statusOf = (page: Page) =>
  page
    .locator('.case-head, header, main')
    .getByText(
      /^(Aperto|In attribuzione|In lavorazione Op\. I{1,2}|Assegnato a ente esterno|Chiuso|Riaperto|Annullato)$/,
    )
    .first()

/** Begins to write a case, on one of its tabs. */
export async function edit(page: Page, tab?: string) {
  await actionBar(page).getByRole('button', { name: 'Modifica', exact: true }).click()
  await isWriting(page)
  if (tab) await page.getByRole('tab', { name: tab }).click()
}

export const saveButton = (page: Page) => actionBar(page).getByRole('button', { name: 'Salva', exact: true })
export const notes = (page: Page) => page.getByRole('textbox', { name: /^Note dell'ufficio/ })

// What waits for the server has time: machines that test are busy, and a toast may have come and gone.
const patient = expect.configure({ timeout: 30_000 })

/** The case is open for writing. */
export const isWriting = (page: Page) => patient(saveButton(page)).toBeVisible()

/** The case was saved, and is read again. */
export async function isSaved(page: Page) {
  await patient(actionBar(page).getByRole('button', { name: 'Modifica', exact: true })).toBeVisible()
  await expect(page.getByText('Non è stato salvato')).toHaveCount(0)
}
