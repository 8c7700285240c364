import { assignCases, caseActions, type OperatorLoad } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { RadioRow } from '#ui/field/radio-row.tsx'
import { Select, type SelectProps } from '#ui/field/select.tsx'
import { operatorLoadsQuery, useChangeCases } from '../actions/case-commands.queries.ts'
import { type BulkDialogProps, versionsOf } from './case-bulk-outcome.tsx'

/** The action that assigns, for each level of work. */
type Level = 'assignOne' | 'assignTwo'

/** The fields in their order, with their names on the wire. */
const fields = { level: 'azione', operator: 'id_operatore' } as const
const labels = { level: 'cases.assign.level', operator: 'cases.assign.operator' } as const
const start = { level: 'assignOne' as Level, operator: '' }

/** Assigns the selected cases. */
export function AssignDialog({ selection, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation()
  const assign = useChangeCases(assignCases, onDone)
  const session = useFormSession({
    id: 'assign',
    start,
    fields,
    labelOf: (key) => t(labels[key]),
    check: ({ operator }) => ({ operator: operator === '' ? t('messages.campo_obbligatorio') : undefined }),
    sending: assign,
    send: ({ level, operator }) => {
      assign.mutate({ level, operatorId: Number(operator), cases: versionsOf(selection.rows) })
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
