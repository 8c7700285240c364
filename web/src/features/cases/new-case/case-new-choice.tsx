import type { ReferenceItem } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { DialogRefusal } from '#lib/api/dialog-refusal.tsx'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { TextInput } from '#ui/field/text-input.tsx'

interface Props {
  /** Field of the label, and what the dialog is called. */
  readonly texts: { readonly open: string; readonly title: string; readonly label: string }
  readonly create: (label: string) => Promise<ReferenceItem>
  readonly onCreated: (item: ReferenceItem) => void
}

/** Makes an entry that the list of a choice does not have yet, and chooses it. */
export function NewChoice(props: Props) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button variant="quiet" size="sm" icon="it-plus" onClick={() => setAsked(true)}>
        {props.texts.open}
      </Button>
      {
        // The form of the case lies around this one, and forms do not lie in one another.
        isAsked && createPortal(<NewChoiceDialog {...props} onClose={() => setAsked(false)} />, document.body)
      }
    </>
  )
}

/** As long as the server takes it. */
const mostCharacters = 100

function NewChoiceDialog({ texts, create, onCreated, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [label, setLabel] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = label.trim().length < 2
  const creating = useMutation({
    meta: { isHandled: true },
    mutationFn: () => create(label.trim()),
    onSuccess: (item) => {
      onCreated(item)
      onClose()
    },
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // React takes it to the form of the case as well.
    event.stopPropagation()
    setTried(true)
    if (!(isMissing || creating.isPending)) creating.mutate()
  }
  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('desk.cancel')}
          </Button>
          <Button type="submit" form={`${id}-form`} pending={creating.isPending} pendingText={t('site.wait')}>
            {t('lines.createEntry')}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} noValidate onSubmit={handleSubmit}>
        <TextInput
          id={`${id}-label`}
          label={texts.label}
          error={isTried && isMissing ? t('messages.campo_obbligatorio') : undefined}
          required
          autoComplete="off"
          maxLength={mostCharacters}
          value={label}
          onChange={setLabel}
        />
      </form>
      <DialogRefusal error={creating.error} />
    </Modal>
  )
}
