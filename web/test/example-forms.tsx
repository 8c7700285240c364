// Two small forms, as CONTRIBUTING shows them: a dialog with two fields, and a page with two steps.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { DialogRefusal } from '#lib/api/dialog-refusal.tsx'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { TextInput } from '#ui/field/text-input.tsx'

interface Props {
  readonly save: (wire: object) => Promise<unknown>
  readonly onDone: () => void
}

/** The fields in their order, each with its name on the wire. */
const wires = { name: 'cognome', reason: 'motivo' } as const
const labels = { name: 'operators.fields.lastName', reason: 'rightsPage.fields.reason' } as const

/** A dialog: it sends a name and a reason, and closes when the server has taken them. */
export function ExampleDialog({ save, onDone }: Props) {
  const { t } = useTranslation()
  const saving = useMutation({ meta: { isHandled: true }, mutationFn: save, onSuccess: onDone })
  const session = useFormSession({
    id: 'example',
    start: { name: '', reason: '' },
    fields: wires,
    labelOf: (key) => t(labels[key]),
    check: ({ name }) => ({ name: name === '' ? t('messages.campo_obbligatorio') : undefined }),
    sending: saving,
    send: ({ name, reason }) => saving.mutate({ cognome: name, motivo: reason }),
  })
  return (
    <FormDialog {...session.dialog} title={t('operators.new')} submitText={t('operators.save')} onClose={onDone}>
      <TextInput {...session.field('name')} required />
      <TextInput {...session.field('reason')} />
    </FormDialog>
  )
}

const steps = [['name'], ['reason']] as const

/** A page with two steps: the second one opens when the first one has no error; leaving asks. */
export function ExampleSteps({ save, onDone }: Props) {
  const { t } = useTranslation()
  const [step, setStep] = useState(0)
  const saving = useMutation({
    meta: { isHandled: true },
    mutationFn: save,
    onSuccess: () => {
      session.finish()
      onDone()
    },
  })
  const session = useFormSession({
    id: 'example',
    start: { name: '', reason: '' },
    fields: wires,
    labelOf: (key) => t(labels[key]),
    check: ({ name, reason }) => ({
      name: name === '' ? t('messages.campo_obbligatorio') : undefined,
      reason: reason.length < 3 ? t('messages.campo_obbligatorio') : undefined,
    }),
    reveal: (key) => flushSync(() => setStep(steps.findIndex((keys) => keys.some((one) => one === key)))),
    sending: saving,
    send: ({ name, reason }) => saving.mutate({ cognome: name, motivo: reason }),
  })
  return (
    <form {...session.form}>
      <UnsavedChanges hasChanges={session.hasChanges} />
      <ErrorSummary {...session.summary} />
      <DialogRefusal error={session.denial} />
      {step === 0 && <TextInput {...session.field('name')} required />}
      {step === 1 && <TextArea {...session.field('reason')} required />}
      {step === 0 && (
        <Button key="next" onClick={() => session.submitStep(steps[0]) && setStep(1)}>
          {t('report.next')}
        </Button>
      )}
      {step === 1 && (
        <Button key="save" type="submit" pending={session.isPending} pendingText={t('site.wait')}>
          {t('operators.save')}
        </Button>
      )}
    </form>
  )
}
