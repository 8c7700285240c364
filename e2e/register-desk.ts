import type { Locator, Page } from '@playwright/test'
import {
  type DocumentKey,
  dayIn,
  documentKeys,
  documentTypes,
  formatScreenDate,
  officeZone,
  paths,
} from '@portal/contract'
import { applicationOnWire } from '../server/test/make-association.ts'
import { newNumber, registerFields } from './enrolment-form.ts'
import { fixedAnswer } from './fixed-answer.ts'
import { expect, site } from './fixtures.ts'
import { makePdf } from './make-pdf.ts'
import { signInByCall } from './sign-in-by-call.ts'

const api = `${site}/api/v1/associazioni`

const actionBar = (page: Page) => page.getByRole('region', { name: "Azioni sull'associazione" })

/** An action on the open association, in the bar or in the menu of other actions. */
export async function findAction(page: Page, name: string | RegExp): Promise<Locator> {
  const action = actionBar(page).getByRole('button', { name, exact: true })
  if (!(await action.first().isVisible())) await actionBar(page).getByRole('button', { name: 'Altre azioni' }).click()
  return action.first()
}

export const pressAction = async (page: Page, name: string) => (await findAction(page, name)).click()

/** Opens a request from the list of new requests, and returns its id. */
export async function openRequest(page: Page, name: string): Promise<number> {
  await page.goto(`${site}${paths.newRequestList}`)
  await page.getByRole('row').getByRole('link', { name, exact: true }).click()
  await isShown(page, name)
  return Number(new URL(page.url()).searchParams.get('id'))
}

/** Opens an association by its id. */
export async function openAssociation(page: Page, id: number, name: string) {
  await page.goto(`${site}${paths.newRequestDetail}?id=${id}`)
  await isShown(page, name)
}

/** Waits until the record is there. */
async function isShown(page: Page, name: string) {
  await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible()
  await expect(actionBar(page)).toBeVisible()
}

export async function checkDocuments(page: Page, keys: readonly DocumentKey[], progress: string) {
  await page.getByRole('tab', { name: /^Documenti/ }).click()
  for (const key of keys) {
    const box = page.getByRole('checkbox', { name: `Verificato e conforme : ${registerFields[key]}`, exact: true })
    // Its new state comes a moment after the click, which `check` does not wait for.
    await box.click()
    await expect(box).toBeChecked()
  }
  await expect(page.getByText(progress)).toBeVisible()
}

/** The association as the API shows it to the office. */
async function readAssociation(page: Page, id: number) {
  const answer = await page.request.get(`${api}/dettaglio/admin/${id}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()).result
}

/** Changes an association that a page is editing and whose lock has ended: takes the lock, saves, and releases it. */
export async function changeConcurrently(page: Page, id: number, change: object) {
  const lock = (action: string) => page.request.get(`${api}/lock/${id}?azione=${action}`)
  expect((await lock('mantieni')).status()).toBe(200)
  const data = { ...(await readAssociation(page, id)), ...change }
  const saved = await page.request.post(`${api}/mod`, { data })
  expect(saved.status(), await saved.text()).toBe(200)
  expect((await lock('rilascia')).status()).toBe(200)
}

/** Fills in the decree of an enrolment. */
export const fillDecree = (number: string, at: Date) => async (dialog: Locator) => {
  await dialog.getByLabel('Numero del decreto *').fill(number)
  await dialog.getByLabel('Data del decreto *').fill(formatScreenDate(dayIn(officeZone, at)))
}

/** A notice says something. */
export const isSaid = (page: Page, text: string) =>
  expect(page.getByRole('region', { name: 'Avvisi' }).getByText(text)).toBeVisible()

/** Sends an application with its seven documents by requests; returns the id of its record, and leaves the register's operator signed in. */
export async function applyByCall(page: Page, name: string): Promise<number> {
  const { request } = page
  await request.get(`${site}/api/v1/captcha?type=image`)
  await request.get(`${site}/api/v1/captcha/checkCaptcha?answer=${fixedAnswer}`)
  const documents: object[] = []
  for (const key of documentKeys) {
    const file = { name: `${key}.pdf`, mimeType: 'application/pdf', buffer: makePdf(name, key) }
    const answer = await request.post(`${site}/api/v1/noauth/scansione`, { multipart: { file } })
    expect(answer.status(), await answer.text()).toBe(200)
    const { cmis_id } = (await answer.json()).result.allegato
    documents.push({ cmis_id, nomeFile: file.name, id_tipo_allegato: documentTypes[key] })
  }
  const piva = newNumber()
  const data = applicationOnWire(documents, { ragione_sociale: name, piva })
  const sent = await request.post(`${site}/api/v1/noauth/add-pg`, { data })
  expect(sent.status(), await sent.text()).toBe(200)
  await signInByCall(page, 'Paola')
  const found = await request.get(`${api}/dettaglio/iscrizione/${piva}`)
  return (await found.json()).result.id_persona_giuridica
}
