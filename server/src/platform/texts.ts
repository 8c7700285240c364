import { type Language, languageOf, languages } from '@portal/contract'
import ar from '@portal/contract/texts/ar.json' with { type: 'json' }
import en from '@portal/contract/texts/en.json' with { type: 'json' }
import es from '@portal/contract/texts/es.json' with { type: 'json' }
import fr from '@portal/contract/texts/fr.json' with { type: 'json' }
import it from '@portal/contract/texts/it.json' with { type: 'json' }
import arLetters from '@portal/contract/texts/letters/ar.json' with { type: 'json' }
import enLetters from '@portal/contract/texts/letters/en.json' with { type: 'json' }
import esLetters from '@portal/contract/texts/letters/es.json' with { type: 'json' }
import frLetters from '@portal/contract/texts/letters/fr.json' with { type: 'json' }
import itLetters from '@portal/contract/texts/letters/it.json' with { type: 'json' }
import urLetters from '@portal/contract/texts/letters/ur.json' with { type: 'json' }
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import ur from '@portal/contract/texts/ur.json' with { type: 'json' }
import { createInstance, type TFunction } from 'i18next'

const i18n = createInstance()
await i18n.init({
  lng: 'it',
  // A text that a language lacks is told in English (specification 1 §1).
  fallbackLng: ['en', 'it'],
  resources: {
    // The office reads Italian.
    it: {
      translation: {
        ...{ ...it, ...itLetters, ...office },
        messages: { ...it.messages, ...office.messages },
        problems: { ...it.problems, ...office.problems },
      },
    },
    en: { translation: { ...en, ...enLetters } },
    fr: { translation: { ...fr, ...frLetters } },
    es: { translation: { ...es, ...esLetters } },
    ar: { translation: { ...ar, ...arLetters } },
    ur: { translation: { ...ur, ...urLetters } },
  } satisfies Record<Language, object>,
  interpolation: { escapeValue: false },
})

export type Translate = TFunction

/** The texts that server and web share, and those of letters, in a language. */
export const textsIn = (language: Language): Translate => i18n.getFixedT(language)

/** The language that a caller wants: `lang`, else Accept-Language, else Italian (decisions §1). */
export function wantedLanguage(lang: unknown, acceptLanguage: string | undefined): Language {
  if (typeof lang === 'string') return languageOf(lang)
  const accepted = (acceptLanguage ?? '').split(',').map((range) => range.trim().slice(0, 2).toLowerCase())
  return accepted.flatMap((code) => languages.filter((language) => language === code))[0] ?? 'it'
}

/** The language that a page offers to a browser which is set to another one than Italian, where the address names none. */
export function offeredLanguage(lang: unknown, acceptLanguage: string | undefined): Language | undefined {
  const language = lang === undefined ? wantedLanguage(undefined, acceptLanguage) : 'it'
  return language === 'it' ? undefined : language
}
