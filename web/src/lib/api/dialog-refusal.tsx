import { useTranslation } from 'react-i18next'
import { Alert } from '#ui/feedback/alert.tsx'
import { CallError } from './call-error.ts'

/** Why the server refused the call of a dialog. */
export function DialogRefusal({ error }: { error: Error | null }) {
  const { t } = useTranslation()
  if (!error) return null
  const hasReason = error instanceof CallError && error.errorCode !== undefined
  return (
    <Alert kind="danger" announce="now">
      {hasReason ? error.message : t('toasts.failed')}
    </Alert>
  )
}
