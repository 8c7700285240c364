import type { AssociationDetail } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useTabInAddress } from '#lib/backoffice/tab-in-address.ts'
import { LockLine } from '#record/lock-line.tsx'
import { useRecordAddress } from '#record/record-address.ts'
import { RecordEditor, RecordFields } from '#record/record-editor.tsx'
import { AssociationActionBar } from '../actions/association-action-bar.tsx'
import { associationQuery } from '../associations.queries.ts'
import { AssociationAtPage } from '../history/association-at-page.tsx'
import { AssociationFrame } from './association-frame.tsx'
import { AssociationNotes, ProcedureNotes } from './association-notes.tsx'
import { isWritable, tabOfPlace } from './association-record.ts'
import { type AssociationTabId, tabWords } from './association-tab-words.ts'
import { AssociationTabs, isFieldTab } from './association-tabs.tsx'
import { useAssociationForm } from './use-association-form.ts'

/** 'Dettaglio richiesta' or 'Dettaglio associazione'; a past state where the address names an entry of the history. */
export function AssociationPage() {
  const { recordId: associationId, eventId } = useRecordAddress()
  if (associationId === undefined) return <AssociationFrame loading={undefined} />
  if (eventId !== undefined) return <AssociationAtPage key={eventId} associationId={associationId} eventId={eventId} />
  return <PresentAssociation key={associationId} associationId={associationId} />
}

const PresentAssociation = ({ associationId }: { readonly associationId: number }) => (
  <AssociationFrame loading={useQuery(associationQuery(associationId))}>
    {(shown) => <OpenAssociation record={shown} />}
  </AssociationFrame>
)

function OpenAssociation({ record }: { record: AssociationDetail }) {
  const [tab, setTab] = useTabInAddress<AssociationTabId>(tabWords)
  const form = useAssociationForm(record, (place) => {
    const own = tabOfPlace(place)
    if (own) flushSync(() => setTab(own))
  })
  return (
    <RecordEditor
      form={form}
      onEditing={() => isFieldTab(tab) || setTab('identity')}
      notes={
        <>
          <LockLine lockedUntil={form.lockedUntil} />
          <AssociationNotes record={record} form={form} />
        </>
      }
      actions={<AssociationActionBar record={record} form={form} />}
    >
      <AssociationTabs
        record={record}
        current={tab}
        onChange={setTab}
        notes={<ProcedureNotes record={record} />}
        invalidPlaces={form.state.phase === 'editing' ? form.invalidKeys : []}
        renderFields={(shown) => <RecordFields form={form} record={record} isWritable={isWritable} stepIds={[shown]} />}
      />
    </RecordEditor>
  )
}
