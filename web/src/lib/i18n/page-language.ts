import { type Language, languageOf, type PageTag } from '@portal/contract'

let current: PageTag = 'it'

/** The tag of what the page is written in: its language, or the form of it that is easy to read. */
export const pageTag = (): PageTag => current

/** The language that the page speaks. */
export const pageLanguage = (): Language => languageOf(current)

/** Sets what the page is written in: links carry it, and calls its language. */
export const tellPageLanguage = (tag: PageTag) => {
  current = tag
}
