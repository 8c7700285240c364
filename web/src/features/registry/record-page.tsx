import { paths, type RegistryKind } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldTexts } from '#form/read-only/field-text.tsx'
import { shownUses } from '#form/read-only/form-display.ts'
import { CallError } from '#lib/api/call-error.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { EmptyState, Panel } from '#ui/layout/panel.tsx'
import { recordQuery } from './registry.queries.ts'
import { displayOf, formOf, nameOf, type RecordKey, type RecordValues } from './registry-kinds.ts'

interface Props {
  /** Shows the cases that refer to a record. */
  readonly renderCases: (kind: RegistryKind, id: number) => ReactNode
}

/** A record of the registry, with the cases that refer to it; the address says of which kind it is. */
export function RecordPage({ renderCases }: Props) {
  const { t } = useTranslation()
  const kind: RegistryKind = useLocation().pathname.endsWith(paths.organisationDetail) ? 'organisation' : 'person'
  const { id } = useSearch({ strict: false }) as { id?: unknown }
  const recordId = Number(id)
  const isId = Number.isSafeInteger(recordId) && recordId > 0
  const { data: values, error, isFetching, refetch } = useQuery({ ...recordQuery(kind, recordId), enabled: isId })
  const isMissing = !isId || (error instanceof CallError && [400, 403, 404].includes(error.status))
  return (
    <>
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('cases.lists.all'), href: siteHref(paths.caseList) }]}
        current={t(`registry.page.${kind}`)}
      />
      <h1>{values ? <bdi>{nameOf(values)}</bdi> : t(`registry.page.${kind}`)}</h1>
      {values && (
        <div className="stack">
          <RecordData kind={kind} values={values} />
          {renderCases(kind, recordId)}
        </div>
      )}
      {!values && isMissing && (
        <EmptyState title={t('registry.page.missing')}>{t('registry.page.missingText')}</EmptyState>
      )}
      {!(values || isMissing) && error && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(values || isMissing || error) && <TextSkeleton text={t('site.loading')} count={10} />}
    </>
  )
}

/** What is known of them; a field of which nothing is known is left out. */
function RecordData({ kind, values }: { readonly kind: RegistryKind; readonly values: RecordValues }) {
  const { t } = useTranslation()
  const names = shownUses(formOf(kind), values)
    .map(({ key }) => key as RecordKey)
    .filter((key) => values[key] !== undefined)
  return (
    <Panel title={t('registry.page.data')}>
      <FieldTexts display={displayOf(kind)} names={names} values={values} />
    </Panel>
  )
}
