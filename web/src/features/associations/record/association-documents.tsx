import {
  type AssociationDetail,
  can,
  type DocumentKey,
  documentKeys,
  documentTypes,
  type FileRef,
} from '@portal/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilePreview } from '#lib/files/file-preview.tsx'
import { previewKindOf } from '#lib/files/preview-kind.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { associationTexts } from './association-record.ts'
import { Correspondence } from './correspondence.tsx'
import { documentsToCheck, uncheckedDocuments, useDocumentChecks } from './document-checks.ts'
import { DocumentFiles, type DocumentFilesProps } from './document-files.tsx'

interface Props {
  readonly record: AssociationDetail
  /** A past state is only read. */
  readonly isPast?: boolean
}

/** The documents of an association by type, each with its check, beside the one that is open for reading. */
export function AssociationDocuments({ record, isPast = false }: Props) {
  const { t } = useTranslation()
  const [shownId, setShownId] = useState<string>()
  const preview = useRef<HTMLElement>(null)
  // On a narrow screen the preview is below the list.
  useEffect(() => {
    if (shownId !== undefined) preview.current?.scrollIntoView?.({ block: 'nearest' })
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
        <Checklist record={record} isPast={isPast} buttonOf={buttonOf} />
        <Correspondence record={record} isPast={isPast} buttonOf={buttonOf} />
      </div>
      <section ref={preview} className="panel document-preview" aria-label={t('preview.title')}>
        {shownId === undefined ? (
          <p className="document-preview-none">{t('register.documents.previewNone')}</p>
        ) : (
          <FilePreview files={readable} shownId={shownId} onShow={setShownId} />
        )}
      </section>
    </div>
  )
}

type ListProps = Required<Props> & Pick<DocumentFilesProps, 'buttonOf'>

function Checklist({ record, isPast, buttonOf }: ListProps) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const check = useDocumentChecks(record)
  const needed = documentsToCheck(record)
  const done = needed.length - uncheckedDocuments(record).length
  const mayCheck = !isPast && !record.isConflict && can('registerEdit', selectedRole)
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
              <Check
                record={record}
                documentKey={key}
                isNeeded={needed.includes(key)}
                onCheck={mayCheck ? check : undefined}
              />
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
  readonly onCheck: ((key: DocumentKey, isChecked: boolean) => void) | undefined
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
