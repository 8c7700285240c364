import { expect, test } from 'vitest'
import type { Office } from './office.ts'
import { officeLinkText, officeText } from './office-text.ts'

const office = {
  name: 'Ufficio',
  tagline: 'Pari per tutti',
  about: 'Chi siamo.',
  translations: {
    en: { name: 'Office', about: '' },
    fr: { name: 'Bureau' },
    ar: { name: 'ABC – المكتب', tagline: 'دفاعًا عن التنوع' },
  },
} as Office

test.each([
  ['the language itself', 'name', 'fr', 'Bureau', 'fr'],
  ['Italian', 'name', 'it', 'Ufficio', 'it'],
  ['Arabic, from the right also where it begins with an acronym', 'name', 'ar', '\u200fABC – المكتب', 'ar'],
  ['Arabic', 'tagline', 'ar', 'دفاعًا عن التنوع', 'ar'],
  ['English where it has no translation', 'name', 'ur', 'Office', 'en'],
  ['English for a language that the interface lacks', 'name', 'zh', 'Office', 'en'],
  ['Italian where English has none', 'tagline', 'fr', 'Pari per tutti', 'it'],
  ['Italian where English is empty', 'about', 'en', 'Chi siamo.', 'it'],
] as const)('a text of the office is in %s', (_which, name, language, text, textLanguage) =>
  expect(officeText(office, name, language)).toEqual({ text, language: textLanguage }),
)

test.each([
  ['the language itself', 'fr', 'Site', 'fr'],
  ['English where it has no translation', 'ur', 'Website', 'en'],
  ['Italian', 'it', 'Sito', 'it'],
] as const)('a link of the office is named in %s', (_which, language, text, textLanguage) => {
  const link = { label: 'Sito', labels: { en: 'Website', fr: 'Site' }, href: 'https://example.org/' }
  expect(officeLinkText(link, language)).toEqual({ text, language: textLanguage })
})

test('a link without translations keeps its Italian name', () =>
  expect(officeLinkText({ label: 'Sito', href: 'https://example.org/' }, 'ar')).toEqual({
    text: 'Sito',
    language: 'it',
  }))
