import type { Language } from '../kit/messages.ts'
import type { Office, OfficeTexts } from './office.ts'

/** A text and its language. */
export interface OfficeText {
  readonly text: string
  readonly language: Language
}

/** A text of the office in a language, else in English, else in Italian (specification 1 §1). */
export function officeText(office: Office, name: keyof OfficeTexts, language: string): OfficeText {
  const own = { ...office.translations, it: { [name]: office[name] } }
  const candidates = [language as Language, 'en', 'it'] as const
  const chosen = candidates.find((each) => own[each]?.[name]) ?? 'it'
  return { text: own[chosen]?.[name] ?? '', language: chosen }
}
