import { can, type Notice, paths } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { withQueries } from '#lib/api/queries.tsx'
import { useUnreadNotices } from '#lib/backoffice/badges.ts'
import { formatInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { BellIcon } from '#ui/bell-icon.tsx'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { MenuButton } from '#ui/menu-button.tsx'
import { useNotices, useReadNotices } from './notices.queries.ts'

/** '3 avvisi': the notices of the user, each with a link; one that is followed counts as read. */
export const NoticesMenu = withQueries(() => {
  const { selectedRole } = useUser()
  return can('office', selectedRole) ? <Menu /> : null
})

function Menu() {
  const { t } = useTranslation()
  const unread = useUnreadNotices() ?? 0
  const { notices, isFetching, earlier, open, showEarlier } = useNotices()
  const { mutate: read } = useReadNotices()
  const entries = (notices ?? []).map((notice) => ({
    id: notice.id,
    text: [textOf(t, notice), notice.name, formatInstant(notice.madeAt)].filter(Boolean).join(' · '),
    href: hrefOf(notice),
    ...(notice.readAt === undefined && { mark: t('noticesMenu.new'), onFollow: () => read({ ids: [notice.id] }) }),
  }))
  const newest = notices?.[0]?.id
  return (
    <MenuButton
      label={t('noticesMenu.label', { count: unread })}
      entries={entries}
      emptyText={notices ? t('noticesMenu.none') : t(isFetching ? 'site.loading' : 'toasts.failed')}
      onOpen={open}
      head={newest !== undefined && <ReadAll upTo={newest} unread={unread} />}
      foot={<Earlier {...earlier} count={entries.length} onAsk={showEarlier} />}
    >
      <BellIcon />
      {unread > 0 && <span className="notice-count figures">{unread}</span>}
    </MenuButton>
  )
}

const textOf = (t: TFunction, { kind, code, cases, requestId }: Notice) =>
  t(`notices.kinds.${kind}`, { code, cases, requestId })

/** A notice of several cases leads to the list that they are in. */
function hrefOf({ caseId, requestId, associationId, exportId }: Notice): string {
  if (exportId !== undefined) return siteHref(paths.exports)
  // The page of an association shows it whatever its status is.
  if (associationId !== undefined) return siteHref(paths.newRequestDetail, { id: associationId })
  if (caseId !== undefined) return siteHref(paths.caseDetail, { id: caseId })
  return requestId === undefined ? siteHref(paths.myCaseList) : siteHref(paths.rightsDetail, { id: requestId })
}

/** Marks all notices up to the newest one shown: one that arrives later stays unread. */
function ReadAll({ upTo, unread }: { upTo: number; unread: number }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useReadNotices()
  return (
    <div className="menu-head">
      <Button
        variant="quiet"
        size="sm"
        pending={isPending}
        pendingText={t('site.loading')}
        disabledReason={unread === 0 ? t('noticesMenu.noneUnread') : undefined}
        onClick={() => mutate({ upTo })}
      >
        {t('noticesMenu.readAll')}
      </Button>
    </div>
  )
}

interface EarlierProps {
  readonly count: number
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly onAsk: () => unknown
}

/** Moves the focus to the first of the earlier notices, since the pressed button may disappear. */
function Earlier({ count, hasNextPage, isFetchingNextPage, isFetchNextPageError, onAsk }: EarlierProps) {
  const { t } = useTranslation()
  const foot = useRef<HTMLDivElement>(null)
  const asked = useRef<number>(undefined)
  useEffect(() => {
    if (asked.current === undefined || count <= asked.current) return
    foot.current?.parentElement?.querySelectorAll('a')[asked.current]?.focus()
    asked.current = undefined
  }, [count])
  const handleClick = () => {
    asked.current = count
    onAsk()
  }
  return (
    <div ref={foot}>
      {isFetchNextPageError && !isFetchingNextPage && (
        <Alert kind="danger" announce="now">
          {t('toasts.failed')}
        </Alert>
      )}
      {hasNextPage && (
        <Button variant="quiet" pending={isFetchingNextPage} pendingText={t('site.loading')} onClick={handleClick}>
          {t('noticesMenu.earlier')}
        </Button>
      )}
    </div>
  )
}
