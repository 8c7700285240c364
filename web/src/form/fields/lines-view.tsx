import type { ReferenceItem } from '@portal/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { FieldGroup } from '#ui/field/field-frame.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { type DeskFieldProps, type Line, type LinesTexts, lineFieldId } from './desk-field-props.ts'
import { LineRow } from './line-row.tsx'

interface Props extends DeskFieldProps {
  readonly lines: LinesTexts
}

const isBlank = (line: Line) => Object.values(line).every((value) => value === undefined || value === '')

/** Lines of fields of their own: added, taken away, and where one is the main one moved to the top. */
export function LinesView(props: Props) {
  const { id, label, hint, error, required, field, lines: texts, removedLabel } = props
  const { t } = useTranslation()
  const [toRemove, setToRemove] = useState<number>()
  const { lines, firstColumn, change, add, remove, makeMain } = useLines(props)
  const isFull = field.max !== undefined && lines.length >= field.max
  const handleRemove = (index: number) => {
    setToRemove(undefined)
    remove(index)
  }
  return (
    <FieldGroup id={id} label={label} hint={hint} error={error} required={required}>
      <div className="lines">
        {lines.map((line, index) => (
          <LineRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name of its own, and its fields hold nothing
            key={index}
            id={id}
            index={index}
            line={line}
            field={field}
            texts={texts}
            removedLabel={removedLabel}
            onChange={(changed) => change(lines.map((old, at) => (at === index ? changed : old)))}
            onMakeMain={() => makeMain(index)}
            onRemove={() => (isBlank(line) ? handleRemove(index) : setToRemove(index))}
          />
        ))}
      </div>
      <Button
        id={id}
        variant="secondary"
        size="sm"
        icon="it-plus"
        disabledReason={isFull ? t('messages.troppe_righe_elenco', { max: field.max }) : undefined}
        onClick={() => add({})}
      >
        {texts.add}
      </Button>
      {texts.onCreate && !isFull && (
        <NewEntry id={`${id}-new`} create={texts.onCreate} onCreated={(item) => add({ [firstColumn]: item.id })} />
      )}
      {toRemove !== undefined && (
        <RemoveDialog
          name={texts.nameOf(toRemove + 1)}
          onConfirm={() => handleRemove(toRemove)}
          onClose={() => setToRemove(undefined)}
        />
      )}
    </FieldGroup>
  )
}

/** The lines of a field and their changes, each with the control that gets the focus. */
function useLines({ id, value, lines: texts, onChange }: Props) {
  const focusNext = useFocusNext()
  const lines = (value ?? []) as readonly Line[]
  const [firstColumn = ''] = Object.keys(texts.columns)
  const focusLine = (index: number) => focusNext(lineFieldId(id, index, firstColumn))
  const change = (next: readonly Line[]) => onChange(next.length > 0 ? next : undefined)
  return {
    lines,
    firstColumn,
    change,
    add: (line: Line) => {
      change([...lines, line])
      focusLine(lines.length)
    },
    remove: (index: number) => {
      change(lines.filter((_line, at) => at !== index))
      // To the line that takes its place, to the last one, or to where new ones are made.
      if (lines.length === 1) focusNext(id)
      else focusLine(Math.min(index, lines.length - 2))
    },
    makeMain: (index: number) => {
      const chosen = lines[index]
      if (!chosen) return
      change([chosen, ...lines.filter((_line, at) => at !== index)])
      focusLine(0)
    },
  }
}

interface RemoveProps {
  readonly name: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** In Italian the sentence is the specified one, which is English. */
function RemoveDialog({ name, ...handlers }: RemoveProps) {
  const { t, i18n } = useTranslation()
  return (
    <ConfirmDialog
      title={t('lineKit.removeTitle', { name })}
      texts={{ confirm: t('lineKit.removeConfirm'), cancel: t('lineKit.cancel'), close: t('site.close') }}
      isDanger
      {...handlers}
    >
      <p lang={i18n.language === 'it' ? 'en' : undefined}>{t('lineKit.removeText')}</p>
    </ConfirmDialog>
  )
}

/** Moves the focus once what was changed is on the page. */
function useFocusNext() {
  const next = useRef<string>(undefined)
  useEffect(() => {
    if (next.current !== undefined) focusById(next.current)
    next.current = undefined
  })
  return (id: string) => {
    next.current = id
  }
}

interface NewEntryProps {
  readonly id: string
  readonly create: (label: string) => Promise<ReferenceItem | undefined>
  readonly onCreated: (item: ReferenceItem) => void
  /** What the field and its button are called, where a new line does not follow. */
  readonly texts?: { readonly label: string; readonly create: string }
}

/** Makes an entry that a list does not have yet, and chooses it. */
export function NewEntry({ id, create, onCreated, texts }: NewEntryProps) {
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
        label={texts?.label ?? t('lines.newEntry')}
        error={isMissing ? t('messages.campo_obbligatorio') : undefined}
        autoComplete="off"
        value={label}
        onChange={handleChange}
      />
      <Button variant="secondary" size="sm" pending={isBusy} pendingText={t('site.wait')} onClick={handleCreate}>
        {texts?.create ?? t('lines.createEntry')}
      </Button>
    </div>
  )
}
