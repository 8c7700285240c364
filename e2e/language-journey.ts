import { expect, type Locator, type Page } from '@playwright/test'
import { isRightToLeft, type Language, paths, profiles } from '@portal/contract'
import { officeDefaults } from '../server/src/wiring/office-defaults.ts'
import { fixedAnswer } from './fixed-answer.ts'
import { type Portal, site } from './fixtures.ts'
import { press, tabTo, tick, typeInto } from './keyboard.ts'
import { textsOf } from './spoken.ts'

export type ProfileName = keyof typeof profiles

/** Stories in the script of each language. */
const stories: Record<Language, string> = {
  it: 'Allo sportello mi hanno detto che per noi non c’era posto.',
  en: 'The landlord said he does not rent to people like us.',
  fr: 'On m’a refusé l’entrée à cause de mon nom.',
  es: 'En el trabajo me insultaron por mi acento.',
  ar: 'رفضوا تأجير الشقة لي بسبب أصلي.',
  ur: 'مجھے میرے نام کی وجہ سے نوکری نہیں دی گئی۔',
}

interface Visit {
  readonly page: Page
  readonly portal: Portal
  readonly language: Language
}

/** One report from the intro to code and PIN, by keyboard alone, with a file and the captcha as sound. */
export async function reportByKeyboard({ page, portal, language }: Visit, profile: ProfileName) {
  const t = textsOf(language, ['site', 'wizard', 'upload'])
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
  const heading = (key: string) => page.getByRole('heading', { level: 1, name: t(key), exact: true })
  const check = async (name: string) => {
    await portal.isAccessible()
    await portal.picture(`${language}-${name}`)
  }

  await page.goto(`${site}${paths.reportIntro}?lang=${language}`)
  await expect(heading('report.questions.intro')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('html')).toHaveAttribute('dir', isRightToLeft(language) ? 'rtl' : 'ltr')
  await check('1-intro')
  await tick(page, page.getByRole('checkbox', { name: t('report.informationConsent') }))
  await press(page, button('report.start'))

  await expect(heading('report.questions.profile')).toBeFocused()
  await choose(page, page.getByRole('radio', { name: t(`report.profiles.${profiles[profile]}.title`) }))
  await check('2-profile')
  await press(page, button(`report.profiles.${profiles[profile]}.goOn`))

  await expect(heading('report.questions.details')).toBeFocused()
  await enterContact(page, language, profile)
  await check('3-details')
  await press(page, button('report.next'))

  await expect(heading('report.questions.facts')).toBeFocused()
  await enterStory(page, language)
  await attach(page, button('upload.choose'))
  await expect(page.getByText('prova.txt', { exact: true })).toBeVisible()
  await check('4-facts')
  await press(page, button('report.next'))

  await expect(heading('report.questions.summary')).toBeFocused()
  await expect(page.getByText(stories[language])).toBeVisible()
  await expect(page.getByText('03/11/2026')).toBeVisible()
  await expect(page.getByText('prova.txt')).toBeVisible()
  await tick(page, page.getByRole('checkbox', { name: t('fields.privacyConsent') }))
  await listen(page, button('wizard.captcha.listen'), language)
  const figures = t('wizard.captcha.label').replace('{{digits}}', String(fixedAnswer.length))
  await typeInto(page, page.getByRole('textbox', { name: figures }), fixedAnswer)
  await check('5-summary')
  await press(page, button('report.send'))

  await expect(heading('report.success.title')).toBeFocused()
  await expect(page.getByText(new RegExp(`^${officeDefaults.productTag}-\\d{4}-\\d{6}$`))).toBeVisible()
  await check('6-success')
}

/** Types what the profile asks of the sender. */
async function enterContact(page: Page, language: Language, profile: ProfileName) {
  const t = textsOf(language)
  const field = (key: string) => page.getByRole('textbox', { name: t(`fields.${key}`), exact: true })
  if (profile !== 'association') return typeInto(page, field('email'), `${language}@example.org`)
  await typeInto(page, field('organisationName'), 'Ponti aperti')
  await typeInto(page, field('organisationVat'), '12345678903')
  await typeInto(page, field('legalRepresentative'), 'Diallo')
  await typeInto(page, field('contactPerson'), 'Amina Diallo')
  await typeInto(page, field('organisationPhone'), '0612345678')
}

/** Types the story, and the day on which it happened. */
async function enterStory(page: Page, language: Language) {
  const t = textsOf(language, ['site', 'wizard'])
  await typeInto(page, page.getByRole('textbox', { name: t('fields.message') }), stories[language])
  const day = page.getByRole('group', { name: t('fields.eventDate') })
  for (const [part, text] of [
    ['day', '3'],
    ['month', '11'],
    ['year', '2026'],
  ] as const)
    await typeInto(page, day.getByRole('textbox', { name: t(`report.${part}`) }), text)
}

/** Chooses a card of the group: Tab focuses the chosen one, the arrows change the choice. */
async function choose(page: Page, radio: Locator) {
  await tabTo(page, page.getByRole('radio', { checked: true }))
  for (let step = 0; step < 4 && !(await radio.isChecked()); step += 1) await page.keyboard.press('ArrowDown')
  await expect(radio).toBeChecked()
}

async function attach(page: Page, button: Locator) {
  // Registered before the press, so that the browser does not open its own dialog.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'prova.txt', mimeType: 'text/plain', buffer: Buffer.from('Una prova.\n') })
}

/** Plays the digits as sound, in the page's language. */
async function listen(page: Page, button: Locator, language: Language) {
  await tabTo(page, button)
  const [spoken] = await Promise.all([
    page.waitForResponse((reply) => reply.url().includes('type=audio')),
    page.keyboard.press('Enter'),
  ])
  expect(new URL(spoken.url()).searchParams.get('lang')).toBe(language)
  expect(spoken.headers()['content-type']).toContain('audio/wav')
  await expect
    .poll(() => page.locator('audio').evaluate((player: HTMLAudioElement) => player.duration), { timeout: 10_000 })
    .toBeGreaterThan(3)
}
