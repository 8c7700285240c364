import { expect, test } from 'vitest'
import { easyTagOf, isRightToLeft, languageOf, languages, pageTagOf } from './messages.ts'

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

test.each([
  ['it-simple', 'it-simple', 'it'],
  ['EN-Simple', 'en-simple', 'en'],
  ['fr', 'fr', 'fr'],
  ['fr-simple', 'it', 'it'],
  ['simple', 'it', 'it'],
])('the page tag %s is %s, its language %s', (value, tag, language) => {
  expect(pageTagOf(value)).toBe(tag)
  expect(languageOf(value)).toBe(language)
})

test('Italian and English have a form that is easy to read', () => {
  expect(languages.filter((language) => easyTagOf(language))).toEqual(['it', 'en'])
})
