import { useTranslation } from 'react-i18next'
import { editDenialText } from './own-actions.ts'
import { OwnPage } from './own-page.tsx'

export function OwnEditPage() {
  const { t } = useTranslation()
  return (
    <OwnPage title={t('personalArea.edit.title')} denialOf={(own) => editDenialText(t, own)}>
      {() => <p className="lead-text">{t('personalArea.edit.intro')}</p>}
    </OwnPage>
  )
}
