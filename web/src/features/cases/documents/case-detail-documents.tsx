import { type CaseDocument, offeredItems, type ReferenceBundle } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { notifyError } from '#lib/api/notify-error.ts'
import { FilePreviews } from '#lib/files/file-previews.tsx'
import { notify } from '#lib/page/notices.ts'
import type { Elements } from '#ui/elements.tsx'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { EmptyState, Panel } from '#ui/layout/panel.tsx'
import { documentsQuery, useRemoveDocument } from './case-documents.queries.ts'
import { AddDocuments } from './case-documents-add.tsx'
import { DocumentFacts, DownloadLink } from './document-facts.tsx'

const listId = 'case-documents'

/** The files of a case: those of the report and of its messages, and those that the office adds. */
export function CaseDocuments({ caseId, isShown }: { caseId: number; isShown: boolean }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery({ ...documentsQuery(caseId), enabled: isShown })
  const { data: lists } = useQuery(bundleQuery())
  if (!data && error) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <TextSkeleton text={t('caseDocuments.loading')} count={4} />
  const { documents, mayAdd } = data
  return (
    <>
      {/* Stays when the last of them goes, and keeps the focus. */}
      <div id={listId} tabIndex={-1}>
        {documents.length === 0 && (
          <EmptyState title={t('caseDetail.noDocuments')}>{t('caseDetail.noDocumentsText')}</EmptyState>
        )}
        {documents.length > 0 && (
          <Panel title={t('caseDetail.documents')}>
            <FilePreviews files={documents.map(({ file }) => file)}>
              {(buttonOf) => (
                <ul className="plain-list document-list">
                  {documents.map((document) => (
                    <DocumentRow key={document.file.id} caseId={caseId} document={document} lists={lists}>
                      {buttonOf(document.file)}
                    </DocumentRow>
                  ))}
                </ul>
              )}
            </FilePreviews>
          </Panel>
        )}
      </div>
      {mayAdd && (
        <AddDocuments caseId={caseId} types={offeredItems(lists?.attachment_type ?? [], [])} count={documents.length} />
      )}
    </>
  )
}

interface RowProps {
  readonly caseId: number
  readonly document: CaseDocument
  readonly lists: ReferenceBundle | undefined
  /** Opens the preview in the page. */
  readonly children: Elements
}

function DocumentRow({ caseId, document, lists, children }: RowProps) {
  const { file, mayRemove } = document
  return (
    <li>
      <DocumentFacts document={document} lists={lists} />
      {children}
      <DownloadLink file={file} />
      {mayRemove && <RemoveDocument caseId={caseId} id={file.id} name={file.name} />}
    </li>
  )
}

function RemoveDocument({ caseId, id, name }: { caseId: number; id: string; name: string }) {
  const { t } = useTranslation()
  const remove = useRemoveDocument(caseId)
  const handleConfirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        notify({ kind: 'success', body: t('caseDocuments.removed') })
        // The pressed button disappears with its row.
        focusById(listId)
      },
      onError: notifyError,
    })
  const title = t('caseDocuments.removeOf', { name })
  return (
    <ConfirmButton
      button={{
        variant: 'quiet',
        size: 'sm',
        'aria-label': title,
        children: t('caseDocuments.remove'),
        pending: remove.isPending,
        pendingText: t('site.wait'),
      }}
      title={title}
      texts={{ confirm: t('caseDocuments.remove'), cancel: t('desk.cancel'), close: t('site.close') }}
      isDanger
      onConfirm={handleConfirm}
    >
      <p lang="en">{t('lineKit.removeText')}</p>
    </ConfirmButton>
  )
}
