import { type CaseRow, caseActions, type OperatorLoad } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogRefusal } from '#lib/api/dialog-refusal.tsx'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { notify } from '#lib/page/notices.ts'
import type { Selection } from '#list/list-selection.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { RadioRow } from '#ui/field/radio-row.tsx'
import { Select } from '#ui/field/select.tsx'
import { type AssignOutcome, operatorLoadsQuery, useAssignCases } from './case-list.queries.ts'

interface Props {
  readonly selection: Selection<CaseRow>
  readonly onClose: () => void
}

/** The action that assigns, for each level of work. */
type Level = 'assignOne' | 'assignTwo'

/**
 * Assigns the selected cases. Cases that could not be assigned are listed with the reason and stay selected, in their
 * current state, if they are on the current page.
 */
export function AssignDialog({ selection, onClose }: Props) {
  const [refused, setRefused] = useState<readonly AssignOutcome[]>([])
  const { t } = useTranslation()
  const handleDone = (outcomes: readonly AssignOutcome[]) => {
    const missed = outcomes.filter(({ refusal }) => refusal !== undefined)
    const done = outcomes.filter(({ refusal }) => refusal === undefined)
    const isOver = ({ id }: CaseRow) => done.some((outcome) => outcome.id === id)
    selection.set([...selection.rows.filter(isOver), ...selection.elsewhere], false)
    if (done.length > 0) notify({ kind: 'success', body: t('cases.assign.done', { count: done.length }) })
    if (missed.length === 0) onClose()
    else setRefused(missed)
  }
  return refused.length > 0 ? (
    <RefusedDialog refused={refused} onClose={onClose} />
  ) : (
    <AskDialog selection={selection} onClose={onClose} onDone={handleDone} />
  )
}

interface AskProps extends Props {
  readonly onDone: (outcomes: readonly AssignOutcome[]) => void
}

const operatorField = 'assign-operator'

function AskDialog({ selection, onClose, onDone }: AskProps) {
  const { t } = useTranslation()
  const [level, setLevel] = useState<Level>('assignOne')
  const [operatorId, setOperatorId] = useState('')
  const [attempt, setAttempt] = useState(0)
  const assign = useAssignCases(onDone)
  const missing = attempt > 0 && operatorId === '' ? t('messages.campo_obbligatorio') : undefined
  const handleLevel = (chosen: string) => {
    setLevel(chosen === 'assignTwo' ? 'assignTwo' : 'assignOne')
    setOperatorId('')
    setAttempt(0)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    const cases = selection.rows.map(({ id, version }) => ({ id, version }))
    if (operatorId !== '') assign.mutate({ body: { level, operatorId: Number(operatorId), cases } })
  }
  return (
    <Modal
      title={t('cases.assign.title', { count: selection.rows.length })}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('desk.cancel')}
          </Button>
          <Button type="submit" form="assign">
            {t('cases.assign.confirm')}
          </Button>
        </>
      }
    >
      <ErrorSummary
        title={t('report.errorTitle')}
        errors={missing ? [{ fieldId: operatorField, text: `${t('cases.assign.operator')}: ${missing}` }] : []}
        attempt={attempt}
      />
      <DialogRefusal error={assign.error} />
      <form id="assign" noValidate onSubmit={handleSubmit}>
        <RadioRow
          id="assign-level"
          label={t('cases.assign.level')}
          options={[
            { value: 'assignOne', label: t('cases.assign.one') },
            { value: 'assignTwo', label: t('cases.assign.two') },
          ]}
          value={level}
          onChange={handleLevel}
        />
        <OperatorChoice level={level} value={operatorId} error={missing} onChange={setOperatorId} />
      </form>
    </Modal>
  )
}

interface ChoiceProps {
  readonly level: Level
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (operatorId: string) => void
}

const optionOf = (t: TFunction, { id, name, open, late }: OperatorLoad) => ({
  value: String(id),
  label: `${name} – ${t('cases.assign.open', { count: open })}, ${t('cases.assign.late', { count: late })}`,
})

/** The operators of the level, those with the fewest open cases first. */
function OperatorChoice({ level, ...field }: ChoiceProps) {
  const { t } = useTranslation()
  const { data: loads, isError, isFetching, refetch } = useQuery(operatorLoadsQuery)
  const offered = (loads ?? []).filter((load) => load.level === caseActions[level].to).sort((a, b) => a.open - b.open)
  if (isError) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  return (
    <Select
      {...field}
      id={operatorField}
      label={t('cases.assign.operator')}
      hint={loads && offered.length === 0 ? t('cases.assign.nobody') : undefined}
      required
      emptyLabel={t('report.choose')}
      options={offered.map((load) => optionOf(t, load))}
    />
  )
}

interface RefusedProps {
  readonly refused: readonly AssignOutcome[]
  readonly onClose: () => void
}

/** The cases that could not be assigned, each with its reason. */
function RefusedDialog({ refused, onClose }: RefusedProps) {
  const { t } = useTranslation()
  return (
    <Modal
      title={t('cases.assign.refused', { count: refused.length })}
      isAlert
      onClose={onClose}
      closeText={t('site.close')}
      footer={<Button onClick={onClose}>{t('site.close')}</Button>}
    >
      <ul className="plain-list">
        {refused.map(({ id, code, refusal }) => (
          <li key={id}>
            <bdi dir="ltr" className="figures">
              {code ?? id}
            </bdi>
            {': '}
            {refusal}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
