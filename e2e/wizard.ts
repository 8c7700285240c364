import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { paths, type ReportDraft, type ReportStep } from '@portal/contract'
import { fixedAnswer } from './fixed-answer.ts'
import { site } from './fixtures.ts'
import { labelOf } from './labels.ts'

/** Text as people write it: accents, apostrophes, quotes, an emoji, and 5,000 characters in all. */
export const longText = (() => {
  const sentence =
    "È successo all'ufficio anagrafe: «qui non la serviamo», ha detto. Perché? C'era anche l'Àlice, più tardi. 🙁\n"
  return sentence.repeat(60).slice(0, 4999).trimEnd()
})()

export const goOn = (page: Page) => page.getByRole('button', { name: 'Avanti', exact: true }).click()

/** From the intro to step 1, with the consent given. */
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

export async function typeDate(page: Page, label: string, [day, month, year]: readonly [string, string, string]) {
  const group = page.getByRole('group', { name: label })
  await group.getByLabel('Giorno').fill(day)
  await group.getByLabel('Mese').fill(month)
  await group.getByLabel('Anno').fill(year)
}

export async function tellFacts(page: Page, text: string) {
  await expect(page.getByRole('heading', { name: 'Che cosa è successo?' })).toBeVisible()
  await page.getByRole('textbox', { name: labelOf('message') }).fill(text)
  await typeDate(page, labelOf('eventDate'), ['3', '11', '2026'])
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'È tutto giusto?' })).toBeVisible()
}

/** A draft that has nothing left to ask. */
export const wholeDraft: ReportDraft = {
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

/** Opens a step as a reload of a tab does that has written so far: journeys need not walk what others walked. */
export async function openStep(page: Page, step: ReportStep, draft: ReportDraft = wholeDraft, lang = 'it') {
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
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The heading was written beforehand; the title is the program's.
  await expect(page).not.toHaveTitle('')
}

const saved = (draft: ReportDraft) => {
  const now = Date.now()
  return { draft, senderKey: crypto.randomUUID().replaceAll('-', ''), openedAt: now, touchedAt: now }
}

/** What waits for the server to derive the keys of a report has time: it shares two cores with browsers. */
export const patient = expect.configure({ timeout: 30_000 })

export const captchaField = (page: Page) => page.getByRole('textbox', { name: /^Scrivi le 6 cifre/ })

/** Consents, answers the captcha, and presses 'Invia'. */
export async function pressSend(page: Page, answer: string = fixedAnswer) {
  await page.getByLabel('Autorizzazione ad usare i dati personali').check()
  // Nobody answers what is not there yet: its cookie comes with the image.
  await patient(page.getByRole('img', { name: /^Immagine con 6 cifre/ })).toBeVisible()
  await captchaField(page).fill(answer)
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
}

/** Sends, and reads code and pin off the success page. */
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

/** Chooses files as the file dialog would give them. */
export const attach = (page: Page, ...files: ReturnType<typeof textFile>[]) =>
  page.locator('input[type=file]').setInputFiles(files)

/** The server's names of the files that the draft in this tab has brought. */
export const idsOfFiles = (page: Page) =>
  page.evaluate(
    (place) => {
      const { draft } = JSON.parse(sessionStorage.getItem(place) ?? '')
      return (draft.attachments as { id: string }[]).map(({ id }) => id)
    },
    `${site.slice(1)}.draft.1`,
  )

/** A length that no other file in the store has: tests and their repeats share it. */
export const ownLength = () => 1000 + Math.floor(Math.random() * 60_000)

/**
 * How many files of the server's store hold so many bytes (less than 64 KiB). Asking it changes nothing, so that a test can
 * wait for a file that a page takes back while it goes: nobody hears an answer to that.
 */
export async function countStored(bytes: number): Promise<number> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    // One that goes meanwhile is not there.
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).filter((size) => size === bytes + sealBytes).length
}

/** What sealing adds to a small file: how the store's files begin, and the tag of one chunk. */
const sealBytes = 4 + 16

/** Asks the server as the one who brought the file: it would be deleted now if it were still there. */
export async function isGone(page: Page, id: string | undefined) {
  expect(id).toMatch(/^[\da-f-]{36}$/)
  const answer = await page.request.post(`${site}/api/v1/noauth/allegato/delete-allegato`, { data: { cmis_id: id } })
  expect(answer.status()).toBe(404)
}
