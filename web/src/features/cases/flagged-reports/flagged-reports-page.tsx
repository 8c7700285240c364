import { clearSuspect, listSuspects, paths, type SuspectRow } from '@portal/contract'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { tellRefusal } from '#lib/api/tell-refusal.ts'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { ShowDay } from '#lib/i18n/format.tsx'
import { ListPages, ListRange, useBeyondEnd } from '#lib/list/list-parts.tsx'
import { type ListPlace, type PageKeys, placeInAddress, readListPlace, rowsAt } from '#lib/list/list-place.ts'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'

const listKey = ['cases', 'suspects']
const titleId = 'suspects-title'

const suspectsQuery = (place: ListPlace) =>
  queryOptions({
    queryKey: [...listKey, place],
    queryFn: ({ signal }) => call(listSuspects, { query: rowsAt(place) }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isHandled: true },
  })

const suspectCountQuery = queryOptions({
  queryKey: [...listKey, 'count'] as readonly unknown[],
  queryFn: async ({ signal }) =>
    (await call(listSuspects, { query: { from: 1, to: 1, isExact: true } }, { signal })).count,
})

/** Reports that look like spam, until somebody has looked at them. */
export function SuspectsPage() {
  const { t } = useTranslation()
  const place = readListPlace(useSearch({ strict: false }))
  const { data: page, isPlaceholderData, isError, isFetching, refetch } = useQuery(suspectsQuery(place))
  const pageHref = (wanted: number, keys: PageKeys) => siteHref(paths.suspects, placeInAddress(wanted, place, keys))
  const beyond = useBeyondEnd({ page, place, href: (wanted) => pageHref(wanted, {}) })
  const clear = useClearing()
  const columns = suspectColumns(t, {
    clear: (row) => clear.mutate(row),
    pendingId: clear.isPending ? clear.variables.id : undefined,
  })
  return (
    <>
      <div className="list-head">
        <div className="list-title">
          <h1 id={titleId}>{t('suspects.title')}</h1>
          <ListRange page={page} exactCount={suspectCountQuery} />
        </div>
        <NavLink href={siteHref(paths.caseList)}>{t('cases.toList')}</NavLink>
      </div>
      <p>{t('suspects.intro')}</p>
      {isError && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {(page || !isError) && (
        <DataTable
          caption={t('suspects.title')}
          isCaptionHidden
          columns={columns}
          rows={page?.rows}
          rowKey={({ id }) => id}
          emptyText={beyond?.emptyText ?? t('suspects.empty')}
          emptyNext={beyond?.emptyNext}
          loadingText={t('cases.loading')}
          isRefreshing={isPlaceholderData}
        />
      )}
      {page && <ListPages page={page} place={place} isStale={isPlaceholderData} href={pageHref} />}
    </>
  )
}

function useClearing() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: ({ id }: SuspectRow) => call(clearSuspect, { params: { id } }),
    onSuccess: async (_reviewed, { code }) => {
      notify({ kind: 'success', body: t('suspects.cleared', { code }) })
      await queryClient.invalidateQueries({ queryKey: listKey })
      // The button that was pressed goes with its row.
      focusById(titleId)
    },
    onError: tellRefusal,
  })
}

interface Clearing {
  readonly clear: (row: SuspectRow) => void
  readonly pendingId: number | undefined
}

const suspectColumns = (t: TFunction, { clear, pendingId }: Clearing): Column<SuspectRow>[] => [
  {
    id: 'status',
    header: t('cases.columns.status'),
    width: '10.75rem',
    cell: ({ status }) => <StatusOfCase status={status} />,
  },
  {
    id: 'code',
    header: t('cases.columns.protocolNumber'),
    width: '11rem',
    isRowHeader: true,
    cell: ({ id, code }) => (
      <NavLink href={siteHref(paths.caseDetail, { id })}>
        <bdi dir="ltr" className="figures">
          {code}
        </bdi>
      </NavLink>
    ),
  },
  {
    id: 'createdAt',
    header: t('cases.columns.createdAt'),
    width: '7rem',
    cell: ({ createdAt }) => <ShowDay instant={createdAt} />,
  },
  {
    id: 'reasons',
    header: t('suspects.reason'),
    isWrapped: true,
    cell: ({ reasons }) => reasons.map((reason) => t(`suspects.reasons.${reason}`)).join('; '),
  },
  {
    id: 'review',
    header: t('suspects.review'),
    width: '10rem',
    cell: (row) => (
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('suspects.notSpamOf', { code: row.code })}
        pending={row.id === pendingId}
        pendingText={t('suspects.clearing')}
        onClick={() => clear(row)}
      >
        {t('suspects.notSpam')}
      </Button>
    ),
  },
]
