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
import type { Selection } from '#list/list-selection.ts'
import { RowLink } from '#list/row-link.tsx'
import { Button } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import type { Elements } from '#ui/elements.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { caseHref, caseLists } from '../list/case-lists.ts'
import { CaseTextPreview } from '../list/case-preview.tsx'

const flaggedReportList: List<FlaggedReportRow, Record<string, never>> = {
  ...fromEndpoint(listFlaggedReports),
  path: paths.flaggedReports,
  queryKey: ['cases', 'flaggedReports'],
  filters: {},
  textsOf: (t) => ({ title: t('flaggedReports.title'), empty: t('flaggedReports.empty'), loading: t('cases.loading') }),
  filterLabel: (_t, key) => key,
  useColumns: useFlaggedReportColumns,
  rowHref: ({ id }) => caseHref(caseLists.all, id),
  detailOf: (t) => ({
    header: t('cases.preview.title'),
    label: ({ code }) => t('cases.preview.of', { code }),
    content: (row) => <CaseTextPreview row={row} />,
  }),
  canSplit: true,
  className: 'case-table',
  bulk: {
    textsOf: (t) => ({ title: t('flaggedReports.selected'), all: t('list.selection.all') }),
    rowText: (t, { code }) => t('cases.bulk.one', { code }),
    actions: (selection) => <NotSpamButton selection={selection} />,
  },
  hasExactCount: true,
  Actions: ToAllCases,
  Intro: Introduction,
}

/** Reports flagged as possible spam, until an operator has reviewed them. */
export const FlaggedReportsPage = () => <ListPage list={flaggedReportList} />

function ToAllCases({ children }: { readonly children: Elements }) {
  const { t } = useTranslation()
  return (
    <>
      <NavLink href={siteHref(paths.caseList)}>{t('cases.toList')}</NavLink>
      {children}
    </>
  )
}

function Introduction() {
  const { t } = useTranslation()
  return <p>{t('flaggedReports.intro')}</p>
}

function useFlaggedReportColumns() {
  const { t } = useTranslation()
  return flaggedReportColumns(t)
}

const flaggedReportColumns = (t: TFunction): Column<FlaggedReportRow>[] => [
  {
    id: 'status',
    header: t('cases.columns.status'),
    width: '10.75rem',
    isFoldedOnTablet: true,
    cell: ({ status }) => <StatusOfCase status={status} />,
  },
  {
    id: 'code',
    header: t('cases.columns.protocolNumber'),
    width: '10rem',
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
    width: '16rem',
    isWrapped: true,
    cell: ({ reasons }) => reasons.map((reason) => t(`flaggedReports.reasons.${reason}`)).join('; '),
  },
  {
    id: 'excerpt',
    header: t('flaggedReports.excerpt'),
    isWrapped: true,
    cell: ({ excerpt }) => excerpt && <bdi className="two-lines">{excerpt}</bdi>,
  },
]

/** Marks the selected reports as reviewed, one call each; those that could not be marked stay selected. */
function NotSpamButton({ selection }: { readonly selection: Selection<FlaggedReportRow> }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const clearing = useMutation({
    meta: { isHandled: true },
    mutationFn: async (rows: readonly FlaggedReportRow[]) => {
      const cleared: FlaggedReportRow[] = []
      try {
        for (const row of rows) {
          await call(clearFlaggedReport, { params: { id: row.id } })
          cleared.push(row)
        }
      } finally {
        selection.set(cleared, false)
        await queryClient.invalidateQueries({ queryKey: flaggedReportList.queryKey })
      }
    },
    onSuccess: (_done, rows) => {
      const [first] = rows
      if (rows.length === 1 && first)
        notify({ kind: 'success', body: t('flaggedReports.cleared', { code: first.code }) })
      else notify({ kind: 'success', body: t('flaggedReports.clearedMany', { count: rows.length }) })
      // The pressed button disappears with the selection.
      focusById(listTitleId)
    },
    onError: notifyError,
  })
  return (
    <Button
      pending={clearing.isPending}
      pendingText={t('flaggedReports.clearing')}
      onClick={() => clearing.mutate(selection.rows)}
    >
      {t('flaggedReports.notSpam')}
    </Button>
  )
}
