import { type CaseRow, caseActions, isActionFor, type Ordering } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '#features/exports/index.ts'
import { useUser } from '#lib/session/current-user.ts'
import type { Selection } from '#list/list-selection.ts'
import { Button } from '#ui/button.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { type CaseList, exportKindOf } from './case-lists.ts'

interface Props {
  readonly list: CaseList
  readonly selection: Selection<CaseRow>
  readonly orderings: readonly Ordering[] | undefined
}

/** Maximum number of cases of one assignment: the limit of the call. */
const mostAtOnce = 100

/** The actions on the selected cases. */
export function CaseBulkActions({ list, selection, orderings }: Props) {
  const ids = selection.rows.map(({ id }) => id)
  return (
    <>
      <AssignButton selection={selection} />
      <ExportButton kind={exportKindOf(list)} view={list.view} rows={{ ids, orderings }} />
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
