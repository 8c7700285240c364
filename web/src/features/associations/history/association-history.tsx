import { type AssociationEvent, associationValuesOf } from '@portal/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { associationDisplay } from '#form/association-display.ts'
import { ChangesView } from '#form/read-only/changes-view.tsx'
import { PagedTimeline } from '#lib/backoffice/paged-timeline.tsx'
import { StatusOfAssociation } from '#lib/backoffice/status-of-association.tsx'
import { formatInstant, ShowInstant } from '#lib/i18n/format.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { associationEventsQuery } from '../associations.queries.ts'
import { associationHref } from '../list/association-lists.ts'
import { useListOfPage } from '../record/association-frame.tsx'

/** The history of an association, newest first. */
export function AssociationHistory({ associationId }: { associationId: number }) {
  const { t } = useTranslation()
  return (
    <PagedTimeline
      texts={{
        title: t('register.history.title'),
        loading: t('register.history.loading'),
        none: t('register.history.none'),
      }}
      query={useInfiniteQuery(associationEventsQuery(associationId))}
      renderEntry={(event) => <HistoryEntry associationId={associationId} event={event} />}
    />
  )
}

interface Props {
  readonly associationId: number
  readonly event: AssociationEvent
}

/** Events that the association itself caused: nobody of the office is named. */
const ownKinds: readonly AssociationEvent['kind'][] = [
  ...(['apply', 'applyAgain', 'replace', 'sendDocuments', 'askRenewal', 'askRemoval', 'changeOwn'] as const),
]

/** An entry of the history: who did what, when, why, and what changed. */
function HistoryEntry({ associationId, event }: Props) {
  const { t } = useTranslation()
  const list = useListOfPage()
  const { id, at, kind, by, role, reason, changes } = event
  const actor = ownKinds.includes(kind) ? t('register.history.association') : t('register.summary.portal')
  return (
    <>
      <p className="timeline-head">
        <ShowInstant instant={at} /> <strong>{t(`register.kinds.${kind}`)}</strong>
        <Passage event={event} />
      </p>
      <p className="timeline-who">
        <bdi>{by ?? actor}</bdi>
        {role && ` · ${t(`roles.${role}`)}`}
      </p>
      {reason && (
        <p>
          {t('caseHistory.reason')}:{' '}
          <span className="written-text" dir="auto">
            {reason}
          </span>
        </p>
      )}
      {changes.length > 0 && <Changes event={event} />}
      <p>
        <NavLink href={associationHref(list, associationId, id)}>
          {t('register.history.look')}
          <span className="visually-hidden">: {formatInstant(at)}</span>
        </NavLink>
      </p>
    </>
  )
}

type EventProps = Pick<Props, 'event'>

/** The change of status, if any. */
function Passage({ event: { from, to } }: EventProps) {
  const { t } = useTranslation()
  if (!to || from === to) return null
  return (
    <span className="passage">
      {from && (
        <>
          {t('caseHistory.from')} <StatusOfAssociation status={from} />
        </>
      )}{' '}
      {t('caseHistory.to')} <StatusOfAssociation status={to} />
    </span>
  )
}

const firstKinds: readonly AssociationEvent['kind'][] = ['apply', 'applyAgain']

function Changes({ event: { kind, changes } }: EventProps) {
  const { t } = useTranslation()
  const isFirst = firstKinds.includes(kind)
  return (
    <ChangesView
      display={associationDisplay}
      valuesOf={associationValuesOf}
      changes={changes}
      summary={t(isFirst ? 'caseHistory.filled' : 'caseHistory.fields', { count: changes.length })}
    />
  )
}
