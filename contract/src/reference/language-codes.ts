import { defaults } from '../kit/limits.ts'
import type { Language } from '../kit/messages.ts'

/** Codes of the rows of `language` by id: ISO 639-1, or 639-2 where there is none. */
export const languageCodes: Readonly<Record<number, string>> = {
  1: 'IT',
  2: 'EN',
  3: 'FR',
  4: 'ES',
  5: 'SQ',
  6: 'AR',
  7: 'RU',
  8: 'RO',
  9: 'ZH',
  10: 'UR',
  11: 'FIL',
}

/** Id of the row of `language` for an interface language. */
export const languageIdOf = (language: Language): number =>
  Number(Object.entries(languageCodes).find(([, code]) => code === language.toUpperCase())?.[0] ?? defaults.languageId)
