import { useTranslation } from 'react-i18next'
import { Alert } from '#ui/feedback/alert.tsx'
import { CallError } from './call-error.ts'

interface Props {
  readonly error: Error | null
  readonly title?: string
}

/** The bar of actions at the foot of the window may cover where it appears. */
const bringIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView?.({ block: 'nearest' })

/** Why the server refused the call of a form. */
export function CallErrorAlert({ error, title }: Props) {
  const { t } = useTranslation()
  if (!error) return null
  const hasReason = error instanceof CallError && error.errorCode !== undefined
  return (
    <Alert kind="danger" title={title} announce="now" ref={bringIntoView}>
      {hasReason ? error.message : t('toasts.failed')}
    </Alert>
  )
}
