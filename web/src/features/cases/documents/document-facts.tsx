import type { CaseDocument, FileRef, ReferenceBundle } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { fileHref } from '#lib/files/file-href.ts'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import type { Elements } from '#ui/elements.tsx'

interface Props {
  readonly document: CaseDocument
  readonly lists: ReferenceBundle | undefined
  readonly children?: Elements
}

/** What is known of a file of a case: its name, what it is, where it came from and when. */
export function DocumentFacts({ document, lists, children }: Props) {
  const { t, i18n } = useTranslation()
  const { file, source, typeId, addedAt, addedBy } = document
  const type = lists?.attachment_type?.find(({ id }) => id === typeId)?.label
  return (
    <div className="document-facts">
      <bdi className="document-name">{file.name}</bdi>
      <span>
        <span>{`${[type ?? t(`caseDocuments.sources.${source}`), formatBytes(file.size, i18n.language), addedBy]
          .filter(Boolean)
          .join(' · ')} · `}</span>
        <ShowInstant instant={addedAt} />
      </span>
      {children}
      {file.contains !== undefined && <span>{t('caseDocuments.contains', { type: file.contains.toUpperCase() })}</span>}
      {file.warnings?.map((warning) => (
        <span key={warning} className="document-warning">
          {t(`caseDocuments.warnings.${warning}`)}
        </span>
      ))}
    </div>
  )
}

export function DownloadLink({ file }: { readonly file: FileRef }) {
  const { t } = useTranslation()
  return (
    <a href={fileHref(file.id)} download={file.name}>
      <span>{t('caseDetail.download')}</span>
      <span className="visually-hidden">{`: ${file.name}`}</span>
    </a>
  )
}
