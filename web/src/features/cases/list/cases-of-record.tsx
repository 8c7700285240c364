import { limits, type RegistryKind, searchCases } from '@portal/contract'
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { call } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { caseColumns } from './case-columns.tsx'
import { casesOfRecord } from './case-lists.ts'
import { rememberTrail } from './list-trail.ts'
import { MoreRows, useMoreRows } from './more-rows.tsx'

interface Props {
  readonly kind: RegistryKind
  readonly id: number
}

/** Columns that only the print of a record's page has room for. */
const paperColumns: readonly string[] = ['mode', 'place', 'language', 'outcome']

/** The cases that refer to a registry record, ten at a time (view 9). */
const casesOfRecordQuery = (kind: RegistryKind, id: number) =>
  infiniteQueryOptions({
    queryKey: ['cases', 'list', 'registry', kind, id],
    queryFn: ({ pageParam, signal }) => {
      const record = kind === 'person' ? { personId: id } : { organisationId: id }
      const body = { from: pageParam, to: pageParam + limits.page.rows - 1 }
      return call(searchCases, { query: { view: 'registry', ...record }, body }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ from, rows, count }) => (from + rows.length > count ? undefined : from + rows.length),
    meta: { isHandled: true },
  })

/** The cases that refer to a registry record, each with a link to its page, whose neighbours are the cases listed here. */
export function CasesOfRecord({ kind, id }: Props) {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  const query = useInfiniteQuery(casesOfRecordQuery(kind, id))
  const { data, error, isFetching, refetch } = query
  const columns = caseColumns({ t, lists, list: casesOfRecord, isLaptop: false, isPhone: false })
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data])
  useEffect(() => {
    const ids = rows?.map((row) => row.id) ?? []
    if (ids.length > 0) rememberTrail('registry', { href: `${location.pathname}${location.search}`, ids })
  }, [rows])
  const more = useMoreRows<HTMLDivElement>({ count: rows?.length ?? 0, query, rowSelector: 'tbody > tr' })
  if (error && !rows) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  return (
    <div className="case-table" ref={more.ref}>
      <DataTable
        caption={t('registry.page.cases')}
        columns={columns.map((column) => ({ ...column, isPaperOnly: paperColumns.includes(column.id) }))}
        rows={rows}
        rowKey={(row) => row.id}
        emptyText={t('desk.empty')}
        loadingText={t('site.loading')}
      />
      <MoreRows query={query} text={t('registry.page.moreCases')} onMore={more.handleMore} />
    </div>
  )
}
