import type { Page } from '@playwright/test'
import { type PathName, paths } from '@portal/contract'
import { enterCase } from './case-desk.ts'
import { expect, type Portal, site, test } from './fixtures.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { noticeTitle } from './spoken.ts'
import { openStep } from './wizard.ts'

// These tests hold no locks and are the longest ones: both workers share them.
test.describe.configure({ mode: 'parallel' })

const isLong = process.env.TEST_SERIES === 'long'

/** The two widths at which every page is checked, one after the other: a page is loaded once. */
const widths = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const

async function isAccessibleAtEveryWidth(page: Page, portal: Portal, name: string) {
  for (const size of widths) {
    await page.setViewportSize(size)
    // Contrast takes half of the time: the short series checks it at the first width, the long one at both.
    await portal.isAccessible({ withColours: isLong || size === widths[0] })
    await portal.picture(`${name.replaceAll(/\W+/g, '-')}-${size.width}`)
  }
  await page.setViewportSize(widths[0])
}

/** The pages that only the browser renders; those that the server prerenders are in written-pages.test.ts. */
const publicPages: readonly [path: string, heading: string, title: string][] = [
  [paths.reportIntro, 'Segnala una discriminazione', 'Contact center'],
  [paths.reportSuccess, 'Nessuna segnalazione da mostrare', 'Contact center – Codice e PIN'],
  [paths.followUp, 'Segui la tua segnalazione', 'Contact center – Codice e messaggi'],
  [paths.assistance, 'Richiedi assistenza', 'Assistenza – Richiedi assistenza – UNAR'],
  [
    `${paths.enrolment}/`,
    "Iscrivi un'associazione al registro",
    "Iscrizione – Iscrivi un'associazione al registro – UNAR",
  ],
  [paths.enrolmentSuccess, 'Richiesta di iscrizione', 'Iscrizione – Richiesta di iscrizione – UNAR'],
  [paths.login, "Accesso all'area riservata", "Informazioni – Accesso all'area riservata – UNAR"],
  [paths.notAuthorized, 'Accesso negato', 'Informazioni – Accesso negato – UNAR'],
  [paths.userNotAllowed, 'Accesso negato', 'Informazioni – Accesso negato – UNAR'],
  [paths.signInRefused, 'Accesso non riuscito', 'Informazioni – Accesso non riuscito – UNAR'],
  [paths.privacy, 'Informativa sui dati personali', 'Informazioni – Informativa sui dati personali – UNAR'],
  [paths.privacyNotice, 'Informativa sui dati personali', 'Informazioni – Informativa sui dati personali – UNAR'],
  [paths.accessibility, 'Accessibilità', 'Informazioni – Accessibilità – UNAR'],
  [paths.legalNotes, 'Note legali', 'Informazioni – Note legali – UNAR'],
  [paths.help, 'Come funziona', 'Informazioni – Come funziona – UNAR'],
  [paths.contacts, 'Contatti', 'Informazioni – Contatti – UNAR'],
]

test('every public page has its heading and title, and axe finds nothing at either width', async ({ page, portal }) => {
  test.setTimeout(120_000)
  for (const [path, heading, title] of publicPages) {
    await portal.open(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page, path).toHaveTitle(title)
    await isAccessibleAtEveryWidth(page, portal, `page${path}`)
  }
})

const steps = ['profile', 'details', 'facts', 'summary'] as const

// reflow.spec.ts checks them from right to left.
test('every step of the report is accessible', async ({ page, portal }) => {
  test.setTimeout(120_000)
  for (const step of steps) {
    await openStep(page, step)
    await isAccessibleAtEveryWidth(page, portal, step)
  }
})

const notices = [
  ['ita', 'it'],
  ['eng', 'en'],
  ['esp', 'es'],
  ['cin', 'zh'],
  ['fil', 'fil'],
  ['fra', 'fr'],
  ['ara', 'ar'],
  ['rus', 'ru'],
] as const
const namedInNotice = ['assistenza@unar.example', 'dpo@unar.example', '215/2003', '196/2003', 'garanteprivacy.it', '30']

test('the notice on personal data is complete in each of its eight languages, with its language code', async ({
  page,
  portal,
}) => {
  test.setTimeout(120_000)
  for (const [code, language] of notices) {
    await portal.open(`${paths.privacyNotice}?testo=${code}`)
    const heading = page.getByRole('heading', { level: 1, name: noticeTitle(language) })
    const text = page.locator(`main [lang=${language}]`).filter({ has: heading })
    await expect(text, code).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await expect(text.getByRole('heading', { level: 2 })).toHaveCount(9)
    for (const words of namedInNotice) await expect(text).toContainText(words)
    // The page around the text is the same for all: the short series checks one, from right to left.
    if (isLong || code === 'ara') await isAccessibleAtEveryWidth(page, portal, `notice-${code}`)
    else await portal.fits()
  }
})

