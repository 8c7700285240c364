import type { ReferenceItem } from '@portal/contract'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field/text-input.tsx'

interface Props {
  readonly id: string
  readonly create: (label: string) => Promise<ReferenceItem | undefined>
  readonly onCreated: (item: ReferenceItem) => void
}

/** Makes an entry that a list does not have yet, and chooses it. */
export function NewEntry({ id, create, onCreated }: Props) {
  const { t } = useTranslation()
  const [label, setLabel] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const handleCreate = async () => {
    setMissing(label.trim() === '')
    if (label.trim() === '' || isBusy) return
    setBusy(true)
    const item = await create(label.trim()).finally(() => setBusy(false))
    if (!item) return
    setLabel('')
    onCreated(item)
  }
  const handleChange = (typed: string) => {
    setLabel(typed)
    setMissing(false)
  }
  // Enter would send the form that the field stands in.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    void handleCreate()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the field that lies in it
    <div className="new-entry" onKeyDown={handleKey}>
      <TextInput
        id={id}
        label={t('lines.newEntry')}
        error={isMissing ? t('messages.campo_obbligatorio') : undefined}
        autoComplete="off"
        value={label}
        onChange={handleChange}
      />
      <Button variant="secondary" size="sm" pending={isBusy} pendingText={t('site.wait')} onClick={handleCreate}>
        {t('lines.createEntry')}
      </Button>
    </div>
  )
}
