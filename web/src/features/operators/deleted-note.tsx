import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { Alert } from '#ui/feedback/alert.tsx'

/** Above an account that was deleted. */
export function DeletedNote({ deletedAt }: { deletedAt: Date }) {
  const { t } = useTranslation()
  return (
    <Alert kind="warning" title={t('operators.deleted.title')}>
      <p>
        {t('operators.deleted.at')} <ShowInstant instant={deletedAt} />. {t('operators.deleted.text')}
      </p>
    </Alert>
  )
}
