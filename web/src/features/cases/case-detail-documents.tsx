import type { FileRef } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { EmptyState, Panel } from '#ui/panel.tsx'
import { fileHref } from './file-href.ts'

/** The files of a case; how they are added and looked at is still to come. */
export function CaseDocuments({ files = [] }: { files?: readonly FileRef[] | undefined }) {
  const { t } = useTranslation()
  if (files.length === 0)
    return <EmptyState title={t('caseDetail.noDocuments')}>{t('caseDetail.noDocumentsText')}</EmptyState>
  return (
    <Panel title={t('caseDetail.documents')}>
      <ul className="plain-list document-list">
        {files.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            <a href={fileHref(id)} download={name}>
              {t('caseDetail.download')}
              <span className="visually-hidden">: {name}</span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
