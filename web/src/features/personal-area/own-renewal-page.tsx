import { useTranslation } from 'react-i18next'
import { renewalDenialText } from './own-actions.ts'
import { OwnPage } from './own-page.tsx'

export function OwnRenewalPage() {
  const { t } = useTranslation()
  return (
    <OwnPage title={t('personalArea.renewal.title')} denialOf={(own) => renewalDenialText(t, own)}>
      {() => <p className="lead-text">{t('personalArea.renewal.intro')}</p>}
    </OwnPage>
  )
}
