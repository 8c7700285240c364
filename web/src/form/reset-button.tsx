import { useTranslation } from 'react-i18next'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'

/** 'Azzera': asks before all that was typed is deleted. */
export function ResetButton({ onReset }: { readonly onReset: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmButton
      button={{ variant: 'quiet', size: 'sm', children: t('report.reset') }}
      title={t('report.resetTitle')}
      texts={{ confirm: t('report.resetConfirm'), cancel: t('report.resetCancel'), close: t('site.close') }}
      isDanger
      onConfirm={onReset}
    >
      <p>{t('report.resetText')}</p>
    </ConfirmButton>
  )
}
