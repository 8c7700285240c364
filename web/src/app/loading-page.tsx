import { useTranslation } from 'react-i18next'
import { ListPageSkeleton, TextSkeleton } from '#ui/feedback/skeleton.tsx'

export function LoadingPage() {
  const { t } = useTranslation()
  return (
    <div className="reading-column">
      <TextSkeleton text={t('site.loading')} count={8} />
    </div>
  )
}

/** The place of a list with its filters. */
export function LoadingList() {
  const { t } = useTranslation()
  return <ListPageSkeleton text={t('site.loading')} />
}
