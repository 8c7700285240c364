import { type OfficeText as OfficeLine, type OfficeTexts, officeText } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { office } from '../page/page-settings.ts'

interface Props {
  readonly of: keyof OfficeTexts
}

/** What the office says of itself, in the page's language where it has that; a text in another language says which. */
export function OfficeText({ of }: Props) {
  const { i18n } = useTranslation()
  const { text, language } = officeText(office, of, i18n.language)
  if (language === i18n.language) return <span>{text}</span>
  return <bdi lang={language}>{text}</bdi>
}

/** The department and the body it belongs to, on one line and in one language. */
export function departmentIn(pageLanguage: string): OfficeLine {
  const { text, language } = officeText(office, 'department', pageLanguage)
  return { text: `${text} – ${officeText(office, 'parentBody', language).text}`, language }
}

/** The same as a line of its own direction. */
export function DepartmentText() {
  const { i18n } = useTranslation()
  const { text, language } = departmentIn(i18n.language)
  return <bdi lang={language === i18n.language ? undefined : language}>{text}</bdi>
}