type DeskPage = readonly [name: PathName, heading: string, section?: string]

/** The own pages of each role; RUP sees nearly all of the others. Those of associations are in session.spec.ts. */
const deskPages = {
  Giulia: [
    ['deskHome', 'Buon lavoro, Giulia'],
    ['caseList', 'Casi'],
    ['toAssignList', 'In attribuzione'],
    ['myCaseList', 'Miei casi'],
    ['outOfRemitList', 'Non di competenza'],
    ['caseNew', 'Nuova segnalazione'],
    ['flaggedReports', 'Segnalazioni da rivedere'],
    ['rightsList', 'Richieste privacy'],
    ['rightsNew', 'Nuova richiesta'],
    ['batch', 'Elaborazioni'],
    ['operatorList', 'Gestione operatori'],
    ['operatorNew', 'Nuovo operatore'],
    ['operatorNewToo', 'Nuovo operatore'],
    ['auditLog', 'Registro delle attività'],
    ['agenda', 'Scadenze e calendario'],
    ['mySessions', 'Le mie sessioni', 'Informazioni'],
    ['information', 'Informazioni', 'Informazioni'],
    ['deskAssistance', 'Richiedi assistenza', 'Assistenza'],
  ],
  Luca: [
    ['deskHome', 'Buon lavoro, Luca'],
    ['caseList', 'Casi'],
    ['myCaseList', 'Miei casi'],
    ['caseNew', 'Nuova segnalazione'],
  ],
  Elena: [
    ['deskHome', 'Buon lavoro, Elena'],
    ['toAssignList', 'In attribuzione'],
  ],
  Chiara: [
    ['registerHome', 'Buon lavoro, Chiara', 'Registro'],
    ['auditLog', 'Registro delle attività'],
  ],
  Paola: [['registerHome', 'Buon lavoro, Paola', 'Registro']],
} as const satisfies Readonly<Record<string, readonly DeskPage[]>>

/** Roles with few own pages share a test. */
const people = [['Giulia'], ['Luca', 'Elena'], ['Chiara', 'Paola']] as const

for (const names of people)
  test(`every page of ${names.join(', ')} has its heading and section, and axe finds nothing at either width`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(180_000)
    for (const firstName of names) {
      await signInByCall(page, firstName)
      const pages: readonly DeskPage[] = deskPages[firstName]
      for (const [name, heading, section = 'Gestione casi'] of pages) {
        await page.goto(`${site}${paths[name]}`)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(page).toHaveTitle(new RegExp(`^${section} – .+ – UNAR$`))
        await expect(page.getByText('Caricamento in corso')).toHaveCount(0)
        await isAccessibleAtEveryWidth(page, portal, `${firstName}-${name}`)
      }
      if (firstName === 'Giulia')
        await test.step('the pages of an account are accessible at either width', async () => {
          const people = await (await page.request.get(`${site}/api/v1/admin/user`)).json()
          for (const [path, heading] of [
            [paths.operatorDetail, 'Dettaglio operatore'],
            [paths.operatorEdit, 'Modifica operatore'],
          ] as const) {
            await portal.open(`${path}?id=${people.result[0].id_utente}`)
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
            await expect(page).toHaveTitle(`Gestione casi – ${heading} – UNAR`)
            await isAccessibleAtEveryWidth(page, portal, path)
          }
        })
    }
  })

test('a case, read and open for editing, is accessible at either width', async ({ page, portal }) => {
  test.setTimeout(120_000)
  await portal.signIn('Luca')
  const id = await enterCase(page)
  await page.goto(`${site}${paths.caseDetail}?id=${id}`)
  await expect(page.getByRole('heading', { name: 'Dettaglio richiesta' })).toBeVisible()
  const tabs = page.getByRole('tab')
  const check = async (state: string) => {
    for (const tab of await tabs.all()) {
      await tab.click()
      await isAccessibleAtEveryWidth(page, portal, `case-${state}-${await tab.textContent()}`)
    }
  }
  await check('read')
  await page.getByRole('region', { name: 'Azioni sul caso' }).getByRole('button', { name: 'Modifica' }).click()
  await expect(page.getByRole('button', { name: 'Salva', exact: true })).toBeVisible()
  await check('write')
})
