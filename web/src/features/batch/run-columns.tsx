import { type ListedRun, paths, type runStates } from '@portal/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import type { Column, RowDetail } from '#ui/data-table.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { StatusChip, type StatusKind } from '#ui/status-chip.tsx'
import { isOpen, runQuery, runsKey } from './run.queries.ts'
import { RunProgress } from './run-progress.tsx'
import { UnmovedFiles } from './unmoved-files.tsx'

export const runColumns = (t: TFunction): Column<ListedRun>[] => [
  {
    id: 'kind',
    header: t('runsPage.columns.kind'),
    isRowHeader: true,
    isWrapped: true,
    cell: ({ kind, rule }) => (
      <>
        <span>{t(`runsPage.kinds.${kind}`)}</span>
        {rule && <span className="cell-note">{t(`retention.rules.${rule}.what`)}</span>}
      </>
    ),
  },
  {
    id: 'state',
    header: t('runsPage.columns.state'),
    isWrapped: true,
    width: '20rem',
    cell: (run) => <RunState listed={run} />,
  },
  {
    id: 'startedAt',
    header: t('runsPage.columns.startedAt'),
    width: '11rem',
    cell: ({ startedAt }) => <ShowInstant instant={startedAt} />,
  },
  {
    id: 'startedBy',
    header: t('runsPage.columns.startedBy'),
    isWrapped: true,
    isFoldedOnTablet: true,
    cell: ({ startedBy }) => startedBy ?? t('runsPage.portal'),
  },
  {
    id: 'finishedAt',
    header: t('runsPage.columns.finishedAt'),
    width: '11rem',
    isFoldedOnTablet: true,
    cell: ({ finishedAt }) => (finishedAt ? <ShowInstant instant={finishedAt} /> : '–'),
  },
]

/** A run in progress is read again until it ends, and then the list. */
function RunState({ listed }: { readonly listed: ListedRun }) {
  const queryClient = useQueryClient()
  const { data: run = listed } = useQuery({ ...runQuery(listed.id), enabled: isOpen(listed) })
  const hasEnded = isOpen(listed) && !isOpen(run)
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: [...runsKey, 'list'] })
  }, [hasEnded, queryClient])
  return isOpen(run) ? <RunProgress run={run} /> : <RunResult run={run} />
}

const looks: Readonly<Record<keyof typeof runStates, StatusKind>> = {
  running: 'working',
  done: 'closed',
  failed: 'failed',
  cancelled: 'cancelled',
}

function RunResult({ run }: { readonly run: ListedRun }) {
  const { t } = useTranslation()
  const { state, hasErrors } = run
  const label = t(hasErrors ? 'runsPage.states.withErrors' : `runsPage.states.${state}`)
  return (
    <>
      <StatusChip kind={hasErrors ? 'failed' : looks[state]} label={label} />
      {state === 'done' && <span className="cell-note">{resultText(t, run)}</span>}
    </>
  )
}

function resultText(t: TFunction, { kind, hasErrors, done, skipped }: ListedRun): string {
  const count = kind === 'encryption' || kind === 'attachment_migration' ? skipped : done
  return hasErrors
    ? t(`runsPage.problems.${kind as 'encryption'}`, { count })
    : t(`runsPage.results.${kind as 'retention'}`, { count: done })
}

export const runDetail = (t: TFunction): RowDetail<ListedRun> => ({
  header: t('runsPage.detail.header'),
  label: ({ id }) => t('runsPage.detail.label', { id }),
  content: (run) => <RunDetail run={run} />,
})

/** What has no column of its own: counts, the files that were left, the way to the caller's own files. */
function RunDetail({ run }: { readonly run: ListedRun }) {
  const { t } = useTranslation()
  const { id, kind, startedBy, done, skipped, finishedAt, unmovedFiles = [], isOwn } = run
  const items: Definition[] = [
    { term: t('runsPage.detail.id'), value: <bdi dir="ltr">{id}</bdi> },
    { term: t('runsPage.columns.startedBy'), value: startedBy ?? t('runsPage.portal') },
    { term: t('runsPage.columns.finishedAt'), value: finishedAt ? <ShowInstant instant={finishedAt} /> : '–' },
    { term: t('runsPage.detail.done'), value: t('desk.number', { number: done }) },
    { term: t('runsPage.detail.skipped'), value: t('desk.number', { number: skipped }) },
  ]
  return (
    <>
      <DefinitionList items={items} />
      {unmovedFiles.length > 0 && <UnmovedFiles run={run} />}
      {kind === 'export' && isOwn && <NavLink href={siteHref(paths.exports)}>{t('exportPage.mine')}</NavLink>}
      {kind === 'audit_verification' && <NavLink href={siteHref(paths.auditLog)}>{t('auditPage.title')}</NavLink>}
    </>
  )
}
