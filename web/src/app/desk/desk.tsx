import type { ProtectedPageName } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '#ui/feedback/page-skeleton.tsx'
import { deskPages, headingOf } from './desk-pages.ts'

export { admit, hasAccess, signedInUser } from './desk-access.ts'
export { deskPages }

/** The shape of a page while it loads. */
export function PageShape({ name }: { readonly name: ProtectedPageName }) {
  const { t } = useTranslation()
  const page = deskPages[name]
  if (typeof page === 'string') return null
  const heading = headingOf(page)
  return <PageSkeleton kind={page.kind} title={heading && t(heading)} text={t('site.loading')} />
}
