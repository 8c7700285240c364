import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { CallError } from '#lib/api/call-error.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { useAboveToasts } from '#lib/backoffice/above-toasts.ts'
import { useNameInTitle } from '#lib/page/page-subject.ts'
import type { Elements } from '#ui/elements.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { EmptyState } from '#ui/layout/panel.tsx'
import { recordTitleId } from './record-address.ts'

export interface RecordLoading<R> extends Pick<UseQueryResult<R>, 'data' | 'error' | 'isFetching'> {
  readonly refetch: () => unknown
}

interface Props<R> {
  /** Undefined if the address names no record. */
  readonly loading: RecordLoading<R> | undefined
  readonly title: string
  /** The list that the record belongs to. */
  readonly list: { readonly text: string; readonly href: string }
  readonly texts: { readonly loading: string; readonly notFound: string; readonly toList: string }
  /** The page of another record, where a record can be merged into another. */
  readonly hrefOf?: (id: number) => string
  readonly codeOf: (record: R) => string
  /** State and term, after code and name. */
  readonly renderFacts: (record: R) => Elements
  /** Links and buttons at the end of the line. */
  readonly aside?: Elements
  /** The name of the record, after the code; what is too long is cut off. */
  readonly name?: string | undefined
  readonly children?: ((record: R) => Elements) | undefined
}

/**
 * The page of a record, current or historical: one line that stays in view with the list, code, name and state, and why the record
 * cannot be shown. In it `LockLine`, `RecordEditor`
 * with `RecordFields`, `RecordActionBar`, `HistoryEntry` and `FileList`: features/associations/record/association-page.tsx.
 */
export function RecordFrame<R>(props: Props<R>) {
  const { loading, title, list, codeOf, renderFacts, aside, name } = props
  const { t } = useTranslation()
  const record = loading?.data
  const code = record && codeOf(record)
  useNameInTitle(code, title)
  const head = useAboveToasts<HTMLDivElement>()
  return (
    <>
      <div ref={head} className="case-head record-head">
        <Breadcrumb
          label={t('site.breadcrumb')}
          trail={[list]}
          current={code ? <bdi translate="no">{code}</bdi> : title}
        />
        <h1 id={recordTitleId} tabIndex={-1}>
          {title}
        </h1>
        {record && (
          <>
            <bdi dir="ltr" translate="no" className="case-code figures">
              {code}
            </bdi>
            {name && (
              <bdi className="record-name" title={name}>
                {name}
              </bdi>
            )}
            {renderFacts(record)}
          </>
        )}
        {aside}
      </div>
      <RecordContent {...props} />
    </>
  )
}

function RecordContent<R>({ loading, list, texts, hrefOf, children }: Props<R>) {
  const { t } = useTranslation()
  // Without the reference lists no value has a label: each field would fetch its own list.
  const { isFetched: isReady } = useQuery({ ...bundleQuery(), enabled: loading !== undefined })
  const { data: record, error, isFetching = false, refetch } = loading ?? {}
  const keptId = error instanceof CallError ? error.keptId : undefined
  const isRefused = error instanceof CallError && [400, 403, 404].includes(error.status)
  if (record && isReady) return children?.(record)
  if (!record && keptId !== undefined && hrefOf)
    return (
      <EmptyState title={t('recordPage.merged', { id: keptId })}>
        <NavLink href={hrefOf(keptId)}>{t('recordPage.openKept', { id: keptId })}</NavLink>
      </EmptyState>
    )
  if (!record && (isRefused || !loading))
    return (
      <EmptyState title={texts.notFound}>
        <NavLink href={list.href}>{texts.toList}</NavLink>
      </EmptyState>
    )
  if (!record && error) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch?.()} />
  return <TextSkeleton text={texts.loading} count={12} />
}
