import { type Language, languageOf, languages } from '@portal/contract'
import it from '@portal/contract/texts/it.json' with { type: 'json' }
import { createInstance, type TFunction } from 'i18next'

const i18n = createInstance()
await i18n.init({
  lng: 'it',
  fallbackLng: 'it',
  resources: { it: { translation: it } },
  interpolation: { escapeValue: false },
})

export type Translate = TFunction

/** The texts that server and web share, in a language. */
export const textsIn = (language: Language): Translate => i18n.getFixedT(language)

/** The language that a caller wants: `lang`, else Accept-Language, else Italian (decisions §1). */
export function wantedLanguage(lang: unknown, acceptLanguage: string | undefined): Language {
  if (typeof lang === 'string') return languageOf(lang)
  const accepted = (acceptLanguage ?? '').split(',').map((range) => range.trim().slice(0, 2).toLowerCase())
  return accepted.flatMap((code) => languages.filter((language) => language === code))[0] ?? 'it'
}
