import { listNotices, mayEnter, type Notice, paths, readNotices } from '@portal/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { badgesQuery } from '#lib/badges.ts'
import { call } from '#lib/call.ts'
import { useUser } from '#lib/current-user.ts'
import { formatInstant } from '#lib/format.tsx'
import { siteHref } from '#lib/page-settings.ts'
import { withQueries } from '#lib/queries.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuButton } from '#ui/menu-button.tsx'

const shown = 10

const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal }) => call(listNotices, { query: { from: 1, to: shown } }, { signal }),
  meta: { isHandled: true },
})

/** '3 avvisi': what the office told whoever is signed in, with the way to each case. */
export const NoticesMenu = withQueries(() => {
  const { selectedRole } = useUser()
  return mayEnter('cases', selectedRole) ? <Menu /> : null
})

function Menu() {
  const { t } = useTranslation()
  const { data: badges } = useQuery(badgesQuery)
  const unread = badges?.notices ?? 0
  const { data: page, isFetching, refetch } = useQuery({ ...noticesQuery, enabled: false })
  const read = useReading()
  const handleOpen = async () => {
    const { data } = await refetch()
    const newest = data?.rows[0]
    if (newest && unread > 0) read(newest.id)
  }
  const entries = (page?.rows ?? []).map((notice) => ({
    text: `${t(`notices.kinds.${notice.kind}`, { code: notice.code })} · ${formatInstant(notice.madeAt)}`,
    href: hrefOf(notice),
  }))
  return (
    <MenuButton
      label={t('noticesMenu.label', { count: unread })}
      entries={entries}
      emptyText={page ? t('noticesMenu.none') : t(isFetching ? 'site.loading' : 'toasts.failed')}
      onOpen={handleOpen}
    >
      <Icon name="it-horn" size="sm" />
      {unread > 0 && <span className="notice-count figures">{unread}</span>}
    </MenuButton>
  )
}

const hrefOf = ({ caseId }: Notice) => siteHref(paths.caseDetail, { id: caseId })

/** Marks what was shown as read; the counter follows at once. */
function useReading() {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    meta: { isHandled: true },
    mutationFn: (upTo: number) => call(readNotices, { body: { upTo } }),
    onSuccess: ({ unread }) =>
      queryClient.setQueryData(badgesQuery.queryKey, (badges) => badges && { ...badges, notices: unread }),
  })
  return mutate
}
