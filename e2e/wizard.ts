import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { paths, type ReportDraft, type ReportStep } from '@portal/contract'
import { fixedAnswer } from './fixed-answer.ts'
import { site, untilDrawn } from './fixtures.ts'
import { labelOf } from './labels.ts'

/** A realistic text with accents, apostrophes, quotes and an emoji, almost 5,000 characters long. */
export const longText = (() => {
  const sentence =
    "È successo all'ufficio anagrafe: «qui non la serviamo», ha detto. Perché? C'era anche l'Àlice, più tardi. 🙁\n"
  return sentence.repeat(60).slice(0, 4999).trimEnd()
})()

export const goOn = (page: Page) => page.getByRole('button', { name: /^Avanti( come .+)?$/ }).click()

/** Consents on the intro and opens step 1. */
export async function begin(page: Page) {
  await page.goto(`${site}${paths.reportIntro}`)
  await page.getByLabel("Ho letto l'informativa").check()
  await page.getByRole('button', { name: 'Inizia' }).click()
  await expect(page.getByRole('heading', { name: 'Chi sei in questa vicenda?' })).toBeVisible()
}

export async function chooseProfile(page: Page, name: 'Vittima' | 'Segnalante' | 'Testimone' | 'Associazione') {
  await page.getByRole('radio', { name }).check({ force: true })
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'Come possiamo ricontattarti?' })).toBeVisible()
}

export async function typeDate(
  page: Page | Locator,
  label: string,
  [day, month, year]: readonly [string, string, string],
) {
  const group = page.getByRole('group', { name: label })
  await group.getByLabel('Giorno').fill(day)
  await group.getByLabel('Mese').fill(month)
  await group.getByLabel('Anno').fill(year)
}

export async function fillInFacts(page: Page, text: string) {
  await expect(page.getByRole('heading', { name: 'Che cosa è successo?' })).toBeVisible()
  await page.getByRole('textbox', { name: labelOf('message') }).fill(text)
  await typeDate(page, labelOf('eventDate'), ['3', '11', '2026'])
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'È tutto giusto?' })).toBeVisible()
}

/** A draft with all required fields. */
export const completeDraft: ReportDraft = {
  language: 1,
  informationRead: true,
  profile: 1,
  nation: 105,
  organisationNation: 105,
  email: 'persona@example.it',
  message: 'Un fatto.',
  eventDate: '3/11/2026',
}

const stepPath: Record<ReportStep, string> = {
  intro: paths.reportIntro,
  profile: paths.reportProfile,
  details: paths.reportDetails,
  facts: paths.reportFacts,
  summary: paths.reportSummary,
}

/** Opens a step with a stored draft, like a reload of the tab: journeys need not repeat the earlier steps. */
export async function openStep(page: Page, step: ReportStep, draft: ReportDraft = completeDraft, lang = 'it') {
  await page.goto(`${site}/robots.txt`)
  await page.evaluate(([place, saved]) => sessionStorage.setItem(place, saved), [
    `${site.slice(1)}.draft.1`,
    JSON.stringify(saved(draft)),
  ] as const)
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') document.title = ''
    })
  })
  await page.goto(`${site}${stepPath[step]}${lang === 'it' ? '' : `?lang=${lang}`}`)
  await untilDrawn(page)
}

const saved = (draft: ReportDraft) => {
  const now = Date.now()
  return { draft, senderKey: crypto.randomUUID().replaceAll('-', ''), openedAt: now, touchedAt: now }
}

/** Expectations with more time, since the server derives the keys of a report on two cores shared with browsers. */
export const patient = expect.configure({ timeout: 30_000 })

export const captchaField = (page: Page) => page.getByRole('textbox', { name: /^Scrivi le 6 cifre/ })

/** Consents, answers the captcha, and presses 'Invia'. */
export async function pressSend(page: Page, answer: string = fixedAnswer) {
  await page.getByLabel('Autorizzazione ad usare i dati personali').check()
  // Waits for the image, since the cookie of the challenge comes with it.
  await patient(page.getByRole('img', { name: /^Immagine con 6 cifre/ })).toBeVisible()
  await captchaField(page).fill(answer)
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
}

/** Sends the report; returns code and PIN from the success page. */
export async function send(page: Page): Promise<{ code: string; pin: string }> {
  await pressSend(page)
  await patient(page.getByRole('heading', { name: 'Abbiamo ricevuto la tua segnalazione' })).toBeVisible()
  const [code = '', pin = ''] = await page.locator('dd bdi').allTextContents()
  return { code, pin }
}

export const textFile = (name: string, content = name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(`${content}\n`),
})

/** Chooses files as in the file dialog. */
export const attach = (page: Page, ...files: ReturnType<typeof textFile>[]) =>
  page.locator('input[type=file]').setInputFiles(files)

/** The ids of the uploaded files in this tab's draft. */
export const fileIdsInDraft = (page: Page) =>
  page.evaluate(
    (place) => {
      const { draft } = JSON.parse(sessionStorage.getItem(place) ?? '')
      return (draft.attachments as { id: string }[]).map(({ id }) => id)
    },
    `${site.slice(1)}.draft.1`,
  )

/** A length that no other file in the store has, since tests and their retries share the store. */
export const uniqueLength = () => 1000 + Math.floor(Math.random() * 60_000)

/**
 * The number of files in the server's store with this length (less than 64 KiB). It reads only, so that a test can wait
 * until a page that unloads has deleted its file: that request has no visible answer.
 */
export async function countStored(bytes: number): Promise<number> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    // A file may be deleted at the same time.
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).filter((size) => size === bytes + sealBytes).length
}

/** The bytes that sealing adds to a small file: the header and the tag of one chunk. */
const sealBytes = 4 + 16

/** Checks that a file is gone: tries to delete it as the visitor who uploaded it, and expects 404. */
export async function isGone(page: Page, id: string | undefined) {
  expect(id).toMatch(/^[\da-f-]{36}$/)
  const answer = await page.request.post(`${site}/api/v1/noauth/allegato/delete-allegato`, { data: { cmis_id: id } })
  expect(answer.status()).toBe(404)
}
