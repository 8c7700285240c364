import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { Alert } from '#ui/feedback/alert.tsx'

/** Above an account that was deleted. */
export function DeletedNote({ deletedAt }: { deletedAt: Date }) {
  const { t } = useTranslation()
  return (
    <Alert kind="warning" title={t('operators.deleted.title')}>
      <p>
        <span>{t('operators.deleted.at')}</span> <ShowInstant instant={deletedAt} />
        <span>{`. ${t('operators.deleted.text')}`}</span>
      </p>
    </Alert>
  )
}
