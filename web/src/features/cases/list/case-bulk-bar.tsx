import { type CaseRow, caseActions, isActionFor, type OperatorLoad, type Ordering } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '#features/exports/index.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { notify } from '#lib/page/notices.ts'
import { useUser } from '#lib/session/current-user.ts'
import type { Selection } from '#list/list-selection.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { RadioRow } from '#ui/field/radio-row.tsx'
import { Select, type SelectProps } from '#ui/field/select.tsx'
import {
  type AssignOutcome,
  operatorLoadsQuery,
  useAssignCases,
  useUndoCases,
} from '../actions/case-commands.queries.ts'
import { useUndoButton } from '../actions/use-case-action.ts'
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

interface DialogProps {
  readonly selection: Selection<CaseRow>
  readonly onClose: () => void
}

/** The action that assigns, for each level of work. */
type Level = 'assignOne' | 'assignTwo'

/**
 * Assigns the selected cases. Cases that could not be assigned are listed with the reason and stay selected, in their
 * current state, if they are on the current page.
 */
function AssignDialog({ selection, onClose }: DialogProps) {
  const [refused, setRefused] = useState<readonly AssignOutcome[]>([])
  const { t } = useTranslation()
  const undoButton = useUndoButton()
  const undoing = useUndoCases((outcomes) => {
    const kept = outcomes.filter(({ denial }) => denial !== undefined)
    const count = outcomes.length - kept.length
    if (count > 0) notify({ kind: 'success', body: t('cases.assign.undone', { count }) })
    for (const { code, id, denial } of kept) notify({ kind: 'error', body: `${code ?? id}: ${denial}` })
  })
  const handleDone = (outcomes: readonly AssignOutcome[]) => {
    const missed = outcomes.filter(({ denial }) => denial !== undefined)
    const done = outcomes.filter(({ denial }) => denial === undefined)
    const isOver = ({ id }: CaseRow) => done.some((outcome) => outcome.id === id)
    selection.set([...selection.rows.filter(isOver), ...selection.elsewhere], false)
    if (done.length > 0) {
      const cases = done.flatMap(({ id, version }) => (version === undefined ? [] : [{ id, version }]))
      const action = undoButton(() => undoing.mutate(cases))
      notify({ kind: 'success', body: t('cases.assign.done', { count: done.length }), action })
    }
    if (missed.length === 0) onClose()
    else setRefused(missed)
  }
  return refused.length > 0 ? (
    <RefusedDialog refused={refused} onClose={onClose} />
  ) : (
    <AskDialog selection={selection} onClose={onClose} onDone={handleDone} />
  )
}

interface AskProps extends DialogProps {
  readonly onDone: (outcomes: readonly AssignOutcome[]) => void
}

/** The fields in their order, with their names on the wire. */
const fields = { level: 'azione', operator: 'id_operatore' } as const
const labels = { level: 'cases.assign.level', operator: 'cases.assign.operator' } as const
const start = { level: 'assignOne' as Level, operator: '' }

function AskDialog({ selection, onClose, onDone }: AskProps) {
  const { t } = useTranslation()
  const assign = useAssignCases(onDone)
  const session = useFormSession({
    id: 'assign',
    start,
    fields,
    labelOf: (key) => t(labels[key]),
    check: ({ operator }) => ({ operator: operator === '' ? t('messages.campo_obbligatorio') : undefined }),
    sending: assign,
    send: ({ level, operator }) => {
      const cases = selection.rows.map(({ id, version }) => ({ id, version }))
      assign.mutate({ body: { level, operatorId: Number(operator), cases } })
    },
  })
  return (
    <FormDialog
      {...session.dialog}
      title={t('cases.assign.title', { count: selection.rows.length })}
      submitText={t('cases.assign.confirm')}
      onClose={onClose}
    >
      <RadioRow
        {...session.field('level')}
        options={[
          { value: 'assignOne', label: t('cases.assign.one') },
          { value: 'assignTwo', label: t('cases.assign.two') },
        ]}
        onChange={(chosen) => session.restart({ ...start, level: chosen as Level })}
      />
      <OperatorChoice {...session.field('operator')} level={session.draft.level} />
    </FormDialog>
  )
}

interface ChoiceProps extends Pick<SelectProps, 'id' | 'label' | 'error' | 'value' | 'onChange'> {
  readonly level: Level
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
        {refused.map(({ id, code, denial }) => (
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
