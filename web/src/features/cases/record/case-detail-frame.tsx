import { type CaseDetail, paths } from '@portal/contract'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#lib/api/call-error.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { basePath, siteHref } from '#lib/page/page-settings.ts'
import { useNameInTitle } from '#lib/page/page-subject.ts'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { EmptyState } from '#ui/layout/panel.tsx'
import { caseLists } from '../list/case-lists.ts'
import { CaseHead } from './case-detail-head.tsx'

/** The list whose address shows this case. */
export function useListOfPage() {
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(basePath, '') })
  if (path === paths.myCaseDetailToo) return caseLists.mine
  return Object.values(caseLists).find(({ detailPath }) => detailPath === path) ?? caseLists.all
}

interface Props {
  readonly title: string
  readonly neighbours?: ReactNode
  /** Address of the list page that the case was opened from. */
  readonly listHref?: string | undefined
  readonly record: CaseDetail | undefined
  readonly isReady: boolean
  readonly error: Error | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
  readonly children: (record: CaseDetail) => ReactNode
}

/** Frame of a case page, current or historical: breadcrumb, title, and why the case cannot be shown. */
export function CaseFrame({
  title,
  neighbours,
  listHref,
  record,
  isReady,
  error,
  isRetrying,
  onRetry,
  children,
}: Props) {
  const { t } = useTranslation()
  const list = useListOfPage()
  useNameInTitle(record?.code)
  return (
    <>
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t(`cases.lists.${list.view}`), href: listHref ?? siteHref(list.path) }]}
        current={record?.code ?? title}
      />
      <CaseHead title={title} record={record}>
        {neighbours}
      </CaseHead>
      {record && isReady && children(record)}
      {!record && error && <CaseFailed error={error} isRetrying={isRetrying} onRetry={onRetry} />}
      {(record ? !isReady : !error) && <TextSkeleton text={t('caseDetail.loading')} count={12} />}
    </>
  )
}

interface FailedProps {
  readonly error: Error
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** Shown for a case that does not exist for this user, or that could not be read. */
function CaseFailed({ error, ...retry }: FailedProps) {
  const isMissing = error instanceof CallError && [400, 403, 404].includes(error.status)
  return isMissing ? <NoCase /> : <LoadFailed {...retry} />
}

export function NoCase() {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('cases.notFound')}>
      <NavLink href={siteHref(paths.caseList)}>{t('cases.toList')}</NavLink>
    </EmptyState>
  )
}
