import type { OwnAssociation } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { LongText } from '#form/fields/long-text.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { useRemoval } from './own-associations.queries.ts'

interface Props {
  readonly own: OwnAssociation
  readonly onClose: () => void
}

const maxLength = 4000

/** Confirms the request to be removed from the register, with a reason that may stay empty. */
export function RemovalDialog({ own, onClose }: Props) {
  const { t } = useTranslation()
  const removal = useRemoval(onClose)
  const session = useFormSession({
    id: 'removal',
    start: { reason: '' },
    fields: { reason: 'motivo' },
    labelOf: () => t('personalArea.removal.reason'),
    sending: removal,
    send: ({ reason }) => removal.mutate({ id: own.id, ...(reason.trim() && { reason: reason.trim() }) }),
  })
  return (
    <FormDialog
      {...session.dialog}
      isDanger
      title={t('personalArea.removal.title')}
      submitText={t('personalArea.removal.confirm')}
      onClose={onClose}
    >
      <p>{t('personalArea.removal.text', { name: own.values.name })}</p>
      <LongText {...session.field('reason')} note={t('personalArea.optional')} rows={3} limit={maxLength} />
    </FormDialog>
  )
}
