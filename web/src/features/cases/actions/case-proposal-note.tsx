import { actionOf, type CaseDetail } from '@portal/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldDefinitions } from '#form/read-only/field-text.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { finishAction } from '#record/record-action-bar.tsx'
import { Button } from '#ui/button.tsx'
import { caseDisplay } from '../record/case-display.tsx'
import type { CaseFormOf } from '../record/use-case-form.ts'
import { disabledReason } from './case-action-bar.tsx'
import { CaseActionDialog } from './case-action-dialog.tsx'
import { modeOf } from './case-action-draft.ts'
import { caseEventsQuery } from './case-commands.queries.ts'
import { answers, isProposedTo } from './case-proposal.ts'
import { ReasonLine } from './case-reason-line.tsx'

interface Props {
  readonly record: CaseDetail
  readonly form: CaseFormOf
}

/** For RUP, on a case whose closing is proposed: who proposed it and why, and the two ways to answer, in a line. */
export function ProposalNote({ record, form }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [open, setOpen] = useState<(typeof answers)[number]>()
  if (!isProposedTo(record, selectedRole)) return null
  const close = () => setOpen(undefined)
  const handlers = { onDone: () => finishAction(form, close), onClose: close }
  const isLine = open !== undefined && modeOf(actionOf(open, selectedRole), record) === 'line'
  return (
    <section className="alert alert-info case-proposal" aria-label={t('caseActions.proposalTitle')}>
      <ProposalFacts record={record} />
      <div className="cluster">
        {answers.map((word) => (
          <Button
            key={word}
            size="sm"
            variant={word === 'close' ? 'primary' : 'secondary'}
            disabledReason={disabledReason(t, word, record, form.hasChanges())}
            onClick={() => setOpen(word)}
          >
            {t(`caseActions.names.${word}`)}
          </Button>
        ))}
      </div>
      {open && isLine && <ReasonLine word={open} record={record} {...handlers} />}
      {open && !isLine && <CaseActionDialog word={open} record={record} {...handlers} />}
    </section>
  )
}

/** Who proposes to close the case, with which outcome; the reason unfolds. */
function ProposalFacts({ record: { id, values } }: Pick<Props, 'record'>) {
  const { t } = useTranslation()
  const { data: history } = useInfiniteQuery(caseEventsQuery(id))
  const proposal = history?.pages.flatMap(({ rows }) => rows).find(({ kind }) => kind === 'proposeClosing')
  const [outcome] = fieldDefinitions(t, { display: caseDisplay, names: ['outcomeId'], values, hidesEmpty: true })
  return (
    <div className="proposal-facts">
      <strong>{proposal?.by ? `${t('caseActions.proposedBy')} ` : t('caseActions.proposalTitle')}</strong>
      {proposal?.by && <bdi>{proposal.by}</bdi>}
      {outcome && (
        <span>
          <span>{`${outcome.term}: `}</span>
          <span>{outcome.value}</span>
        </span>
      )}
      {proposal?.reason && (
        <details>
          <summary>{t('caseActions.proposedFor')}</summary>
          <p className="written-text" dir="auto">
            {proposal.reason}
          </p>
        </details>
      )}
    </div>
  )
}
