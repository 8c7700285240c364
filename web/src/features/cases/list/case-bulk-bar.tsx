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
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#lib/files/save-file.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { casesCsv } from './case-list-csv.ts'
import type { Selection } from './case-list-selection.ts'
import { type CaseList, listTitleId } from './case-lists.ts'

interface Props {
  readonly list: CaseList
  readonly lists: ReferenceBundle | undefined
  readonly selection: Selection
}

/** How many cases may be assigned at once: what the call takes. */
const mostAtOnce = 100

/** What may be done to the cases that are chosen; stays in reach while the list scrolls. */
export function BulkBar({ list, lists, selection }: Props) {
  const { t } = useTranslation()
  const { rows, elsewhere, clear } = selection
  const count = rows.length
  const told = [
    count > 0 && t('cases.bulk.selected', { count }),
    elsewhere.length > 0 && t('cases.bulk.elsewhere', { count: elsewhere.length }),
  ].filter((text) => text !== false)
  const before = useRef(count)
  useEffect(() => {
    // The bar goes with the button that had the focus.
    if (before.current > 0 && count === 0 && document.activeElement === document.body) focusById(listTitleId)
    before.current = count
  }, [count])
  return (
    <>
      {/* There from the start, though empty: a status that comes with its words is not read out. */}
      <p role="status" className="visually-hidden">
        {told.join(', ')}
      </p>
      {count > 0 && (
        <section className="desk-actions" aria-label={t('cases.bulk.title')}>
          <span className="figures">{told.join(', ')}</span>
          <AssignButton selection={selection} />
          <ExportButton list={list} lists={lists} rows={rows} />
          <Button variant="quiet" onClick={clear}>
            {t('cases.bulk.clear')}
          </Button>
        </section>
      )}
    </>
  )
}

function AssignButton({ selection }: { selection: Selection }) {
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

/** The lists that an access to exports reaches (decisions §2). */
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
