import type { CaseMessage, CaseRow } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bundleQuery, useWholeList } from '#form/choices.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { rowLinkId } from '#list/row-link.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { caseQuery, messagesPreviewQuery } from '../cases.queries.ts'
import { Classification } from '../record/case-classification.tsx'
import { caseLabel } from '../record/case-field-texts.ts'
import { caseTexts, none } from './case-columns.tsx'

interface Props {
  readonly row: Pick<CaseRow, 'id' | 'excerpt'>
}

interface PreviewProps {
  readonly row: CaseRow
  /** Counts how often a key led into the preview. */
  readonly entered?: number
}

/** Preview of a case: the start of the narrative, its classification, the last messages, and what the list knows of it. */
export function CasePreview({ row, entered = 0 }: PreviewProps) {
  return (
    <div className="case-preview stack">
      <CaseTextPreview row={row} />
      <ClassifyHere caseId={row.id} entered={entered} />
      <LastMessages caseId={row.id} />
      <CaseFacts row={row} />
    </div>
  )
}

/** Each read is an entry of the audit log: nothing is read of rows that the keys only pass. */
const restMs = 300
/** How long what was read is shown without another read. */
const freshMs = 60_000

function useRested(): boolean {
  const [isRested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  return isRested
}

/** The start of the narrative: its first words from the list, until the case is read. */
export function CaseTextPreview({ row: { id, excerpt } }: Props) {
  const { t } = useTranslation()
  const enabled = useRested()
  const { data: record, error, isFetching, refetch } = useQuery({ ...caseQuery(id), staleTime: freshMs, enabled })
  const text = record ? record.values.message || t('cases.preview.noNarrative') : excerpt
  return (
    <section className="case-preview-narrative" aria-label={caseLabel(t, 'message')}>
      {text !== undefined && (
        <p className="written-text few-lines" dir="auto">
          {text}
        </p>
      )}
      {!record && error && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!error && text === undefined && <TextSkeleton text={t('cases.loading')} count={2} />}
    </section>
  )
}

/** The classification, for users who may edit the case; Escape returns to the row. */
function ClassifyHere({ caseId, entered }: { readonly caseId: number; readonly entered: number }) {
  // The narrative reads the case once the row rests; a key that leads here reads it at once.
  const { data: record } = useQuery({ ...caseQuery(caseId), staleTime: freshMs, enabled: entered > 0 })
  if (record?.actions?.edit !== null) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the key that its controls do not need
    <div onKeyDown={({ key }) => key === 'Escape' && focusById(rowLinkId(caseId))}>
      <Classification record={record} entered={entered} />
    </div>
  )
}

function CaseFacts({ row }: { readonly row: CaseRow }) {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  const provinces = useWholeList('province', [])
  const texts = caseTexts(t, lists)
  const columns = ['due', 'field', 'mode', 'ground', 'place', 'language', 'operator', 'outcome'] as const
  const others = ['relevance', 'profile', 'channel', 'informBy', 'unread', 'accommodation'] as const
  const people = ['reporter', 'victim'] as const
  const facts = [
    ...[...people, ...columns].map((id) => ({ term: t(`cases.columns.${id}`), text: texts[id](row) })),
    { term: t('cases.preview.province'), text: provinces.find(({ id }) => id === row.placeProvince)?.label ?? none },
    ...others.map((id) => ({ term: t(`cases.preview.${id}`), text: texts[id](row) })),
  ]
  const known = facts.filter(({ text }) => text !== none)
  return <DefinitionList items={known.map(({ term, text }) => ({ term, value: <bdi>{text}</bdi> }))} />
}

const shownMessages = 3

/** The last messages, the newest first; unread ones stay unread. */
function LastMessages({ caseId }: { readonly caseId: number }) {
  const { t } = useTranslation()
  const enabled = useRested()
  const { data, error, isFetching, refetch } = useQuery({
    ...messagesPreviewQuery(caseId),
    staleTime: freshMs,
    enabled,
  })
  const messages = data?.messages.slice(-shownMessages).reverse()
  return (
    <section className="case-preview-messages" aria-label={t('cases.preview.messages')}>
      <h3>{t('cases.preview.messages')}</h3>
      {messages?.length === 0 && <p>{t('cases.preview.noMessages')}</p>}
      {messages && messages.length > 0 && (
        <ol className="message-list">
          {messages.map((message) => (
            <MessagePreview key={message.id} message={message} />
          ))}
        </ol>
      )}
      {!data && error && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(data || error) && <TextSkeleton text={t('cases.messages.loading')} count={2} />}
    </section>
  )
}

function MessagePreview({ message: { from, sentAt, text, call } }: { readonly message: CaseMessage }) {
  const { t } = useTranslation()
  return (
    <li className={from === 'office' ? 'message message-own' : 'message'}>
      <p className="message-head">
        <strong>{t(from === 'office' ? 'cases.messages.office' : 'cases.messages.reporter')}</strong>{' '}
        <ShowInstant instant={sentAt} />
      </p>
      {call && <p>{t('cases.messages.call.title')}</p>}
      {text !== '' && (
        <p className="written-text few-lines" dir="auto">
          {text}
        </p>
      )}
    </li>
  )
}
