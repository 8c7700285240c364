// Two small forms, the examples that CONTRIBUTING names: a dialog with two fields, and a page with two tabs.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'

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

const tabs = ['name', 'reason'] as const

/** A page with two tabs: an error opens the tab of its field; leaving asks. */
export function ExampleTabs({ save, onDone }: Props) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<(typeof tabs)[number]>('name')
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
    reveal: (key) => flushSync(() => setTab(key)),
    sending: saving,
    send: ({ name, reason }) => saving.mutate({ cognome: name, motivo: reason }),
  })
  return (
    <form {...session.form}>
      <UnsavedChanges hasChanges={session.hasChanges} />
      <ErrorSummary {...session.summary} />
      <CallErrorAlert error={session.callError} />
      <Tabs
        label={t('operators.new')}
        current={tab}
        onChange={setTab}
        tabs={tabs.map((id) => ({ id, label: t(labels[id]) }))}
      >
        {tab === 'name' && <TextInput {...session.field('name')} required />}
        {tab === 'reason' && <TextArea {...session.field('reason')} required />}
      </Tabs>
      <Button type="submit" pending={session.isPending} pendingText={t('site.wait')}>
        {t('operators.save')}
      </Button>
    </form>
  )
}
