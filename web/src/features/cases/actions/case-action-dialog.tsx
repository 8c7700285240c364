import type { CaseActionWord, CaseDetail } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ActionDialog } from '#record/action-dialog.tsx'
import { withActionValue } from './case-action-draft.ts'
import { ActionFields, actionFieldId } from './case-action-fields.tsx'
import { ClosingFacts } from './case-closing-facts.tsx'
import { ClosingMacros } from './closing-macros.tsx'
import { startDraft, useActionSession } from './use-case-action.ts'

/** Actions that nobody can undo. */
export const irreversibleActions: readonly string[] = ['cancel'] satisfies readonly CaseActionWord[]

/** Whether an action ends the work on a case, so that a macro may fill its form. */
const endsWork = (word: CaseActionWord) => word === 'close' || word === 'proposeClosing'

export interface CaseActionProps {
  readonly word: CaseActionWord
  readonly record: CaseDetail
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The form of an action on a case. The draft stays in the tab and is restored when the user comes back to the case. */
export function CaseActionDialog({ word, record, onDone, onClose }: CaseActionProps) {
  const { t } = useTranslation()
  const { action, keys, isResumed, session } = useActionSession(word, record, onDone)
  return (
    <ActionDialog
      session={session}
      title={t(`caseActions.titles.${word}`)}
      submitText={t(`caseActions.confirms.${word}`)}
      cancelText={t('caseActions.dismiss')}
      isDanger={irreversibleActions.includes(word)}
      conflictText={t('caseActions.conflict')}
      text={t(`caseActions.texts.${word}`)}
      facts={word === 'close' && <ClosingFacts record={record} />}
      resumed={
        isResumed
          ? { onDiscard: () => session.restart(startDraft()), focusId: keys[0] && actionFieldId(keys[0]) }
          : undefined
      }
      onClose={onClose}
    >
      {endsWork(word) && <ClosingMacros keys={keys} draft={session.draft} onFill={session.change} />}
      <ActionFields
        word={word}
        action={action}
        keys={keys}
        record={record}
        draft={session.draft}
        errorOf={session.errorOf}
        onChange={(key, value) => session.change(withActionValue({}, key, value))}
      />
    </ActionDialog>
  )
}
