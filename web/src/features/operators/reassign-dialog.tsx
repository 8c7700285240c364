import { type Colleague, type OperatorDetail, workersOf } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogRefusal } from '#lib/api/dialog-refusal.tsx'
import { faultAt } from '#lib/api/fault-at.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { colleaguesQuery } from '#lib/backoffice/colleagues.ts'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { Select } from '#ui/field/select.tsx'
import { nameOf, rolesText } from './operator-name.ts'
import { useReassignCases } from './operators.queries.ts'

interface Props {
  readonly operator: OperatorDetail
  readonly onClose: () => void
}

/** Whether somebody can work on each of the open cases, as the server asks of whoever takes them over. */
const canTakeOver = ({ roles }: Colleague, { openStatuses }: OperatorDetail) =>
  openStatuses.every((status) => workersOf[status].some((role) => roles.includes(role)))

const fieldId = 'reassign-to'

/** Chooses who takes over the open cases, and tells how many were moved. */
export function ReassignDialog({ operator, onClose }: Props) {
  const { t } = useTranslation()
  const [toId, setToId] = useState('')
  const [attempt, setAttempt] = useState(0)
  const { data: colleagues, isError, isFetching, refetch } = useQuery(colleaguesQuery)
  const choices = (colleagues ?? []).filter((one) => one.id !== operator.id && canTakeOver(one, operator))
  const reassign = useReassignCases(operator.id, (count, id) => {
    onClose()
    const to = choices.find((one) => one.id === id)
    notify({ kind: 'success', body: t('operators.reassign.done', { count, name: to && nameOf(to) }) })
  })
  const { error } = reassign
  const missing = attempt > 0 && toId === '' ? t('messages.campo_obbligatorio') : undefined
  const fault = missing ?? faultAt(error, 'id_destinatario')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (toId !== '') reassign.mutate(Number(toId))
  }
  return (
    <Modal
      title={t('operators.reassign.title', { name: nameOf(operator) })}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('desk.cancel')}
          </Button>
          <Button type="submit" form="reassign">
            {t('operators.reassign.confirm')}
          </Button>
        </>
      }
    >
      <ErrorSummary
        title={t('report.errorTitle')}
        errors={fault ? [{ fieldId, text: `${t('operators.reassign.to')}: ${fault}` }] : []}
        attempt={missing ? attempt : error}
      />
      {!fault && <DialogRefusal error={error} />}
      <p>{t('operators.reassign.text', { count: operator.openCases })}</p>
      {isError && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      <form id="reassign" noValidate onSubmit={handleSubmit}>
        <Select
          id={fieldId}
          label={t('operators.reassign.to')}
          required
          error={fault}
          hint={colleagues && choices.length === 0 ? t('operators.reassign.nobody') : undefined}
          emptyLabel={t('report.choose')}
          value={toId}
          options={choices.map((one) => ({
            value: String(one.id),
            label: `${nameOf(one)} – ${rolesText(t, one.roles)}`,
          }))}
          onChange={setToId}
        />
      </form>
    </Modal>
  )
}
