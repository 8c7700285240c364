import type { Language } from '@portal/contract'

let current: Language = 'it'

/** The language that the page speaks. */
export const pageLanguage = (): Language => current

/** Sets the language of the page: links and calls carry it. */
export const tellPageLanguage = (language: Language) => {
  current = language
}
