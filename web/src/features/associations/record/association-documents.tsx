import {
  type AssociationDetail,
  can,
  type DocumentKey,
  documentKeys,
  documentTypes,
  type FileRef,
} from '@portal/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilePreview } from '#lib/files/file-preview.tsx'
import { previewKindOf } from '#lib/files/preview-kind.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { associationTexts } from './association-record.ts'
import { Correspondence } from './correspondence.tsx'
import { documentsToCheck, uncheckedDocuments, useDocumentChecks } from './document-checks.ts'
import { DocumentFiles, type DocumentFilesProps } from './document-files.tsx'
import { DocumentJudge, type Judging } from './document-judge.tsx'
import { type DocumentNotes, useDocumentNotes } from './document-notes.ts'

interface Props {
  readonly record: AssociationDetail
  /** A past state is only read. */
  readonly isPast?: boolean
}

/**
 * The documents of an association by type, each with its check, beside the one that is open for reading: at first the first one that
 * nobody has judged yet.
 */
export function AssociationDocuments({ record, isPast = false }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const saveCheck = useDocumentChecks(record)
  const { notes, write: onNote } = useDocumentNotes(record)
  const onCheck = (key: DocumentKey, isChecked: boolean) => {
    saveCheck(key, isChecked)
    if (notes[key] !== undefined) onNote(key, undefined)
  }
  const mayCheck = !isPast && !record.isConflict && can('registerEdit', selectedRole)
  const [shownId, setShownId] = useState(() => (mayCheck ? firstUnjudged(record)?.id : undefined))
  const preview = useRef<HTMLElement>(null)
  // With the last document its button goes.
  const previewId = useId()
  const keepFocus = useFocusKept(previewId)
  const opened = useRef(shownId)
  // On a narrow screen the preview is below the list; the one that opens with the page moves nothing.
  useEffect(() => {
    if (shownId !== undefined && shownId !== opened.current) preview.current?.scrollIntoView?.({ block: 'nearest' })
  }, [shownId])
  const shownKey = uncheckedDocuments(record).find((key) => record.values[key]?.some(({ id }) => id === shownId))
  const files = documentKeys.flatMap((key) => record.values[key] ?? [])
  const readable = [...files, ...record.correspondence].filter(({ name }) => previewKindOf(name) !== undefined)
  const buttonOf = (file: FileRef) =>
    readable.some(({ id }) => id === file.id) && (
      <Button
        variant="quiet"
        size="sm"
        aria-pressed={file.id === shownId}
        onClick={() => setShownId(file.id === shownId ? undefined : file.id)}
      >
        <span>{t('register.documents.preview')}</span>
        <span className="visually-hidden">{`: ${file.name}`}</span>
      </Button>
    )
  return (
    <div className="document-columns">
      <div className="stack">
        <Checklist
          record={record}
          notes={notes}
          judging={mayCheck ? { onCheck, onNote } : undefined}
          buttonOf={buttonOf}
        />
        <Correspondence record={record} isPast={isPast} buttonOf={buttonOf} />
      </div>
      <section
        id={previewId}
        ref={preview}
        tabIndex={-1}
        className="panel document-preview"
        aria-label={t('preview.title')}
        onFocus={keepFocus}
      >
        {shownId === undefined ? (
          <p className="document-preview-none">{t('register.documents.previewNone')}</p>
        ) : (
          <>
            {mayCheck && shownKey && (
              <DocumentJudge
                key={shownKey}
                record={record}
                documentKey={shownKey}
                shownId={shownId}
                nextId={firstUnjudged(record, { ...notes, [shownKey]: '' })?.id}
                note={notes[shownKey]}
                onShow={setShownId}
                onCheck={onCheck}
                onNote={onNote}
              />
            )}
            <FilePreview files={readable} shownId={shownId} onShow={setShownId} />
          </>
        )}
      </section>
    </div>
  )
}

/** The first file to read of those documents that nobody has judged yet. */
const firstUnjudged = (record: AssociationDetail, notes: DocumentNotes = {}): FileRef | undefined =>
  uncheckedDocuments(record)
    .filter((key) => notes[key] === undefined)
    .flatMap((key) => record.values[key] ?? [])
    .find(({ name }) => previewKindOf(name) !== undefined)

interface ListProps extends Pick<DocumentFilesProps, 'buttonOf'> {
  readonly record: AssociationDetail
  readonly notes: DocumentNotes
  /** Undefined for users who only read. */
  readonly judging: Judging | undefined
}

function Checklist({ record, notes, judging, buttonOf }: ListProps) {
  const { t } = useTranslation()
  const needed = documentsToCheck(record)
  const done = needed.length - uncheckedDocuments(record).length
  return (
    <Panel
      title={t('registerTabs.documents')}
      actions={
        needed.length > 0 && (
          <span role="status" className="figures">
            {t('register.documents.progress', { done, of: needed.length })}
          </span>
        )
      }
    >
      <ul className="plain-list checklist">
        {documentKeys.map((key) => (
          <li key={key}>
            <h3>{associationTexts.labelOf(t, key)}</h3>
            <DocumentFiles files={record.values[key] ?? []} buttonOf={buttonOf} />
            {needed.length > 0 && (
              <Check record={record} documentKey={key} isNeeded={needed.includes(key)} onCheck={judging?.onCheck} />
            )}
            {judging && uncheckedDocuments(record).includes(key) && notes[key] !== undefined && (
              <Flaw note={notes[key]} documentKey={key} onNote={judging.onNote} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface CheckProps {
  readonly record: AssociationDetail
  readonly documentKey: DocumentKey
  readonly isNeeded: boolean
  /** Undefined for users who only read. */
  readonly onCheck: Judging['onCheck'] | undefined
}

function Check({ record, documentKey: key, isNeeded, onCheck }: CheckProps) {
  const { t } = useTranslation()
  const isChecked = record.checkedDocuments.includes(documentTypes[key])
  if (!isNeeded) return <p className="check-note">{t('register.documents.notNeeded')}</p>
  if (onCheck)
    return (
      <Checkbox
        id={`check-${key}`}
        label={
          <>
            <span>{t('register.documents.check')}</span>
            <span className="visually-hidden">{`: ${associationTexts.labelOf(t, key)}`}</span>
          </>
        }
        checked={isChecked}
        onChange={(isOn) => onCheck(key, isOn)}
      />
    )
  return (
    <p className="check-note">
      <Icon name={isChecked ? 'it-check' : 'it-clock'} size="xs" />{' '}
      <span>{t(isChecked ? 'register.documents.checked' : 'register.documents.unchecked')}</span>
    </p>
  )
}

interface FlawProps extends Pick<Judging, 'onNote'> {
  readonly note: string
  readonly documentKey: DocumentKey
}

/** What the user found wrong with a document. */
function Flaw({ note, documentKey: key, onNote }: FlawProps) {
  const { t } = useTranslation()
  return (
    <p className="check-flaw">
      <Icon name="it-close" size="xs" />{' '}
      <span>
        <strong>{t('register.documents.flawed')}</strong>
        {note && (
          <>
            <span> · </span>
            <bdi>{note}</bdi>
          </>
        )}
      </span>{' '}
      <Button variant="quiet" size="sm" onClick={() => onNote(key, undefined)}>
        <span>{t('register.documents.flawUndo')}</span>
        <span className="visually-hidden">{`: ${associationTexts.labelOf(t, key)}`}</span>
      </Button>
    </p>
  )
}
