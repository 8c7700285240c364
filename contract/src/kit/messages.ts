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

/** The languages whose public pages have a second form that is easy to read, by its tag: `simple` is a subtag of BCP 47. */
const easyTags = { it: 'it-simple', en: 'en-simple' } as const satisfies Partial<Record<Language, string>>

/** What a page may be written in: a language, or its form that is easy to read. */
export type PageTag = Language | (typeof easyTags)[keyof typeof easyTags]
export const pageTags: readonly PageTag[] = [...languages, ...Object.values(easyTags)]

/** The tag of the form of a language that is easy to read, if it has one. */
export const easyTagOf = (language: Language): PageTag | undefined =>
  Object.entries(easyTags).find(([of]) => of === language)?.[1]

/** The page tag for a `lang` value, in upper or lower case; Italian for an unsupported one. */
export const pageTagOf = (value: string | undefined): PageTag =>
  pageTags.find((tag) => tag === value?.toLowerCase()) ?? 'it'

/** The interface language for a `lang` value: that of its page tag. */
export const languageOf = (value: string | undefined): Language => {
  const tag = pageTagOf(value)
  return languages.find((language) => tag === language || tag === easyTagOf(language)) ?? 'it'
}

export const isRightToLeft = (language: Language) => language === 'ar' || language === 'ur'
