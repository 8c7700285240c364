import { formatScreenDate, type OwnAssociation } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { TermNote } from '#lib/i18n/term-note.tsx'
import { Alert } from '#ui/feedback/alert.tsx'

interface Props {
  readonly own: OwnAssociation
}

/** What the office requested, and until when. */
export function MissingItems({ own: { missingItems, dueOn, isLate } }: Props) {
  const { t } = useTranslation()
  const date = dueOn && formatScreenDate(dueOn)
  return (
    <Alert kind="warning" title={t('personalArea.missing.title')}>
      <p className="written-text" dir="auto">
        {missingItems}
      </p>
      {dueOn && (
        <p>
          <strong>{t(isLate ? 'personalArea.missing.late' : 'personalArea.missing.due', { date })}</strong>{' '}
          <TermNote end={dueOn} />
        </p>
      )}
    </Alert>
  )
}
