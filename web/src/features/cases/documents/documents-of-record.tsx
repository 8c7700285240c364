import { type DocumentOfRecord, limits, listDocumentsOfRecord, type RegistryKind } from '@portal/contract'
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { call } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { FilePreviews } from '#lib/files/file-previews.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { caseHref, casesOfRecord } from '../list/case-lists.ts'
import { MoreRows, useMoreRows } from '../list/more-rows.tsx'
import { DocumentFacts, DownloadLink } from './document-facts.tsx'

const documentsOfRecordQuery = (kind: RegistryKind, recordId: number) =>
  infiniteQueryOptions({
    queryKey: ['cases', 'documents', 'registry', kind, recordId],
    queryFn: ({ pageParam: from, signal }) =>
      call(
        listDocumentsOfRecord,
        { query: { from, to: from + limits.page.rows - 1, filters: { kind, recordId } } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ from, rows, count }) => (from + rows.length > count ? undefined : from + rows.length),
    meta: { isHandled: true },
  })

/** The files of the cases that refer to a registry record, ten at a time; nothing where there are none. */
export function DocumentsOfRecord({ kind, id }: { readonly kind: RegistryKind; readonly id: number }) {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  const query = useInfiniteQuery(documentsOfRecordQuery(kind, id))
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const more = useMoreRows<HTMLDivElement>({ count: rows.length, query, rowSelector: 'li' })
  if (query.error && !query.data)
    return <LoadFailed isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
  if (rows.length === 0) return null
  return (
    <Panel title={t('registry.page.documents')}>
      <div ref={more.ref} className="stack">
        <FilePreviews files={rows.map(({ document }) => document.file)}>
          {(buttonOf) => (
            <ul className="plain-list document-list">
              {rows.map((row) => (
                <li key={row.document.file.id}>
                  <DocumentFacts document={row.document} lists={lists}>
                    <CaseOfDocument {...row} />
                  </DocumentFacts>
                  {buttonOf(row.document.file)}
                  <DownloadLink file={row.document.file} />
                </li>
              ))}
            </ul>
          )}
        </FilePreviews>
        <MoreRows query={query} text={t('registry.page.moreDocuments')} onMore={more.handleMore} />
      </div>
    </Panel>
  )
}

const CaseOfDocument = ({ caseId, code }: Pick<DocumentOfRecord, 'caseId' | 'code'>) => (
  <NavLink href={caseHref(casesOfRecord, caseId)}>
    <bdi dir="ltr" translate="no">
      {code}
    </bdi>
  </NavLink>
)
