import type { CaseDetail } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { Alert } from '#ui/feedback/alert.tsx'

/** Says that the personal data of a case were erased, by retention or on request. */
export function PseudonymisedNote({ record }: { record: Pick<CaseDetail, 'pseudonymisedAt'> }) {
  const { t } = useTranslation()
  if (!record.pseudonymisedAt) return null
  return (
    <Alert kind="warning">
      <p>
        {t('cases.pseudonymised')} <ShowInstant instant={record.pseudonymisedAt} />.
      </p>
    </Alert>
  )
}
