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
import { shortcut } from '#lib/backoffice/desk-keys.ts'
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

interface Props {
  readonly record: AssociationDetail
  /** A past state is only read. */
  readonly isPast?: boolean
}

/**
 * The documents of an association by type, each with its check, beside the one that is open for reading: at first the first one that
 * nobody has checked yet.
 */
export function AssociationDocuments({ record, isPast = false }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const check = useDocumentChecks(record)
  const mayCheck = !isPast && !record.isConflict && can('registerEdit', selectedRole)
  const [shownId, setShownId] = useState(() => (mayCheck ? firstUnchecked(record)?.id : undefined))
  const preview = useRef<HTMLElement>(null)
  // With the last document its button goes.
  const previewId = useId()
  const keepFocus = useFocusKept(previewId)
  const opened = useRef(shownId)
  // On a narrow screen the preview is below the list; the one that opens with the page moves nothing.
  useEffect(() => {
    if (shownId !== undefined && shownId !== opened.current) preview.current?.scrollIntoView?.({ block: 'nearest' })
  }, [shownId])
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
        <Checklist record={record} onCheck={mayCheck ? check : undefined} buttonOf={buttonOf} />
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
            {mayCheck && <NextDocument record={record} shownId={shownId} onCheck={check} onShow={setShownId} />}
            <FilePreview files={readable} shownId={shownId} onShow={setShownId} />
          </>
        )}
      </section>
    </div>
  )
}

/** The first file to read of those documents that nobody has checked yet. */
const firstUnchecked = (record: AssociationDetail, without?: DocumentKey): FileRef | undefined =>
  uncheckedDocuments(record)
    .filter((key) => key !== without)
    .flatMap((key) => record.values[key] ?? [])
    .find(({ name }) => previewKindOf(name) !== undefined)

type OnCheck = (key: DocumentKey, isChecked: boolean) => void

interface NextProps {
  readonly record: AssociationDetail
  readonly shownId: string
  readonly onCheck: OnCheck
  readonly onShow: (id: string | undefined) => void
}

/** Above the document that is read: it is verified, and the next one opens, by one press or key. */
function NextDocument({ record, shownId, onCheck, onShow }: NextProps) {
  const { t } = useTranslation()
  const key = uncheckedDocuments(record).find((one) => record.values[one]?.some(({ id }) => id === shownId))
  if (!key) return null
  const files = record.values[key] ?? []
  const nextFile = files[files.findIndex(({ id }) => id === shownId) + 1]
  const next = firstUnchecked(record, key)
  const verify = () => {
    onCheck(key, true)
    onShow(next?.id)
  }
  return (
    <div className="cluster cluster-spread">
      <strong>{associationTexts.labelOf(t, key)}</strong>
      {nextFile ? (
        <Button variant="secondary" onClick={() => onShow(nextFile.id)} {...shortcut('verify')}>
          {t('register.documents.nextFile')}
        </Button>
      ) : (
        <Button onClick={verify} {...shortcut('verify')}>
          {t(next ? 'register.documents.checkNext' : 'register.documents.checkLast')}
        </Button>
      )}
    </div>
  )
}

interface ListProps extends Pick<DocumentFilesProps, 'buttonOf'> {
  readonly record: AssociationDetail
  /** Undefined for users who only read. */
  readonly onCheck: OnCheck | undefined
}

function Checklist({ record, onCheck, buttonOf }: ListProps) {
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
              <Check record={record} documentKey={key} isNeeded={needed.includes(key)} onCheck={onCheck} />
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
  readonly onCheck: OnCheck | undefined
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
