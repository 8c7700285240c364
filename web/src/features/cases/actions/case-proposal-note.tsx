import { type CaseDetail, caseActions, isActionFor } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/current-user.ts'
import { finishAction } from '#record/record-action-bar.tsx'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import type { CaseFormOf } from '../record/use-case-form.ts'
import { disabledReason } from './case-action-bar.tsx'
import { CaseActionDialog } from './case-action-dialog.tsx'
import { ClosingFacts } from './case-closing-facts.tsx'

interface Props {
  readonly record: CaseDetail
  readonly form: CaseFormOf
}

const answers = ['close', 'sendBack'] as const

/** For RUP, on a case whose closing is proposed: who proposed it and why, and the two ways to answer. */
export function ProposalNote({ record, form }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [dialog, setDialog] = useState<(typeof answers)[number]>()
  if (record.closingProposedAt === undefined || !isActionFor(caseActions.sendBack, selectedRole)) return null
  const close = () => setDialog(undefined)
  return (
    <Alert kind="info" title={t('caseActions.proposalTitle')}>
      <ClosingFacts record={record} />
      <div className="cluster">
        {answers.map((word) => (
          <Button
            key={word}
            size="sm"
            variant={word === 'close' ? 'primary' : 'secondary'}
            disabledReason={disabledReason(t, word, record, form.hasChanges())}
            onClick={() => setDialog(word)}
          >
            {t(`caseActions.names.${word}`)}
          </Button>
        ))}
      </div>
      {dialog && (
        <CaseActionDialog
          requestedAction={dialog}
          record={record}
          onDone={() => finishAction(form, close)}
          onClose={close}
        />
      )}
    </Alert>
  )
}
