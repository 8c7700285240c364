import type texts from '../texts/it.json'
import type office from '../texts/office/it.json'

/** The languages of the interface; the first is the default, the second the fallback (specification 1 §1). */
export const languages = ['it', 'en', 'fr', 'es', 'ar', 'ur'] as const
export type Language = (typeof languages)[number]

/** Each language as its readers call it. */
export const ownNames: Readonly<Record<Language, string>> = {
  it: 'Italiano',
  en: 'English',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
  ur: 'اردو',
}

/** Every key of the validation messages that both sides share: `messages` of `texts/<language>.json`, and of the office alone. */
export type MessageKey = keyof typeof texts.messages | keyof typeof office.messages

/** The interface language that a `lang` value asks for, in any case; an unsupported one gives Italian. */
export const languageOf = (value: string | undefined): Language =>
  languages.find((language) => language === value?.toLowerCase()) ?? 'it'

/** Languages written from right to left. */
export const isRightToLeft = (language: Language) => language === 'ar' || language === 'ur'
