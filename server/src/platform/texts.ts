import { type Language, languageOf, languages, type PageTag, pageTagOf } from '@portal/contract'
import ar from '@portal/contract/texts/ar.json' with { type: 'json' }
import en from '@portal/contract/texts/en.json' with { type: 'json' }
import enEasy from '@portal/contract/texts/en-simple.json' with { type: 'json' }
import es from '@portal/contract/texts/es.json' with { type: 'json' }
import arFollowUp from '@portal/contract/texts/follow-up/ar.json' with { type: 'json' }
import enFollowUp from '@portal/contract/texts/follow-up/en.json' with { type: 'json' }
import enEasyFollowUp from '@portal/contract/texts/follow-up/en-simple.json' with { type: 'json' }
import esFollowUp from '@portal/contract/texts/follow-up/es.json' with { type: 'json' }
import frFollowUp from '@portal/contract/texts/follow-up/fr.json' with { type: 'json' }
import itFollowUp from '@portal/contract/texts/follow-up/it.json' with { type: 'json' }
import itEasyFollowUp from '@portal/contract/texts/follow-up/it-simple.json' with { type: 'json' }
import urFollowUp from '@portal/contract/texts/follow-up/ur.json' with { type: 'json' }
import fr from '@portal/contract/texts/fr.json' with { type: 'json' }
import it from '@portal/contract/texts/it.json' with { type: 'json' }
import itEasy from '@portal/contract/texts/it-simple.json' with { type: 'json' }
import arLetters from '@portal/contract/texts/letters/ar.json' with { type: 'json' }
import enLetters from '@portal/contract/texts/letters/en.json' with { type: 'json' }
import enEasyLetters from '@portal/contract/texts/letters/en-simple.json' with { type: 'json' }
import esLetters from '@portal/contract/texts/letters/es.json' with { type: 'json' }
import frLetters from '@portal/contract/texts/letters/fr.json' with { type: 'json' }
import itLetters from '@portal/contract/texts/letters/it.json' with { type: 'json' }
import itEasyLetters from '@portal/contract/texts/letters/it-simple.json' with { type: 'json' }
import urLetters from '@portal/contract/texts/letters/ur.json' with { type: 'json' }
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import arRegister from '@portal/contract/texts/register/ar.json' with { type: 'json' }
import enRegister from '@portal/contract/texts/register/en.json' with { type: 'json' }
import enEasyRegister from '@portal/contract/texts/register/en-simple.json' with { type: 'json' }
import esRegister from '@portal/contract/texts/register/es.json' with { type: 'json' }
import frRegister from '@portal/contract/texts/register/fr.json' with { type: 'json' }
import itRegister from '@portal/contract/texts/register/it.json' with { type: 'json' }
import itEasyRegister from '@portal/contract/texts/register/it-simple.json' with { type: 'json' }
import urRegister from '@portal/contract/texts/register/ur.json' with { type: 'json' }
import ur from '@portal/contract/texts/ur.json' with { type: 'json' }
import { createInstance, type TFunction } from 'i18next'

/** The groups of texts that are in more than one file. */
const sharedGroups = ['messages', 'problems']

/** The texts of several files together. */
const merge = (...parts: readonly Readonly<Record<string, unknown>>[]) => ({
  ...Object.assign({}, ...parts),
  ...Object.fromEntries(sharedGroups.map((name) => [name, Object.assign({}, ...parts.map((part) => part[name]))])),
})

const i18n = createInstance()
await i18n.init({
  lng: 'it',
  // English replaces a text that a language lacks (specification 1 §1).
  fallbackLng: ['en', 'it'],
  resources: {
    // The texts of the office exist only in Italian.
    it: { translation: merge(it, itLetters, itFollowUp, itRegister, office) },
    en: { translation: merge(en, enLetters, enFollowUp, enRegister) },
    fr: { translation: merge(fr, frLetters, frFollowUp, frRegister) },
    es: { translation: merge(es, esLetters, esFollowUp, esRegister) },
    ar: { translation: merge(ar, arLetters, arFollowUp, arRegister) },
    ur: { translation: merge(ur, urLetters, urFollowUp, urRegister) },
    // Only texts whose usual form is not easy to read: the usual ones replace the others.
    'it-simple': { translation: merge(itEasy, itEasyLetters, itEasyFollowUp, itEasyRegister) },
    'en-simple': { translation: merge(enEasy, enEasyLetters, enEasyFollowUp, enEasyRegister) },
  } satisfies Record<PageTag, object>,
  interpolation: { escapeValue: false },
})

export type Translate = TFunction

/** The texts of server and web, and those of letters, in a language or its form that is easy to read. */
export const textsIn = (tag: PageTag): Translate => i18n.getFixedT(tag)

/** The requested language or its easy form: `lang`, else Accept-Language, else Italian (decisions §1). */
export function requestedTag(lang: unknown, acceptLanguage: string | undefined): PageTag {
  if (typeof lang === 'string') return pageTagOf(lang)
  const accepted = (acceptLanguage ?? '').split(',').map((range) => range.trim().slice(0, 2).toLowerCase())
  return accepted.flatMap((code) => languages.filter((language) => language === code))[0] ?? 'it'
}

/** The language that a page suggests to a browser with another language than Italian; undefined where the address names one. */
export function suggestedLanguage(lang: unknown, acceptLanguage: string | undefined): Language | undefined {
  const language = lang === undefined ? languageOf(requestedTag(undefined, acceptLanguage)) : 'it'
  return language === 'it' ? undefined : language
}
