import { useTranslation } from 'react-i18next'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'

export function LoadingPage() {
  const { t } = useTranslation()
  return (
    <div className="reading-column">
      <TextSkeleton text={t('site.loading')} count={8} />
    </div>
  )
}
