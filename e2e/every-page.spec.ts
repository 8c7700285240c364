import type { Page } from '@playwright/test'
import { mayOpen, type ProtectedPageName, paths, protectedPages, type Role } from '@portal/contract'
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
  [`${paths.enrolment}/`, 'Iscrivi la tua associazione', 'Iscrizione – Iscrivi la tua associazione – UNAR'],
  [paths.enrolmentSuccess, 'Nessuna domanda da mostrare', 'Iscrizione – Domanda inviata – UNAR'],
  [paths.enrolmentConfirm, 'Conferma la domanda', 'Iscrizione – Conferma la domanda – UNAR'],
  [
    paths.enrolmentReplace,
    "Un'altra domanda per lo stesso numero",
    "Iscrizione – Un'altra domanda per lo stesso numero – UNAR",
  ],
  [paths.enrolmentComplete, 'Completa la domanda', 'Iscrizione – Completa la domanda – UNAR'],
  [
    paths.publicRegister,
    'Registro delle associazioni e degli enti',
    'Registro – Registro delle associazioni e degli enti – UNAR',
  ],
  [paths.publicRegisterEntry, "Scheda dell'ente", "Registro – Scheda dell'ente – UNAR"],
  [paths.certificateCheck, 'Verifica un certificato', 'Registro – Verifica un certificato – UNAR'],
  [paths.openData, 'Dati aperti', 'Informazioni – Dati aperti – UNAR'],
  [paths.assessments, 'Pareri', 'Informazioni – Pareri – UNAR'],
  [paths.assessment, 'Parere', 'Informazioni – Parere – UNAR'],
  [paths.login, "Accesso all'area riservata", "Informazioni – Accesso all'area riservata – UNAR"],
  [paths.notAuthorized, 'Accesso negato', 'Informazioni – Accesso negato – UNAR'],
  [paths.userNotAllowed, 'Accesso negato', 'Informazioni – Accesso negato – UNAR'],
  [paths.signInRefused, 'Accesso non riuscito', 'Informazioni – Accesso non riuscito – UNAR'],
  [paths.privacy, 'Informativa sui dati personali', 'Informazioni – Informativa sui dati personali – UNAR'],
  [paths.privacyNotice, 'Informativa sui dati personali', 'Informazioni – Informativa sui dati personali – UNAR'],
  [paths.accessibility, 'Accessibilità', 'Informazioni – Accessibilità – UNAR'],
  [paths.legalNotes, 'Note legali', 'Informazioni – Note legali – UNAR'],
  [paths.help, 'Come funziona', 'Informazioni – Come funziona – UNAR'],
  [paths.examples, 'Che cosa è una discriminazione?', 'Informazioni – Esempi – UNAR'],
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

const pageNames = Object.keys(protectedPages) as ProtectedPageName[]

/**
 * Who visits which of their pages: the first of a role that may open a page visits it, so each page of the table is visited;
 * the others visit those that look different for them.
 */
const visitors = {
  Giulia: { role: 'manager', pages: pageNames },
  Amina: { role: 'associationMember', pages: pageNames },
  Luca: { role: 'operatorOne', pages: ['deskHome', 'caseList', 'myCaseList', 'caseNew'] },
  Elena: { role: 'operatorTwo', pages: ['deskHome', 'toAssignList'] },
  Chiara: {
    role: 'registerAdmin',
    pages: ['registerHome', 'newRequestList', 'newRequestDetail', 'personList', 'auditLog'],
  },
  Paola: { role: 'registerOperator', pages: ['registerHome'] },
} as const satisfies Record<string, { role: Role; pages: readonly ProtectedPageName[] }>

/** Pages whose heading greets the user; that of the others is the page's title. */
const greetings: readonly ProtectedPageName[] = [
  'deskHome',
  'deskStart',
  'registerHome',
  'registerStart',
  'personalArea',
  'personalAreaStart',
]

/** Visitors with few pages share a test. */
const people = [['Giulia'], ['Luca', 'Elena', 'Amina'], ['Chiara', 'Paola']] as const

test('every page for signed-in users has a visitor', () => {
  const visits = Object.values(visitors).flatMap(({ role, pages }) =>
    pages.filter((name) => mayOpen(paths[name], role)),
  )
  expect(pageNames.filter((name) => !visits.includes(name))).toEqual([])
})

/** The records that pages show to a manager; those of the registry and of rights show that there is none. */
async function recordsOf(page: Page): Promise<Partial<Record<ProtectedPageName, number>>> {
  const accounts = await (await page.request.get(`${site}/api/v1/admin/user`)).json()
  const account: number = accounts.result[0].id_utente
  const id = await enterCase(page, { flag_presa_in_carico: 0 })
  const cases = { caseDetail: id, toAssignDetail: id, myCaseDetail: id, myCaseDetailToo: id, outOfRemitDetail: id }
  return { ...cases, registryCaseDetail: id, operatorDetail: account, operatorEdit: account }
}

/** Checks title and heading of a page; returns the path on which it ended, since a parent path redirects to its list. */
async function visit(page: Page, portal: Portal, address: string, greeting: string | undefined): Promise<string> {
  await portal.open(address)
  await expect(page, address).toHaveTitle(/^.+ – .+ – UNAR$/)
  const title = (await page.title()).split(' – ').at(-2) ?? ''
  await expect(page.getByRole('heading', { level: 1 }), address).toContainText(greeting ?? title)
  await expect(page.getByText('Caricamento in corso')).toHaveCount(0)
  return new URL(page.url()).pathname.slice(site.length)
}

/** Signs a visitor in and checks their pages. */
async function visitPages(page: Page, portal: Portal, firstName: keyof typeof visitors) {
  await signInByCall(page, firstName)
  const { role, pages } = visitors[firstName]
  const records = role === 'manager' ? await recordsOf(page) : {}
  const checked = new Set<string>()
  for (const name of pages.filter((own) => mayOpen(paths[own], role))) {
    const greeting = greetings.includes(name) ? `Buon lavoro, ${firstName}` : undefined
    const address = `${paths[name]}${records[name] ? `?id=${records[name]}` : ''}`
    const path = await visit(page, portal, address, greeting)
    // A page that is denied ends on one that nobody may open.
    expect(mayOpen(path, role), `${name} led to ${path}`).toBe(true)
    if (!checked.has(path)) await isAccessibleAtEveryWidth(page, portal, `${firstName}-${name}`)
    checked.add(path)
  }
}

for (const names of people)
  test(`every page of ${names.join(', ')} has its heading and section, and axe finds nothing at either width`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(300_000)
    for (const firstName of names) await visitPages(page, portal, firstName)
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
