import { expect, test } from 'vitest'
import { isRightToLeft, languageOf, languages } from './messages.ts'

test('the interface languages are IT, EN, FR, ES, AR and UR', () => {
  expect(languages.map((language) => language.toUpperCase()).sort()).toEqual(['AR', 'EN', 'ES', 'FR', 'IT', 'UR'])
})

test('a language code may be in upper or lower case', () => {
  for (const language of languages)
    for (const value of [language, language.toUpperCase(), `${language.slice(0, 1).toUpperCase()}${language.slice(1)}`])
      expect(languageOf(value)).toBe(language)
})

test.each([undefined, '', 'xx', 'zh', 'fil', 'italiano'])('the language for %s is Italian', (value) =>
  expect(languageOf(value)).toBe('it'),
)

test('Arabic and Urdu are written from right to left', () => {
  expect(languages.filter(isRightToLeft)).toEqual(['ar', 'ur'])
})
