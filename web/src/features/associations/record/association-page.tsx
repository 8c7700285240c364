import type { AssociationDetail, AssociationDraft, AssociationTab } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { associationDisplay } from '#form/association-display.ts'
import { bundleQuery } from '#form/choices.ts'
import { type EditSession, sessionIn } from '#form/edit/edit-state.ts'
import { MergePanel } from '#form/edit/merge-panel.tsx'
import { useFocusOfPhase } from '#form/edit/use-focus-of-phase.ts'
import { FormSections } from '#form/form-sections.tsx'
import { useTabInAddress } from '#lib/backoffice/tab-in-address.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { AssociationActionBar } from '../actions/association-action-bar.tsx'
import { associationQuery } from '../associations.queries.ts'
import { AssociationAtPage } from '../history/association-at-page.tsx'
import { AssociationField } from './association-field.tsx'
import { AssociationFrame, LockLine, titleId } from './association-frame.tsx'
import { AssociationNotes } from './association-notes.tsx'
import { associationMerge, draftOf, isWritable, readAssociation, tabOfPlace } from './association-record.ts'
import { type AssociationTabId, AssociationTabs, isFieldTab, tabWords } from './association-tabs.tsx'
import { type AssociationFormOf, useAssociationForm } from './use-association-form.ts'

const asId = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** 'Dettaglio richiesta' or 'Dettaglio associazione'; a past state where the address names an entry of the history. */
export function AssociationPage() {
  const { id, evento } = useSearch({ strict: false }) as { id?: unknown; evento?: unknown }
  const [associationId, eventId] = [asId(id), asId(evento)]
  useFocusOnOther(`${associationId} ${eventId}`)
  if (associationId === undefined) return <AssociationFrame record={undefined} isMissing />
  if (eventId !== undefined) return <AssociationAtPage key={eventId} {...{ associationId, eventId }} />
  return <PresentAssociation key={associationId} associationId={associationId} />
}

/** Moves the focus to the title when the same address shows another association or another state of it. */
function useFocusOnOther(shown: string) {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    focusById(titleId)
  }, [shown])
}

function PresentAssociation({ associationId }: { associationId: number }) {
  const lists = useQuery(bundleQuery())
  const { data: record, error, isFetching, refetch } = useQuery(associationQuery(associationId))
  return (
    <AssociationFrame
      record={record}
      // Without the reference lists no value has a label: each field would fetch its own list.
      isReady={lists.isFetched}
      error={error}
      isRetrying={isFetching}
      onRetry={() => refetch()}
    >
      {(shown) => <OpenAssociation record={shown} />}
    </AssociationFrame>
  )
}

const contentId = 'association-content'

function OpenAssociation({ record }: { record: AssociationDetail }) {
  const [tab, setTab] = useTabInAddress<AssociationTabId>(tabWords)
  const form = useAssociationForm(record, (place) => {
    const own = tabOfPlace(place)
    if (own) flushSync(() => setTab(own))
  })
  const { state } = form
  useFocusOfPhase(state.phase, {
    titleId,
    contentId,
    onEditing: () => {
      if (!isFieldTab(tab)) flushSync(() => setTab('identity'))
    },
  })
  return (
    <>
      <LockLine record={record} lockedUntil={form.lockedUntil} />
      <UnsavedChanges hasChanges={form.hasChanges} onLeave={form.end} />
      <AssociationNotes record={record} form={form} />
      {state.phase === 'merging' ? (
        <Merge form={form} work={state.work} theirs={state.theirs} />
      ) : (
        <>
          {state.phase === 'editing' && <ErrorSummary {...form.summary} />}
          <div id={contentId}>
            <AssociationTabs
              record={record}
              current={tab}
              onChange={setTab}
              invalidPlaces={state.phase === 'editing' ? form.invalidKeys : []}
              renderFields={(shown) => <FieldsOfTab tab={shown} record={record} form={form} />}
            />
          </div>
          <AssociationActionBar record={record} form={form} />
        </>
      )}
    </>
  )
}

interface MergeProps {
  readonly form: AssociationFormOf
  readonly work: EditSession<AssociationDraft>
  readonly theirs: AssociationDetail
}

function Merge({ form, work, theirs }: MergeProps) {
  return (
    <MergePanel
      work={work}
      mine={{ ...work.draft, ...draftOf(readAssociation(work.draft, theirs).values) }}
      theirs={draftOf(theirs.values)}
      version={theirs.version}
      merge={associationMerge}
      display={associationDisplay}
      kind="association"
      isSaving={form.isSaving}
      onSave={form.saveMerged}
      onBack={form.backToTyping}
    />
  )
}

interface FieldsProps {
  readonly tab: AssociationTab
  readonly record: AssociationDetail
  readonly form: AssociationFormOf
}

/** A tab of fields: a form, the saved values, or the draft after the lock was lost. */
function FieldsOfTab({ tab, record, form }: FieldsProps) {
  const work = sessionIn(form.state)
  const common = { display: associationDisplay, stepIds: [tab] }
  if (!work) return <FormSections {...common} values={record.values} />
  const { values } = readAssociation(work.draft, record)
  if (form.state.phase === 'lost')
    return <FormSections {...common} values={values} shown={{ ...record.values, ...work.draft }} />
  return (
    <FormSections
      {...{ ...common, values, isWritable }}
      renderField={(use) => (
        <AssociationField key={use.key} {...{ use, values }} draft={work.draft} errorOf={form.errorOf} set={form.set} />
      )}
    />
  )
}
