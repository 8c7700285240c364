import {
  type Access,
  accessTo,
  type CaseRow,
  type CaseView,
  caseActions,
  caseViewIds,
  isActionFor,
  type ReferenceBundle,
} from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { csvOf } from '#lib/files/csv.ts'
import { saveFile } from '#lib/files/save-file.ts'
import { useUser } from '#lib/session/current-user.ts'
import type { Selection } from '#list/list-selection.ts'
import { Button } from '#ui/button.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { caseTexts, exportedColumnsOf } from './case-columns.tsx'
import type { CaseList } from './case-lists.ts'

interface Props {
  readonly list: CaseList
  readonly selection: Selection<CaseRow>
}

/** Maximum number of cases of one assignment: the limit of the call. */
const mostAtOnce = 100

/** The actions on the selected cases. */
export function CaseBulkActions({ list, selection }: Props) {
  const { data: lists } = useQuery(bundleQuery())
  return (
    <>
      <AssignButton selection={selection} />
      <ExportButton list={list} lists={lists} rows={selection.rows} />
    </>
  )
}

function AssignButton({ selection }: { selection: Selection<CaseRow> }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [isAsking, setAsking] = useState(false)
  if (!isActionFor(caseActions.assignOne, selectedRole)) return null
  return (
    <>
      <Button
        disabledReason={selection.rows.length > mostAtOnce ? t('cases.bulk.tooMany', { count: mostAtOnce }) : undefined}
        onClick={() => setAsking(true)}
      >
        {t('cases.bulk.assign')}
      </Button>
      {isAsking && <AssignDialog selection={selection} onClose={() => setAsking(false)} />}
    </>
  )
}

/** The lists that may be exported with the export permission (decisions §2). */
const exported: Partial<Record<NonNullable<Access>, readonly CaseView[]>> = {
  all: Object.keys(caseViewIds) as CaseView[],
  own_lists: ['mine'],
}

interface ExportProps {
  readonly list: CaseList
  readonly lists: ReferenceBundle | undefined
  readonly rows: readonly CaseRow[]
}

function ExportButton({ list, lists, rows }: ExportProps) {
  const { t } = useTranslation()
  const access = accessTo('caseExports', useUser().selectedRole)
  const mayExport = access !== null && exported[access]?.includes(list.view)
  const handleExport = () =>
    saveFile(
      t(list.view === 'mine' ? 'cases.bulk.myFile' : 'cases.bulk.file'),
      new Blob([casesCsv(t, lists, list, rows)], { type: 'text/csv;charset=utf-8' }),
    )
  return (
    <Button
      variant="secondary"
      icon="it-download"
      disabledReason={mayExport ? undefined : t('cases.bulk.exportOwn')}
      onClick={handleExport}
    >
      {t('cases.bulk.export')}
    </Button>
  )
}

/** Cases as CSV: the columns of their list without names, with the labels of the screen. */
function casesCsv(t: TFunction, lists: ReferenceBundle | undefined, list: CaseList, rows: readonly CaseRow[]): string {
  const ids = exportedColumnsOf(list)
  const texts = caseTexts(t, lists)
  return csvOf([ids.map((id) => t(`cases.columns.${id}`)), ...rows.map((row) => ids.map((id) => texts[id](row)))])
}
