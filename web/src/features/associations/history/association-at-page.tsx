import type { AssociationDetail } from '@portal/contract'
import { associationTabs } from '@portal/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormSections } from '#form/read-only/form-sections.tsx'
import { useTabInAddress } from '#lib/backoffice/tab-in-address.ts'
import { associationDisplay } from '#record/association-display.ts'
import { PastNote } from '#record/past-note.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { associationAtQuery, associationEventsQuery } from '../associations.queries.ts'
import { associationHref } from '../list/association-lists.ts'
import { AssociationDocuments } from '../record/association-documents.tsx'
import { AssociationFrame, useListOfPage } from '../record/association-frame.tsx'
import { AssociationSummary } from '../record/association-summary.tsx'
import { type AssociationTabId, tabWords } from '../record/association-tab-words.ts'
import { TabColumns } from '../record/association-tabs.tsx'

interface Props {
  readonly associationId: number
  readonly eventId: number
}

/** 'Dettaglio storico': the state of an association after an entry of its history, read-only. */
export const AssociationAtPage = ({ associationId, eventId }: Props) => (
  <AssociationFrame isPast loading={useQuery(associationAtQuery(eventId))}>
    {(shown) => <AssociationThen associationId={associationId} eventId={eventId} record={shown} />}
  </AssociationFrame>
)

function AssociationThen({ associationId, eventId, record }: Props & { readonly record: AssociationDetail }) {
  const { t } = useTranslation()
  const list = useListOfPage()
  const [current, setTab] = useTabInAddress<AssociationTabId>(tabWords)
  const tab = associationTabs.find((one) => one === current) ?? 'identity'
  return (
    <>
      <PastNote
        eventId={eventId}
        history={useInfiniteQuery(associationEventsQuery(associationId))}
        titleOf={({ kind }) => t(`associationEventKinds.${kind}`)}
        text={t('register.notes.past')}
        back={{ text: t('register.notes.present'), href: associationHref(list, associationId) }}
      />
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
