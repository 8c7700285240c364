import { clearFlaggedReport, type FlaggedReportRow, listFlaggedReports, paths } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { tellRefusal } from '#lib/api/tell-refusal.ts'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { ShowDay } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { type List, listTitleId } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { RowLink } from '#list/row-link.tsx'
import { Button } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'

const caseHref = (id: number) => siteHref(paths.caseDetail, { id })

const suspectList: List<FlaggedReportRow, object> = {
  name: 'suspects',
  path: paths.suspects,
  queryKey: ['cases', 'suspects'],
  fetchPage: ({ page }, signal) => call(listFlaggedReports, { query: page }, { signal }),
  filters: {},
  layout: 'atOnce',
  textsOf: (t) => ({ title: t('suspects.title'), empty: t('suspects.empty'), loading: t('cases.loading') }),
  filterLabel: (_t, key) => key,
  useColumns: useSuspectColumns,
  rowHref: ({ id }) => caseHref(id),
  hasExactCount: true,
  Actions: ToAllCases,
  Intro: WhatTheyAre,
}

/** Reports that look like spam, until somebody has looked at them. */
export const SuspectsPage = () => <ListPage list={suspectList} />

function ToAllCases() {
  const { t } = useTranslation()
  return <NavLink href={siteHref(paths.caseList)}>{t('cases.toList')}</NavLink>
}

function WhatTheyAre() {
  const { t } = useTranslation()
  return <p>{t('suspects.intro')}</p>
}

function useSuspectColumns() {
  const { t } = useTranslation()
  const clear = useClearing()
  return suspectColumns(t, {
    clear: (row) => clear.mutate(row),
    pendingId: clear.isPending ? clear.variables.id : undefined,
  })
}

function useClearing() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: ({ id }: FlaggedReportRow) => call(clearFlaggedReport, { params: { id } }),
    onSuccess: async (_reviewed, { code }) => {
      notify({ kind: 'success', body: t('suspects.cleared', { code }) })
      await queryClient.invalidateQueries({ queryKey: suspectList.queryKey })
      // The button that was pressed goes with its row.
      focusById(listTitleId)
    },
    onError: tellRefusal,
  })
}

interface Clearing {
  readonly clear: (row: FlaggedReportRow) => void
  readonly pendingId: number | undefined
}

const suspectColumns = (t: TFunction, { clear, pendingId }: Clearing): Column<FlaggedReportRow>[] => [
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
      <RowLink id={id} href={caseHref(id)}>
        <bdi dir="ltr" className="figures">
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
