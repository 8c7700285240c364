import type { ProtectedPageName } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '#ui/feedback/page-skeleton.tsx'
import { admit, hasAccess, signedInUser } from './desk-access.ts'
import { deskPages, headingOf } from './desk-pages.ts'

/** The shape of a page while it loads. */
function PageShape({ name }: { readonly name: ProtectedPageName }) {
  const { t } = useTranslation()
  const page = deskPages[name]
  if (typeof page === 'string') return null
  const heading = headingOf(page)
  return <PageSkeleton kind={page.kind} title={heading && t(heading)} text={t('site.loading')} />
}

/** What every page of the back office needs before it loads, in one file to load. */
export const desk = { pages: deskPages, PageShape, admit, hasAccess, signedInUser }
