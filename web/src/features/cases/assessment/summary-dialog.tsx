import type { SummaryActionWord } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { notify } from '#lib/page/notices.ts'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { useSummaryAct } from './summary.queries.ts'

/** The actions that ask for something: RUP says why, or that the text was read for personal data. */
export type AskedSummaryAction = Extract<SummaryActionWord, 'sendBack' | 'publish' | 'withdraw'>

interface Props {
  readonly action: AskedSummaryAction
  readonly caseId: number
  readonly version: number
  readonly onClose: () => void
}

export function SummaryDialog({ action, caseId, version, onClose }: Props) {
  const { t } = useTranslation()
  const acting = useSummaryAct(caseId, () => {
    notify({ kind: 'success', body: t(`summaryTab.done.${action}`) })
    onClose()
  })
  const isPublishing = action === 'publish'
  const session = useFormSession({
    id: 'summary-act',
    start: () => ({ note: '', isChecked: false }),
    fields: { note: 'nota', isChecked: 'flag_riletta' },
    labelOf: (key) => t(`summaryTab.fields.${key === 'note' && action === 'withdraw' ? 'why' : key}`),
    check: ({ note, isChecked }) => ({
      note: isPublishing || note.trim() ? undefined : t('messages.campo_obbligatorio'),
      isChecked: !isPublishing || isChecked ? undefined : t('messages.campo_obbligatorio'),
    }),
    sending: acting,
    send: ({ note, isChecked }) => acting.mutate({ action, version, ...(isPublishing ? { isChecked } : { note }) }),
  })
  const { value: isChecked, ...box } = session.field('isChecked')
  return (
    <FormDialog
      {...session.dialog}
      title={t(`summaryTab.actions.${action}`)}
      submitText={t(`summaryTab.actions.${action}`)}
      cancelText={t('caseActions.dismiss')}
      onClose={onClose}
    >
      {isPublishing ? (
        <>
          <p>{t('summaryTab.public')}</p>
          <Checkbox {...box} checked={isChecked} required />
        </>
      ) : (
        <TextArea {...session.field('note')} required rows={4} />
      )}
    </FormDialog>
  )
}
