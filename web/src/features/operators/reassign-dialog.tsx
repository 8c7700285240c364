import { type Colleague, type OperatorDetail, workersOf } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { colleaguesQuery } from '#lib/backoffice/colleagues.ts'
import { notify } from '#lib/page/notices.ts'
import { Select } from '#ui/field/select.tsx'
import { nameOf, rolesText } from './operator-name.ts'
import { useReassignCases } from './operators.queries.ts'

interface Props {
  readonly operator: OperatorDetail
  readonly onClose: () => void
}

/** Whether a colleague may work on each of the open cases; the server checks the same. */
const canTakeOver = ({ roles }: Colleague, { openStatuses }: OperatorDetail) =>
  openStatuses.every((status) => workersOf[status].some((role) => roles.includes(role)))

/** Chooses who takes over the open cases, and reports how many were moved. */
export function ReassignDialog({ operator, onClose }: Props) {
  const { t } = useTranslation()
  const { data: colleagues, isError, isFetching, refetch } = useQuery(colleaguesQuery)
  const choices = (colleagues ?? []).filter((one) => one.id !== operator.id && canTakeOver(one, operator))
  const reassign = useReassignCases(operator.id, (count, id) => {
    onClose()
    const to = choices.find((one) => one.id === id)
    notify({ kind: 'success', body: t('operators.reassign.done', { count, name: to && nameOf(to) }) })
  })
  const session = useFormSession({
    id: 'reassign',
    start: { to: '' },
    fields: { to: 'id_destinatario' },
    labelOf: () => t('operators.reassign.to'),
    check: ({ to }) => ({ to: to === '' ? t('messages.campo_obbligatorio') : undefined }),
    sending: reassign,
    send: ({ to }) => reassign.mutate(Number(to)),
  })
  return (
    <FormDialog
      {...session.dialog}
      title={t('operators.reassign.title', { name: nameOf(operator) })}
      submitText={t('operators.reassign.confirm')}
      onClose={onClose}
    >
      <p>{t('operators.reassign.text', { count: operator.openCases })}</p>
      {isError && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      <Select
        {...session.field('to')}
        required
        hint={colleagues && choices.length === 0 ? t('operators.reassign.nobody') : undefined}
        emptyLabel={t('report.choose')}
        options={choices.map((one) => ({
          value: String(one.id),
          label: `${nameOf(one)} – ${rolesText(t, one.roles)}`,
        }))}
      />
    </FormDialog>
  )
}
