import type { BulkOutcome, CaseRow } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#lib/page/notices.ts'
import type { Selection } from '#list/list-selection.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { useUndoCases } from '../actions/case-commands.queries.ts'
import { useUndoButton } from '../actions/use-case-action.ts'

/** What can be done to several cases. */
export type BulkAct = 'assign' | 'tag' | 'perform' | 'read' | 'duplicates'

/** The acts that are actions of the workflow, which the user may undo. */
const undoable: readonly BulkAct[] = ['assign', 'duplicates']

export interface BulkDialogProps {
  readonly selection: Selection<CaseRow>
  readonly onClose: () => void
  readonly onDone: (outcomes: readonly BulkOutcome[]) => void
}

/** The cases of a call on several of them. */
export const versionsOf = (rows: readonly CaseRow[]) => rows.map(({ id, version }) => ({ id, version }))

interface Missed {
  readonly act: BulkAct
  readonly outcomes: readonly BulkOutcome[]
}

const isMissed = ({ denial }: BulkOutcome) => denial !== undefined

const notifyMissed = (outcomes: readonly BulkOutcome[]) => {
  for (const { code, id, denial } of outcomes) notify({ kind: 'error', body: `${code ?? id}: ${denial}` })
}

/**
 * Reports what became of each case: how many were changed, which the user may undo where the act allows it, and those that stay as
 * they were with their reasons. These stay selected, if they are on the current page.
 */
export function useBulkOutcome(selection: Selection<CaseRow>) {
  const { t } = useTranslation()
  const [missed, setMissed] = useState<Missed>()
  const undoButton = useUndoButton()
  const undoing = useUndoCases((outcomes) => {
    const kept = outcomes.filter(isMissed)
    const count = outcomes.length - kept.length
    if (count > 0) notify({ kind: 'success', body: t('cases.bulk.undone', { count }) })
    notifyMissed(kept)
  })
  const report = (act: BulkAct, outcomes: readonly BulkOutcome[]) => {
    const kept = outcomes.filter(isMissed)
    const done = outcomes.filter((outcome) => !isMissed(outcome))
    const { rows, elsewhere } = selection
    const leaving = [...rows.filter(({ id }) => done.some((outcome) => outcome.id === id)), ...elsewhere]
    selection.set(leaving, false)
    if (done.length > 0) {
      const cases = done.flatMap(({ id, version }) => (version === undefined ? [] : [{ id, version }]))
      const action = undoable.includes(act) ? undoButton(() => undoing.mutate(cases)) : undefined
      notify({ kind: 'success', body: t(`cases.bulk.done.${act}`, { count: done.length }), action })
    }
    // The bar, and a dialog of it, goes with the last selected case.
    if (leaving.length === rows.length) notifyMissed(kept)
    else if (kept.length > 0) setMissed({ act, outcomes: kept })
  }
  return { missed, report, close: () => setMissed(undefined) }
}

/** The cases that stay as they were, each with its reason. */
export function MissedDialog({ missed, onClose }: { readonly missed: Missed; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      title={t(`cases.bulk.missed.${missed.act}`, { count: missed.outcomes.length })}
      isAlert
      onClose={onClose}
      closeText={t('site.close')}
      footer={<Button onClick={onClose}>{t('site.close')}</Button>}
    >
      <ul className="plain-list">
        {missed.outcomes.map(({ id, code, denial }) => (
          <li key={id}>
            <bdi dir="ltr" translate="no" className="figures">
              {code ?? id}
            </bdi>
            <span>{`: ${denial}`}</span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
