import { render, screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { loadTexts, loadTextsOf, speak } = await import('./texts.ts')
const { OfficeText } = await import('./office-text.tsx')
const { office } = await import('../page/page-settings.ts')

const inEnglish = office.translations.en?.name ?? ''

beforeAll(() => loadTexts('it'))
afterAll(() => speak('it'))

test.each([
  ['it', office.name, null],
  ['en', inEnglish, null],
  ['ar', inEnglish, 'en'],
] as const)(
  'the name of the office on a page in %s says its language where that is another',
  async (page, name, lang) => {
    await speak(page)
    render(<OfficeText of="name" />)
    expect(screen.getByText(name).closest('[lang]:not(html)')?.getAttribute('lang') ?? null).toBe(lang)
  },
)

test('a text that names the office does so in the language of the text', async () => {
  const { default: i18next } = await import('i18next')
  await loadTextsOf('pages')
  for (const [language, name] of [['it', office.name] as const, ['en', inEnglish] as const]) {
    await speak(language)
    expect(i18next.t('pages.legalNotes.text')).toContain(` ${name}.`)
  }
})

test('a telephone number in a text stays on one line', async () => {
  const { default: i18next } = await import('i18next')
  expect(i18next.t('report.success.call')).toContain(office.phone.replaceAll(' ', '\u00a0'))
})
