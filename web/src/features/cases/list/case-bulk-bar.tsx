import {
  type CaseRow,
  can,
  caseActions,
  isActionFor,
  markMessagesRead,
  mostCasesAtOnce,
  type Ordering,
} from '@portal/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '#features/exports/index.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { useUser } from '#lib/session/current-user.ts'
import type { Selection } from '#list/list-selection.ts'
import { Button } from '#ui/button.tsx'
import { MenuButton } from '#ui/menu-button.tsx'
import { useChangeCases } from '../actions/case-commands.queries.ts'
import { AssignDialog } from './case-bulk-assign.tsx'
import { DuplicatesDialog, PerformDialog, TagDialog } from './case-bulk-dialogs.tsx'
import { type BulkAct, type BulkDialogProps, MissedDialog, useBulkOutcome } from './case-bulk-outcome.tsx'
import { type CaseList, exportKindOf } from './case-lists.ts'

interface Props {
  readonly list: CaseList
  readonly selection: Selection<CaseRow>
  readonly orderings: readonly Ordering[] | undefined
}

/** The dialogs of the acts that ask for something. */
const dialogs: Partial<Record<BulkAct, (props: BulkDialogProps) => ReactNode>> = {
  assign: AssignDialog,
  tag: TagDialog,
  perform: PerformDialog,
  duplicates: DuplicatesDialog,
}

/** The actions on the selected cases. */
export function CaseBulkActions({ list, selection, orderings }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [asked, setAsked] = useState<BulkAct>()
  const { missed, report, close } = useBulkOutcome(selection)
  const marking = useChangeCases(markMessagesRead, (outcomes) => report('read', outcomes), notifyError)
  const ids = selection.rows.map(({ id }) => id)
  const tooMany = ids.length > mostCasesAtOnce ? t('cases.bulk.tooMany', { count: mostCasesAtOnce }) : undefined
  const Dialog = asked && dialogs[asked]
  const others = (['tag', 'perform', 'read', 'duplicates'] as const)
    .filter((act) => act !== 'duplicates' || isActionFor(caseActions.close, selectedRole))
    .map((act) => ({
      text: t(`cases.bulk.acts.${act}`),
      onSelect: () => (act === 'read' ? marking.isPending || marking.mutate({ ids }) : setAsked(act)),
    }))
  return (
    <>
      {isActionFor(caseActions.assignOne, selectedRole) && (
        <Button disabledReason={tooMany} onClick={() => setAsked('assign')}>
          {t('cases.bulk.assign')}
        </Button>
      )}
      {can('editCase', selectedRole) && (
        <MenuButton entries={tooMany ? [] : others} emptyText={tooMany}>
          {t('cases.bulk.others')}
        </MenuButton>
      )}
      <ExportButton kind={exportKindOf(list)} view={list.view} rows={{ ids, orderings }} />
      {Dialog && (
        <Dialog
          selection={selection}
          onClose={() => setAsked(undefined)}
          onDone={(outcomes) => {
            setAsked(undefined)
            report(asked, outcomes)
          }}
        />
      )}
      {missed && <MissedDialog missed={missed} onClose={close} />}
    </>
  )
}
