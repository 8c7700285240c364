import { expect, test } from 'vitest'
import type { Office } from './office.ts'
import { officeText } from './office-text.ts'

const office = {
  ...{ name: 'Ufficio', tagline: 'Pari per tutti', about: 'Chi siamo.' },
  translations: { en: { name: 'Office', about: '' }, fr: { name: 'Bureau' } },
} as Office

test.each([
  ['the language itself', 'name', 'fr', 'Bureau', 'fr'],
  ['Italian', 'name', 'it', 'Ufficio', 'it'],
  ['English where it has no translation', 'name', 'ur', 'Office', 'en'],
  ['English for a language that the interface lacks', 'name', 'zh', 'Office', 'en'],
  ['Italian where English has none', 'tagline', 'fr', 'Pari per tutti', 'it'],
  ['Italian where English is empty', 'about', 'en', 'Chi siamo.', 'it'],
] as const)('a text of the office is in %s', (_which, name, language, text, textLanguage) =>
  expect(officeText(office, name, language)).toEqual({ text, language: textLanguage }),
)
