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

const Outline = lazy(async () => ({ default: (await import('#features/desk/desk-outline.tsx')).DeskOutline }))

/** The place of the whole back office. */
export const LoadingDesk = () => (
  <Suspense>
    <Outline />
  </Suspense>
)

let shapes: typeof import('#ui/feedback/page-skeleton.tsx') | undefined

/** Loads the shapes of the back office's pages, which no public page needs, before the first of them can be due. */
export async function prepareDeskPages() {
  shapes = await import('#ui/feedback/page-skeleton.tsx')
}

/** The place of a page of the back office. */
export function LoadingDeskPage({ kind, heading }: { kind: PageKind; heading: ParseKeys | undefined }) {
  const { t } = useTranslation()
  return shapes ? <shapes.PageSkeleton kind={kind} title={heading && t(heading)} text={t('site.loading')} /> : null
}
