import type { Language } from '@portal/contract'

let current: Language = 'it'

/** The language that the page speaks. */
export const pageLanguage = (): Language => current

/** Whoever speaks another language from now on tells it here: links and calls carry it. */
export const tellPageLanguage = (language: Language) => {
  current = language
}
