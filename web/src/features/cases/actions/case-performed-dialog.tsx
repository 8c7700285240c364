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
import { useTranslation } from 'react-i18next'
import { DeskFieldView } from '#form/fields/desk-field-view.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { fieldSentences, useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { today } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { useCaseRefresh } from './case-commands.queries.ts'

interface Props {
  readonly record: CaseDetail
  readonly onDone: () => void
  readonly onClose: () => void
}

const { columns, wire: linesName } = caseFields.performedActions
const columnKeys = ['actionId', 'date'] as const
type ColumnKey = (typeof columnKeys)[number]

const wirePathOf = (key: ColumnKey) => `${linesName}.0.${columns[key].wire}`
const labelKeys = { actionId: 'performedActionId', date: 'performedOn' } as const

interface Line {
  readonly actionId?: unknown
  readonly date?: unknown
}

/** Adds a performed action, by default with today's date; the rest of the case stays read-only. */
export function PerformedDialog({ record, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const adding = useAddPerformedAction(record.id, onDone)
  const session = useFormSession({
    id: 'performed',
    start: (): Line => ({ date: formatScreenDate(today()) }),
    fields: { actionId: wirePathOf('actionId'), date: wirePathOf('date') },
    labelOf: (key) => t(`caseActions.fields.${labelKeys[key]}`),
    // An error of the whole line, for example of one without any value, is shown at its first field.
    check: (line) =>
      fieldSentences(t, readLine(record.id, line).fieldErrors, ({ path }) =>
        path === wirePathOf('date') ? 'date' : 'actionId',
      ),
    sending: adding,
    send: (line, { senderKey }) => adding.mutate({ wire: readLine(record.id, line).wire, senderKey }),
  })
  return (
    <FormDialog
      {...session.dialog}
      title={t('casePerformed.title')}
      submitText={t('casePerformed.confirm')}
      cancelText={t('caseActions.dismiss')}
      onClose={onClose}
    >
      {columnKeys.map((key) => (
        <DeskFieldView key={key} {...session.field(key)} field={columns[key]} required />
      ))}
    </FormDialog>
  )
}

/** The body of the call, with all its validation errors. */
function readLine(caseId: number, line: Line) {
  const form = addPerformedActions.form as Form<object>
  const { values, fieldErrors } = readDraft(form, { caseId, performedActions: [line] }, today())
  return { wire: writeWire(form, values), fieldErrors }
}

function useAddPerformedAction(id: number, onDone: () => void) {
  const { t } = useTranslation()
  const refresh = useCaseRefresh()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: ({ wire, senderKey }: { wire: object; senderKey: string }) =>
      call(addPerformedActions, { wire }, { headers: { 'Idempotency-Key': senderKey } }),
    onSuccess: (changed) => {
      notify({ kind: 'success', body: t('casePerformed.done') })
      void refresh(id, changed)
      onDone()
    },
  })
}
