import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'

interface Props {
  readonly isRetrying: boolean
  readonly onRetry: () => void
  /** Outside the back office. */
  readonly texts?: { readonly title: string; readonly retry: string }
}

/** Shown in place of data that could not be loaded, with a button to try again. */
export function LoadFailed({ isRetrying, onRetry, texts }: Props) {
  const { t } = useTranslation()
  return (
    <Alert kind="danger" title={texts?.title ?? t('desk.loadFailed')} announce="now">
      <Button variant="secondary" pending={isRetrying} pendingText={t('site.loading')} onClick={onRetry}>
        {texts?.retry ?? t('desk.retry')}
      </Button>
    </Alert>
  )
}
