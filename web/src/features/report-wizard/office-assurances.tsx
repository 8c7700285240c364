import { assurances } from '#lib/page/page-settings.ts'

/** What the office assures reporters of; nothing until the office has confirmed it. */
export function OfficeAssurances() {
  if (!assurances) return null
  const { recipients, residence } = assurances
  return [recipients, residence].map(({ text, language }) => (
    <p key={text} lang={language}>
      {text}
    </p>
  ))
}
