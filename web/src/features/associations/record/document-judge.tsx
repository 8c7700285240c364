import { type AssociationDetail, type DocumentKey, limits } from '@portal/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { associationTexts } from './association-record.ts'

export interface Judging {
  readonly onCheck: (key: DocumentKey, isChecked: boolean) => void
  /** Undefined takes the judgement back. */
  readonly onNote: (key: DocumentKey, note: string | undefined) => void
}

interface Props extends Judging {
  readonly record: AssociationDetail
  readonly documentKey: DocumentKey
  readonly shownId: string
  /** The first file of the next document that nobody has judged. */
  readonly nextId: string | undefined
  /** What is wrong with the document, where that is known. */
  readonly note: string | undefined
  readonly onShow: (id: string | undefined) => void
}

/** Above the document that is read: it is judged, and the next one opens, by one press or key. */
export function DocumentJudge({ record, documentKey: key, shownId, nextId, note, onShow, onCheck, onNote }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const [isNoting, setNoting] = useState(false)
  const files = record.values[key] ?? []
  const nextFile = files[files.findIndex(({ id }) => id === shownId) + 1]
  const judge = (write: () => void) => {
    write()
    setNoting(false)
    onShow(nextId)
  }
  return (
    <div className="document-judge">
      <strong id={titleId} tabIndex={-1}>
        {associationTexts.labelOf(t, key)}
      </strong>
      {isNoting ? (
        <NoteForm
          note={note}
          onSave={(text) => judge(() => onNote(key, text))}
          onClose={() => {
            setNoting(false)
            focusById(titleId)
          }}
        />
      ) : (
        <div className="cluster">
          {nextFile ? (
            <Button variant="secondary" onClick={() => onShow(nextFile.id)} {...shortcut('verify')}>
              {t('register.documents.nextFile')}
            </Button>
          ) : (
            <Button icon="it-check" onClick={() => judge(() => onCheck(key, true))} {...shortcut('verify')}>
              {t(nextId ? 'register.documents.checkNext' : 'register.documents.checkLast')}
            </Button>
          )}
          <Button variant="secondary" icon="it-close" onClick={() => setNoting(true)} {...shortcut('flaw')}>
            {t('register.documents.flaw')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface NoteProps {
  readonly note: string | undefined
  readonly onSave: (note: string) => void
  readonly onClose: () => void
}

/** What is wrong with the document; Enter saves it, Escape leaves. */
function NoteForm({ note = '', onSave, onClose }: NoteProps) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState(note)
  return (
    <form
      className="document-note"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(text.trim())
      }}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <TextInput
        id={id}
        label={t('register.documents.flawLabel')}
        hint={t('register.documents.flawHint')}
        value={text}
        maxLength={limits.narrativeCodePoints}
        ref={focusOnce}
        onChange={setText}
      />
      <div className="cluster">
        <Button type="submit">{t('register.documents.flawSave')}</Button>
        <Button variant="quiet" onClick={onClose}>
          {t('register.documents.flawLeave')}
        </Button>
      </div>
    </form>
  )
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus()
