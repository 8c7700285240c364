import type { ParseKeys } from 'i18next'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageKind } from '#ui/feedback/page-skeleton.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'

export function LoadingPage() {
  const { t } = useTranslation()
  return (
    <div className="reading-column">
      <TextSkeleton text={t('site.loading')} count={8} />
    </div>
  )
}

// Both come with the back office: no public page loads them.
const Outline = lazy(async () => ({ default: (await import('#features/desk/desk-outline.tsx')).DeskOutline }))
const Skeleton = lazy(async () => ({ default: (await import('#ui/feedback/page-skeleton.tsx')).PageSkeleton }))

/** The place of the whole back office. */
export const LoadingDesk = () => (
  <Suspense>
    <Outline />
  </Suspense>
)

/** The place of a page of the back office. */
export function LoadingDeskPage({ kind, heading }: { kind: PageKind; heading: ParseKeys | undefined }) {
  const { t } = useTranslation()
  return (
    <Suspense>
      <Skeleton kind={kind} title={heading && t(heading)} text={t('site.loading')} />
    </Suspense>
  )
}
