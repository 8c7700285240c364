import type { ReferenceItem } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field/text-input.tsx'

interface Props {
  /** Field of the label, and what the dialog is called. */
  readonly texts: { readonly open: string; readonly title: string; readonly label: string }
  /** The name of the label on the wire. */
  readonly wire: string
  readonly create: (label: string) => Promise<ReferenceItem>
  readonly onCreated: (item: ReferenceItem) => void
}

/** Makes an entry that the list of a choice does not have yet, and chooses it. */
export function NewChoice(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="sm" icon="it-plus" onClick={() => setOpen(true)}>
        {props.texts.open}
      </Button>
      {
        // The form of the case lies around this one, and forms do not lie in one another.
        isOpen && createPortal(<NewChoiceDialog {...props} onClose={() => setOpen(false)} />, document.body)
      }
    </>
  )
}

/** As long as the server takes it. */
const mostCharacters = 100

function NewChoiceDialog({ texts, wire, create, onCreated, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const creating = useMutation({
    meta: { isHandled: true },
    mutationFn: create,
    onSuccess: (item) => {
      onCreated(item)
      onClose()
    },
  })
  const session = useFormSession({
    id: useId(),
    start: { label: '' },
    fields: { label: wire },
    labelOf: () => texts.label,
    check: ({ label }) => ({ label: label.trim().length < 2 ? t('messages.campo_obbligatorio') : undefined }),
    sending: creating,
    send: ({ label }) => creating.mutate(label.trim()),
  })
  return (
    <FormDialog {...session.dialog} title={texts.title} submitText={t('lines.createEntry')} onClose={onClose}>
      <TextInput {...session.field('label')} required autoComplete="off" maxLength={mostCharacters} />
    </FormDialog>
  )
}
