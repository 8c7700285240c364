import i18next from 'i18next'
import { expect, test } from 'vitest'
import { siteHref } from '../page/page-settings.ts'
import { pageLanguage } from './page-language.ts'
import { loadTexts, loadTextsOf, speak } from './texts.ts'

await loadTexts()

test('the easy form lies over the usual one and comes off again, in each part and language', async () => {
  const usual = i18next.t('report.mandatory')
  await speak('it-simple')
  expect(i18next.t('report.mandatory')).not.toBe(usual)
  // A text that is easy already has no other.
  expect(i18next.t('report.next')).toBe('Avanti')
  expect([i18next.language, pageLanguage(), siteHref('/help')]).toEqual(['it', 'it', '/x/help?lang=it-simple'])
  await loadTextsOf('wizard')
  expect(i18next.t('wizard.captcha.title')).toBe('Scrivi i numeri')
  await speak('it')
  expect([i18next.t('report.mandatory'), i18next.t('wizard.captcha.title')]).toEqual([usual, 'Codice di verifica'])
  await speak('en-simple')
  expect(i18next.t('report.steps.summary')).toBe('Read it again')
  await speak('en')
  expect(i18next.t('report.steps.summary')).toBe('Summary')
  await speak('it')
})
