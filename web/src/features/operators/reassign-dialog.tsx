import { type Colleague, type OperatorDetail, workersOf } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { colleaguesQuery } from '#lib/backoffice/colleagues.ts'
import { notify } from '#lib/page/notices.ts'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { FieldGroup } from '#ui/field/field-frame.tsx'
import { nameOf, rolesText } from './operator-name.ts'
import { useReassignCases } from './operators.queries.ts'

interface Props {
  readonly operator: OperatorDetail
  readonly onClose: () => void
}

type Status = OperatorDetail['openStatuses'][number]

const canWorkOn = ({ roles }: Colleague, status: Status) => workersOf[status].some((role) => roles.includes(role))

/** Chooses who takes over the open cases, and reports how many were moved. The server shares them and checks the same. */
export function ReassignDialog({ operator, onClose }: Props) {
  const { t } = useTranslation()
  const { openStatuses } = operator
  const { data: colleagues, isError, isFetching, refetch } = useQuery(colleaguesQuery)
  const choices = (colleagues ?? []).filter(
    (one) => one.id !== operator.id && openStatuses.some((status) => canWorkOn(one, status)),
  )
  const reassign = useReassignCases(operator.id, (count, ids) => {
    onClose()
    const names = choices.filter(({ id }) => ids.includes(id)).map(nameOf)
    notify({ kind: 'success', body: t('operators.reassign.done', { count, name: names.join(', ') }) })
  })
  const errorOf = (to: readonly number[]) => {
    if (to.length === 0) return t('messages.campo_obbligatorio')
    const chosen = choices.filter(({ id }) => to.includes(id))
    const isCovered = openStatuses.every((status) => chosen.some((one) => canWorkOn(one, status)))
    return isCovered ? undefined : t('operators.reassign.uncovered')
  }
  const session = useFormSession<{ readonly to: readonly number[] }, 'to'>({
    id: 'reassign',
    start: { to: [] },
    fields: { to: 'id_destinatari' },
    labelOf: () => t('operators.reassign.to'),
    check: ({ to }) => ({ to: errorOf(to) }),
    sending: reassign,
    send: ({ to }) => reassign.mutate(to),
  })
  const { id: fieldId, label, error } = session.field('to')
  const { to } = session.draft
  const choose = (id: number, isChosen: boolean) =>
    session.set('to', isChosen ? [...to, id] : to.filter((one) => one !== id))
  return (
    <FormDialog
      {...session.dialog}
      title={t('operators.reassign.title', { name: nameOf(operator) })}
      submitText={t('operators.reassign.confirm')}
      onClose={onClose}
    >
      <p>{t('operators.reassign.text', { count: operator.openCases })}</p>
      {isError && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      <FieldGroup id={fieldId} label={label} error={error}>
        {colleagues && choices.length === 0 && <p>{t('operators.reassign.nobody')}</p>}
        {choices.map((one, index) => (
          <Checkbox
            key={one.id}
            id={index === 0 ? fieldId : `${fieldId}-${one.id}`}
            label={`${nameOf(one)} – ${rolesText(t, one.roles)}`}
            checked={to.includes(one.id)}
            onChange={(isChosen) => choose(one.id, isChosen)}
          />
        ))}
      </FieldGroup>
    </FormDialog>
  )
}
