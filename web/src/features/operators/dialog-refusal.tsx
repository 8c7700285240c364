import { useTranslation } from 'react-i18next'
import { CallError } from '#lib/call-error.ts'
import { Alert } from '#ui/alert.tsx'

/** Why the server did not do what a dialog asked for. */
export function DialogRefusal({ error }: { error: Error | null }) {
  const { t } = useTranslation()
  if (!error) return null
  const isTold = error instanceof CallError && error.errorCode !== undefined
  return (
    <Alert kind="danger" announce="now">
      {isTold ? error.message : t('toasts.failed')}
    </Alert>
  )
}
