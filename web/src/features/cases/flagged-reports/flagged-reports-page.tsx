import { clearFlaggedReport, type FlaggedReportRow, listFlaggedReports, paths } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { ShowDay } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { fromEndpoint } from '#list/from-endpoint.ts'
import { type List, listTitleId } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { RowLink } from '#list/row-link.tsx'
import { Button } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { caseHref, caseLists } from '../list/case-lists.ts'

const flaggedReportList: List<FlaggedReportRow, Record<string, never>> = {
  ...fromEndpoint(listFlaggedReports),
  path: paths.flaggedReports,
  queryKey: ['cases', 'flaggedReports'],
  filters: {},
  layout: 'atOnce',
  textsOf: (t) => ({ title: t('flaggedReports.title'), empty: t('flaggedReports.empty'), loading: t('cases.loading') }),
  filterLabel: (_t, key) => key,
  useColumns: useFlaggedReportColumns,
  rowHref: ({ id }) => caseHref(caseLists.all, id),
  hasExactCount: true,
  Actions: ToAllCases,
  Intro: Introduction,
}

/** Reports flagged as possible spam, until an operator has reviewed them. */
export const FlaggedReportsPage = () => <ListPage list={flaggedReportList} />

function ToAllCases() {
  const { t } = useTranslation()
  return <NavLink href={siteHref(paths.caseList)}>{t('cases.toList')}</NavLink>
}

function Introduction() {
  const { t } = useTranslation()
  return <p>{t('flaggedReports.intro')}</p>
}

function useFlaggedReportColumns() {
  const { t } = useTranslation()
  const clear = useClearFlag()
  return flaggedReportColumns(t, {
    clear: (row) => clear.mutate(row),
    pendingId: clear.isPending ? clear.variables.id : undefined,
  })
}

function useClearFlag() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: ({ id }: FlaggedReportRow) => call(clearFlaggedReport, { params: { id } }),
    onSuccess: async (_reviewed, { code }) => {
      notify({ kind: 'success', body: t('flaggedReports.cleared', { code }) })
      await queryClient.invalidateQueries({ queryKey: flaggedReportList.queryKey })
      // The pressed button disappears with its row.
      focusById(listTitleId)
    },
    onError: notifyError,
  })
}

interface Clearing {
  readonly clear: (row: FlaggedReportRow) => void
  readonly pendingId: number | undefined
}

const flaggedReportColumns = (t: TFunction, { clear, pendingId }: Clearing): Column<FlaggedReportRow>[] => [
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
      <RowLink id={id} href={caseHref(caseLists.all, id)}>
        <bdi dir="ltr" translate="no" className="figures">
          {code}
        </bdi>
      </RowLink>
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
    header: t('flaggedReports.reason'),
    isWrapped: true,
    cell: ({ reasons }) => reasons.map((reason) => t(`flaggedReports.reasons.${reason}`)).join('; '),
  },
  {
    id: 'review',
    header: t('flaggedReports.review'),
    width: '10rem',
    cell: (row) => (
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('flaggedReports.notSpamOf', { code: row.code })}
        pending={row.id === pendingId}
        pendingText={t('flaggedReports.clearing')}
        onClick={() => clear(row)}
      >
        {t('flaggedReports.notSpam')}
      </Button>
    ),
  },
]
