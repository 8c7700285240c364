import { type CaseEvent, type CaseEventKind, caseEventMembers, caseValuesOf, freeingKinds } from '@portal/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { PagedTimeline } from '#lib/backoffice/paged-timeline.tsx'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { HistoryEntry } from '#record/history-entry.tsx'
import { caseEventsQuery } from '../actions/case-commands.queries.ts'
import { useListOfPage } from '../record/case-detail-frame.tsx'
import { caseDisplay } from '../record/case-display.tsx'

/** The history of a case, newest first. */
export function CaseHistory({ caseId }: { caseId: number }) {
  const { t } = useTranslation()
  return (
    <PagedTimeline
      texts={{ title: t('caseHistory.title'), loading: t('caseHistory.loading'), none: t('caseHistory.none') }}
      query={useInfiniteQuery(caseEventsQuery(caseId))}
      renderEntry={(event) => <CaseHistoryEntry caseId={caseId} event={event} />}
    />
  )
}

interface Props {
  readonly caseId: number
  readonly event: CaseEvent
}

/** The first entries of a case: they have no values before. */
const firstKinds: readonly CaseEventKind[] = ['entered', 'received']

/** An entry of the history of a case. */
export function CaseHistoryEntry({ caseId, event }: Props) {
  const { t } = useTranslation()
  const { id, kind, by, operator, undoneAt, undoneBy } = event
  const { detailPath } = useListOfPage()
  return (
    <HistoryEntry
      event={event}
      title={t(`caseEventKinds.${kind}`)}
      who={by ?? t(kind === 'received' ? 'caseHistory.reporter' : 'caseHistory.portal')}
      isFirst={firstKinds.includes(kind)}
      display={caseDisplay}
      valuesOf={caseValuesOf}
      renderStatus={(status) => <StatusOfCase status={status} />}
      labelOfOther={(path) => labelOfMember(t, path)}
      look={{ text: t('caseHistory.look'), href: siteHref(detailPath, { id: caseId, evento: id }) }}
    >
      {undoneAt && (
        <p>
          <span>{`${t('caseHistory.undone')} ${t('caseHistory.by')}`}</span>{' '}
          <bdi>{undoneBy ?? t('caseHistory.portal')}</bdi> <span>{t('caseHistory.on')}</span>{' '}
          <ShowInstant instant={undoneAt} />
        </p>
      )}
      {operator && (
        <p>
          <span>{`${t(concerned(kind))}: `}</span>
          <bdi>{operator}</bdi>
        </p>
      )}
    </HistoryEntry>
  )
}

/** The name of a member of an entry that is no field of a case. */
function labelOfMember(t: TFunction, path: string): string | undefined {
  const members = Object.keys(caseEventMembers) as (keyof typeof caseEventMembers)[]
  const member = members.find((key) => caseEventMembers[key] === path)
  return member && t(`caseHistory.members.${member}`)
}

/** The text key that says which operator an entry names. */
function concerned(kind: CaseEvent['kind']) {
  if (kind === 'lockTaken') return 'caseHistory.takenFrom'
  return freeingKinds.includes(kind) ? 'caseHistory.formerOperator' : 'caseHistory.operator'
}
