import type { AssociationDetail } from '@portal/contract'
import { associationTabs } from '@portal/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { associationDisplay } from '#form/association-display.ts'
import { bundleQuery } from '#form/choices.ts'
import { FormSections } from '#form/form-sections.tsx'
import { useTabInAddress } from '#lib/backoffice/tab-in-address.ts'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { associationAtQuery, associationEventsQuery } from '../associations.queries.ts'
import { associationHref } from '../list/association-lists.ts'
import { AssociationDocuments } from '../record/association-documents.tsx'
import { AssociationFrame, useListOfPage } from '../record/association-frame.tsx'
import { AssociationSummary } from '../record/association-summary.tsx'
import { type AssociationTabId, TabColumns, tabWords } from '../record/association-tabs.tsx'

interface Props {
  readonly associationId: number
  readonly eventId: number
}

/** 'Dettaglio storico': the state of an association after an entry of its history, read-only. */
export function AssociationAtPage({ associationId, eventId }: Props) {
  const lists = useQuery(bundleQuery())
  const { data: record, error, isFetching, refetch } = useQuery(associationAtQuery(eventId))
  return (
    <AssociationFrame
      isPast
      record={record}
      isReady={lists.isFetched}
      error={error}
      isRetrying={isFetching}
      onRetry={() => refetch()}
    >
      {(shown) => <AssociationThen {...{ associationId, eventId }} record={shown} />}
    </AssociationFrame>
  )
}

function AssociationThen({ associationId, eventId, record }: Props & { readonly record: AssociationDetail }) {
  const { t } = useTranslation()
  const list = useListOfPage()
  const [current, setTab] = useTabInAddress<AssociationTabId>(tabWords)
  const tab = associationTabs.find((one) => one === current) ?? 'identity'
  const { data } = useInfiniteQuery(associationEventsQuery(associationId))
  const event = data?.pages.flatMap(({ rows }) => rows).find(({ id }) => id === eventId)
  return (
    <>
      <Alert kind="info">
        <p>
          {t('register.notes.past')}{' '}
          {event && (
            <>
              <ShowInstant instant={event.at} /> {t(`register.kinds.${event.kind}`)}.{' '}
            </>
          )}
          <NavLink href={associationHref(list, associationId)}>{t('register.notes.present')}</NavLink>
        </p>
      </Alert>
      <Tabs
        label={t('register.detail.tabs')}
        current={tab}
        onChange={setTab}
        tabs={associationTabs.map((id) => ({ id, label: t(`registerTabs.${id}`) }))}
      >
        <TabColumns summary={tab === 'documents' ? undefined : <AssociationSummary record={record} />}>
          {tab === 'documents' ? (
            <AssociationDocuments record={record} isPast />
          ) : (
            <FormSections display={associationDisplay} stepIds={[tab]} values={record.values} />
          )}
        </TabColumns>
      </Tabs>
    </>
  )
}
