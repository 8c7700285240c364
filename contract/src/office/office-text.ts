import { isRightToLeft, type Language, languages } from '../kit/messages.ts'
import type { Office, OfficeTexts } from './office.ts'

const beginsLatin = /^\p{Script=Latin}/u
/** Without it a text that begins with an acronym would be laid out from the left wherever it is set apart. */
const rightToLeftMark = '\u200f'

/** A text and its language. */
export interface OfficeText {
  readonly text: string
  readonly language: Language
}

/** A text of the office in a language, else in English, else in Italian (specification 1 §1). */
export function officeText(office: Office, name: keyof OfficeTexts, language: string): OfficeText {
  const translations = languages.map((each) => [each, office.translations[each]?.[name]])
  return inLanguage(language, { ...Object.fromEntries(translations), it: office[name] })
}

/** The label of a link of the office, chosen in the same way. */
export const officeLinkText = ({ label, labels }: Office['links'][number], language: string): OfficeText =>
  inLanguage(language, { ...labels, it: label })

function inLanguage(language: string, texts: Partial<Record<Language, string>>): OfficeText {
  const candidates = [language as Language, 'en', 'it'] as const
  const chosen = candidates.find((each) => texts[each]) ?? 'it'
  const text = texts[chosen] ?? ''
  return {
    text: isRightToLeft(chosen) && beginsLatin.test(text) ? `${rightToLeftMark}${text}` : text,
    language: chosen,
  }
}
