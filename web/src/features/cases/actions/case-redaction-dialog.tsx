import { getRedactedCaseSheet, type SheetPart, sheetPartNames } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { callFile } from '#lib/api/call.ts'
import { saveDocument } from '#lib/files/save-document.ts'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { FieldGroup } from '#ui/field/field-frame.tsx'

interface Props {
  /** Id of the case. */
  readonly id: number
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Chooses the parts that the PDF for another authority leaves out; at first all of them. */
export function RedactionDialog({ id, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const download = useMutation({
    meta: { isHandled: true },
    mutationFn: (parts: readonly SheetPart[]) =>
      saveDocument(`${id}-omissis`, (query) =>
        callFile(getRedactedCaseSheet, { params: { id }, query, body: { parts: [...parts] } }),
      ),
    onSuccess: onDone,
  })
  const session = useFormSession({
    id: 'redaction',
    start: (): { readonly parts: readonly SheetPart[] } => ({ parts: sheetPartNames }),
    fields: { parts: 'parti_oscurate' },
    labelOf: () => t('caseRedaction.parts'),
    check: ({ parts }) => ({ parts: parts.length === 0 ? t('caseRedaction.noParts') : undefined }),
    sending: download,
    send: ({ parts }) => download.mutate(parts),
  })
  const { value: parts, onChange, ...field } = session.field('parts')
  return (
    <FormDialog
      {...session.dialog}
      title={t('caseRedaction.title')}
      submitText={t('caseRedaction.confirm')}
      cancelText={t('caseActions.dismiss')}
      onClose={onClose}
    >
      <p>{t('caseRedaction.text')}</p>
      <FieldGroup {...field} hint={t('caseRedaction.hint')} required>
        <div className="role-boxes">
          {' '}
          {sheetPartNames.map((part, index) => (
            <Checkbox
              key={part}
              id={index === 0 ? field.id : `${field.id}-${part}`}
              label={t(`sheetParts.${part}`)}
              checked={parts.includes(part)}
              onChange={(isTicked) =>
                onChange(sheetPartNames.filter((one) => (one === part ? isTicked : parts.includes(one))))
              }
            />
          ))}
        </div>
      </FieldGroup>
    </FormDialog>
  )
}
