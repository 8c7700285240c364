import { formatScreenDate, type OperatorDetail, parseScreenDate } from '@portal/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogRefusal } from '#lib/api/dialog-refusal.tsx'
import { faultAt } from '#lib/api/fault-at.ts'
import { today } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { draftOf, operatorFields, wireOf } from './operator-draft.ts'
import { nameOf } from './operator-name.ts'
import { useSaveOperator } from './operators.queries.ts'

interface Props {
  readonly operator: OperatorDetail
  readonly onClose: () => void
}

function useSaved({ onClose }: Props) {
  const { t } = useTranslation()
  return useSaveOperator(false, () => {
    onClose()
    notify({ kind: 'success', body: t('operators.modified') })
  })
}

const fieldId = 'enable-from'

/** Opens an account from a day on, today unless told. */
export function EnableDialog(props: Props) {
  const { operator, onClose } = props
  const { t } = useTranslation()
  const [from, setFrom] = useState(() => formatScreenDate(today()))
  const [attempt, setAttempt] = useState({ number: 0, isWrong: false })
  const save = useSaved(props)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const isWrong = parseScreenDate(from) === undefined
    setAttempt({ number: attempt.number + 1, isWrong })
    save.reset()
    if (!isWrong) save.mutate(wireOf({ ...draftOf(operator), isEnabled: true, enabledAt: from }, operator))
  }
  const fault = attempt.isWrong ? t('messages.data_non_valida') : faultAt(save.error, operatorFields.enabledAt)
  const label = t('operators.enable.from')
  return (
    <Modal
      title={t('operators.enable.title', { name: nameOf(operator) })}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('desk.cancel')}
          </Button>
          <Button type="submit" form="enable">
            {t('operators.enable.button')}
          </Button>
        </>
      }
    >
      <ErrorSummary
        title={t('report.errorTitle')}
        errors={fault ? [{ fieldId, text: `${label}: ${fault}` }] : []}
        attempt={attempt.isWrong ? attempt.number : save.error}
      />
      {!fault && <DialogRefusal error={save.error} />}
      <form id="enable" noValidate onSubmit={handleSubmit}>
        <TextInput
          id={fieldId}
          label={label}
          hint={t('operators.enable.hint')}
          required
          error={fault}
          autoComplete="off"
          inputMode="numeric"
          dir="ltr"
          isShort
          value={from}
          onChange={setFrom}
        />
      </form>
    </Modal>
  )
}

/** Closes an account from now on. */
export function DisableDialog(props: Props) {
  const { operator, onClose } = props
  const { t } = useTranslation()
  const save = useSaved(props)
  return (
    <ConfirmDialog
      title={t('operators.disable.title', { name: nameOf(operator) })}
      texts={{ confirm: t('operators.disable.button'), cancel: t('desk.cancel'), close: t('site.close') }}
      onConfirm={() => save.mutate(wireOf({ ...draftOf(operator), isEnabled: false }, operator))}
      onClose={onClose}
    >
      <DialogRefusal error={save.error} />
      <p>{t('operators.disable.text', { date: formatScreenDate(today()) })}</p>
    </ConfirmDialog>
  )
}
