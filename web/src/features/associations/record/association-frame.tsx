import { type AssociationDetail, type AssociationHead, associationLists as statusesOfLists } from '@portal/contract'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#lib/api/call-error.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { StatusOfAssociation } from '#lib/backoffice/status-of-association.tsx'
import { formatTime } from '#lib/i18n/format.tsx'
import { basePath, siteHref } from '#lib/page/page-settings.ts'
import { useNameInTitle } from '#lib/page/page-subject.ts'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icon.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { EmptyState } from '#ui/layout/panel.tsx'
import { associationLists } from '../list/association-lists.ts'

export const titleId = 'association-title'

/** The list whose address shows this association. */
export function useListOfPage() {
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(basePath, '') })
  return Object.values(associationLists).find(({ detailPath }) => detailPath === path) ?? associationLists.newRequests
}

/** Whether the association waits as a request; else it is or was enrolled. */
const isRequest = ({ status }: Pick<AssociationHead, 'status'>) =>
  statusesOfLists.newRequests.some((one) => one === status)

/** 'Dettaglio richiesta' or 'Dettaglio associazione'; until the record is there, as its list says. */
function useTitle(record: AssociationHead | undefined, isPast: boolean): string {
  const { t } = useTranslation()
  const { view } = useListOfPage()
  const isOfRequest = record ? isRequest(record) : view === 'newRequests'
  if (isPast) return t(isOfRequest ? 'register.detail.pastRequest' : 'register.detail.pastAssociation')
  return t(isOfRequest ? 'register.detail.request' : 'register.detail.association')
}

interface Props {
  readonly isPast?: boolean
  /** Undefined while it is loading, or where there is none. */
  readonly record: AssociationDetail | undefined
  /** Whether the address names no association. */
  readonly isMissing?: boolean
  /** Whether what the page shows beside the record has come. */
  readonly isReady?: boolean
  readonly error?: Error | null
  readonly isRetrying?: boolean
  readonly onRetry?: () => void
  readonly children?: (record: AssociationDetail) => ReactNode
}

/** Frame of the page of an association, current or historical: breadcrumb, title, and why it cannot be shown. */
export function AssociationFrame(props: Props) {
  const { isPast = false, record, isMissing, isReady = true, error, isRetrying = false, onRetry, children } = props
  const { t } = useTranslation()
  const list = useListOfPage()
  const title = useTitle(record, isPast)
  useNameInTitle(record?.requestNumber)
  const isRefused = error instanceof CallError && [400, 403, 404].includes(error.status)
  const isNowhere = !record && (isMissing || isRefused)
  return (
    <>
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t(`register.lists.${list.view}`), href: siteHref(list.path) }]}
        current={record?.requestNumber ?? title}
      />
      <AssociationTitle title={title} record={record} />
      {record && isReady && children?.(record)}
      {isNowhere && (
        <EmptyState title={t('register.detail.notFound')}>
          <NavLink href={siteHref(list.path)}>{t('register.detail.toList')}</NavLink>
        </EmptyState>
      )}
      {!(record || isNowhere) && error && <LoadFailed isRetrying={isRetrying} onRetry={() => onRetry?.()} />}
      {!((record && isReady) || isNowhere || error) && <TextSkeleton text={t('register.detail.loading')} count={12} />}
    </>
  )
}

function AssociationTitle({ title, record }: { title: string; record: AssociationDetail | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="case-head">
        <h1 id={titleId} tabIndex={-1}>
          {title}
        </h1>
        {record && (
          <>
            <bdi dir="ltr" className="case-code figures">
              {record.requestNumber}
            </bdi>
            <StatusOfAssociation status={record.status} />
            {record.dueOn && (
              <span>
                {t('register.detail.dueOn')} <DueOn state={record.isLate ? 'late' : 'onTime'} on={record.dueOn} />
              </span>
            )}
          </>
        )}
      </div>
      {record?.values.name && (
        <p className="association-name">
          <bdi>{record.values.name}</bdi>
        </p>
      )}
    </>
  )
}

interface LockProps {
  readonly record: AssociationDetail
  /** When the user's lock expires; undefined while they do not edit. */
  readonly lockedUntil: Date | undefined
}

/** Who edits the association now. */
export function LockLine({ record: { isConflict, lockedBy, lockedSince }, lockedUntil }: LockProps) {
  const { t } = useTranslation()
  if (!(isConflict || lockedUntil)) return null
  return (
    <p className="case-line">
      <span className="case-lock">
        <Icon name="it-locked" size="xs" />{' '}
        {isConflict ? (
          <>
            {t('editLock.other')} <bdi>{lockedBy}</bdi>
            {lockedSince && ` ${t('editLock.since')} ${formatTime(lockedSince)}`}
          </>
        ) : (
          lockedUntil && t('editLock.mine', { time: formatTime(lockedUntil) })
        )}
      </span>
    </p>
  )
}
