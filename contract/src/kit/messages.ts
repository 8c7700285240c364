import type texts from '../texts/it.json'
import type office from '../texts/office/it.json'
import type register from '../texts/register/it.json'

/** The languages of the interface. The first is the default, the second the fallback (specification 1 §1). */
export const languages = ['it', 'en', 'fr', 'es', 'ar', 'ur'] as const
export type Language = (typeof languages)[number]

/** The name of each language in that language. */
export const ownNames: Readonly<Record<Language, string>> = {
  it: 'Italiano',
  en: 'English',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
  ur: 'اردو',
}

/** Key of a validation message: `messages` of `texts/<language>.json`, of the texts of the office or of those of the register. */
export type MessageKey = keyof typeof texts.messages | keyof typeof office.messages | keyof typeof register.messages

/** The interface language for a `lang` value, in upper or lower case; Italian for an unsupported one. */
export const languageOf = (value: string | undefined): Language =>
  languages.find((language) => language === value?.toLowerCase()) ?? 'it'

export const isRightToLeft = (language: Language) => language === 'ar' || language === 'ur'
