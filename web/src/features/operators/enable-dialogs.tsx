import { formatScreenDate, type OperatorDetail, parseScreenDate } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { DayField } from '#form/fields/day-field.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { today } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
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

/** Opens an account from a day on, by default today. */
export function EnableDialog(props: Props) {
  const { operator, onClose } = props
  const { t } = useTranslation()
  const save = useSaved(props)
  const session = useFormSession({
    id: 'enable',
    start: () => ({ from: formatScreenDate(today()) }),
    fields: { from: operatorFields.enabledAt },
    labelOf: () => t('operators.enable.from'),
    check: ({ from }) => ({ from: parseScreenDate(from) ? undefined : t('messages.data_non_valida') }),
    keepsErrors: true,
    sending: save,
    send: ({ from }) => save.mutate(wireOf({ ...draftOf(operator), isEnabled: true, enabledAt: from }, operator)),
  })
  return (
    <FormDialog
      {...session.dialog}
      title={t('operators.enable.title', { name: nameOf(operator) })}
      submitText={t('operators.enable.button')}
      onClose={onClose}
    >
      <DayField {...session.field('from')} hint={t('operators.enable.hint')} required />
    </FormDialog>
  )
}

/** Closes an account from now on. */
export function DisableDialog(props: Props) {
  const { operator, onClose } = props
  const { t } = useTranslation()
  const save = useSaved(props)
  return (
    <FormDialog
      title={t('operators.disable.title', { name: nameOf(operator) })}
      submitText={t('operators.disable.button')}
      pending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate(wireOf({ ...draftOf(operator), isEnabled: false }, operator))}
      onClose={onClose}
    >
      <p>{t('operators.disable.text', { date: formatScreenDate(today()) })}</p>
    </FormDialog>
  )
}
