import { type AssociationEvent, associationValuesOf, ownEventKinds } from '@portal/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PagedTimeline } from '#lib/backoffice/paged-timeline.tsx'
import { StatusOfAssociation } from '#lib/backoffice/status-of-association.tsx'
import { associationDisplay } from '#record/association-display.ts'
import { HistoryEntry } from '#record/history-entry.tsx'
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
      renderEntry={(event) => <AssociationHistoryEntry associationId={associationId} event={event} />}
    />
  )
}

interface Props {
  readonly associationId: number
  readonly event: AssociationEvent
}

/** The fields of a decree, which a correction changes. */
const decreeFields = { numero_decreto: 'decreeNumber', data_decreto: 'decreeDate' } as const
const isDecreeField = (path: string): path is keyof typeof decreeFields => Object.hasOwn(decreeFields, path)

const firstKinds: readonly AssociationEvent['kind'][] = ['apply', 'applyAgain']

/** An entry of the history of an association. */
function AssociationHistoryEntry({ associationId, event }: Props) {
  const { t } = useTranslation()
  const list = useListOfPage()
  const { id, kind, by } = event
  return (
    <HistoryEntry
      event={event}
      title={t(`associationEventKinds.${kind}`)}
      who={by ?? t(ownEventKinds.includes(kind) ? 'register.history.association' : 'register.summary.portal')}
      isFirst={firstKinds.includes(kind)}
      display={associationDisplay}
      valuesOf={associationValuesOf}
      labelOfOther={(path) => (isDecreeField(path) ? t(`register.actions.fields.${decreeFields[path]}`) : undefined)}
      renderStatus={(status) => <StatusOfAssociation status={status} />}
      look={{ text: t('register.history.look'), href: associationHref(list, associationId, id) }}
    />
  )
}
