import {
  addPerformedActions,
  type CaseDetail,
  caseFields,
  type Form,
  formatScreenDate,
  readDraft,
  writeWire,
} from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeskFieldView } from '#form/desk-field-view.tsx'
import { call } from '#lib/api/call.ts'
import { DialogRefusal } from '#lib/api/dialog-refusal.tsx'
import { faultAt } from '#lib/api/fault-at.ts'
import { newSenderKey } from '#lib/api/sender-key.ts'
import { today } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { useCaseRefresh } from './case-commands.queries.ts'

interface Props {
  readonly record: CaseDetail
  readonly onDone: () => void
  readonly onClose: () => void
}

const { columns, wire: linesName } = caseFields.performedActions
const columnKeys = ['actionId', 'date'] as const
type ColumnKey = (typeof columnKeys)[number]

const formId = 'case-performed'
const fieldId = (key: ColumnKey) => `performed-${key}`
const pathOf = (key: ColumnKey) => `${linesName}.0.${columns[key].wire}`

/** Adds an action performed, today unless told; nothing else of the case is opened for writing. */
export function PerformedDialog({ record, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const [{ line, senderKey }, setTyped] = useState(() => typed({ date: formatScreenDate(today()) }))
  const [attempt, setAttempt] = useState(0)
  const { wire, issues } = read(record.id, line)
  const adding = useAdding(record.id, senderKey, onDone)
  const labels = { actionId: t('caseActions.fields.performedActionId'), date: t('caseActions.fields.performedOn') }
  const errorOf = (key: ColumnKey) => {
    const own = attempt > 0 ? issues.find(({ path }) => path === pathOf(key)) : undefined
    return own ? t(`messages.${own.message}`) : faultAt(adding.error, pathOf(key))
  }
  const errors = columnKeys.flatMap((key) => {
    const text = errorOf(key)
    return text === undefined ? [] : [{ fieldId: fieldId(key), text: `${labels[key]}: ${text}` }]
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    adding.reset()
    if (issues.length === 0) adding.mutate(wire)
  }
  return (
    <Modal
      title={t('casePerformed.title')}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('caseActions.dismiss')}
          </Button>
          <Button type="submit" form={formId} pending={adding.isPending} pendingText={t('site.wait')}>
            {t('casePerformed.confirm')}
          </Button>
        </>
      }
    >
      <ErrorSummary title={t('report.errorTitle')} errors={errors} attempt={adding.error ?? attempt} />
      {errors.length === 0 && <DialogRefusal error={adding.error} />}
      <form id={formId} noValidate onSubmit={handleSubmit}>
        {columnKeys.map((key) => (
          <DeskFieldView
            key={key}
            id={fieldId(key)}
            field={columns[key]}
            label={labels[key]}
            error={errorOf(key)}
            required
            value={line[key]}
            onChange={(value) => setTyped(typed({ ...line, [key]: value }))}
          />
        ))}
      </form>
    </Modal>
  )
}

/** What is typed, under a key of its own: sent twice it is added once. */
const typed = (line: Partial<Record<ColumnKey, unknown>>) => ({ line, senderKey: newSenderKey() })

/** The call as it would be sent, with all that is wrong with it. */
function read(caseId: number, line: Partial<Record<ColumnKey, unknown>>) {
  const form = addPerformedActions.form as Form<object>
  const { values, issues } = readDraft(form, { caseId, performedActions: [line] }, today())
  return { wire: writeWire(form, values), issues }
}

function useAdding(id: number, senderKey: string, onDone: () => void) {
  const { t } = useTranslation()
  const refresh = useCaseRefresh()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (wire: object) => call(addPerformedActions, { wire }, { headers: { 'Idempotency-Key': senderKey } }),
    onSuccess: (changed) => {
      notify({ kind: 'success', body: t('casePerformed.done') })
      void refresh(id, changed)
      onDone()
    },
  })
}
