import { type CaseValues, wantsAccommodation } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Alert } from '#ui/feedback/alert.tsx'
import { caseLabel } from './case-field-texts.ts'

interface Props {
  readonly values: CaseValues
}

const texts = ['interpreter', 'otherAccommodation'] as const
const flags = ['signLanguage', 'easyLanguage', 'accessiblePlace'] as const

/** The accommodation that the reporter asks for: beside every tab, so that the office has it ready before it calls or invites them. */
export function AccommodationNote({ values }: Props) {
  const { t } = useTranslation()
  if (!wantsAccommodation(values)) return null
  const written = texts.filter((key) => values[key])
  const chosen = flags.filter((key) => values[key])
  return (
    <Alert kind="warning" title={t('cases.accommodation')}>
      {written.length + chosen.length === 0 && <p>{t('caseDetail.accommodationUnknown')}</p>}
      <ul className="plain-list">
        {chosen.map((key) => (
          <li key={key}>{caseLabel(t, key)}</li>
        ))}
        {written.map((key) => (
          <li key={key}>
            <span>{`${caseLabel(t, key)}: `}</span>
            <strong dir="auto">{values[key]}</strong>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
