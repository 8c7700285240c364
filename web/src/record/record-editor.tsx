import type { Use } from '@portal/contract'
import { flushSync } from 'react-dom'
import { sessionIn } from '#form/edit/edit-state.ts'
import { EditedField, type Typing } from '#form/edit/edited-field.tsx'
import { MergePanel } from '#form/edit/merge-panel.tsx'
import { useFocusOfPhase } from '#form/edit/use-focus-of-phase.ts'
import type { KeyOf } from '#form/read-only/form-display.ts'
import { FormSections } from '#form/read-only/form-sections.tsx'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import type { Elements } from '#ui/elements.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { recordTitleId } from './record-address.ts'
import type { PageRecord, RecordFormOf } from './use-record-form.ts'

const contentId = 'record-content'

interface EditorProps<D extends object, R extends PageRecord<V>, V extends object> {
  readonly form: RecordFormOf<D, R, V>
  /** Opens a tab with fields, when editing starts. */
  readonly onEditing: () => void
  /** Who edits the record, and why it can or cannot be edited. */
  readonly notes: Elements
  /** The bar of actions. */
  readonly actions: Elements
  readonly contentClass?: string
  readonly children: Elements
}

/** A record that is read or edited; in place of it, two versions of it that the user merges. */
export function RecordEditor<D extends object, R extends PageRecord<V>, V extends object>(props: EditorProps<D, R, V>) {
  const { form, onEditing, notes, actions, contentClass, children } = props
  const { state } = form
  useFocusOfPhase(state.phase, { titleId: recordTitleId, contentId, onEditing: () => flushSync(onEditing) })
  return (
    <>
      {notes}
      <UnsavedChanges hasChanges={form.hasChanges} onLeave={form.end} />
      {state.phase === 'merging' ? (
        <MergePanel form={form} work={state.work} record={state.theirs} edited={form.edited} />
      ) : (
        <>
          {state.phase === 'editing' && <ErrorSummary {...form.summary} />}
          <div className={contentClass} id={contentId}>
            {children}
          </div>
          {actions}
        </>
      )}
    </>
  )
}

interface FieldsProps<D extends object, R extends PageRecord<V>, V extends object> {
  readonly form: RecordFormOf<D, R, V>
  readonly record: R
  readonly stepIds: readonly string[]
  readonly isWritable: (key: KeyOf<V>) => boolean
  /** Draws a field, where the form's own control is not enough. */
  readonly renderField?: (use: Use<V>, typing: Typing<D, V, KeyOf<V>>) => Elements
  /** What stands above the fields of a group. */
  readonly renderNote?: (group: string | undefined) => Elements
}

/** A tab of fields: the saved values, the form, or the draft after the lock was lost. */
export function RecordFields<D extends object, R extends PageRecord<V>, V extends object>(props: FieldsProps<D, R, V>) {
  const { form, record, stepIds, isWritable, renderField, renderNote } = props
  const { edited, state, errorOf, set } = form
  const common = { display: edited.display, stepIds, renderNote }
  const work = sessionIn(state)
  if (!work) return <FormSections {...common} values={record.values} />
  const { draft } = work
  const values = form.valuesOf(draft)
  if (state.phase === 'lost') return <FormSections {...common} values={values} shown={{ ...record.values, ...draft }} />
  const typing = { draft, errorOf, set, values: { ...edited.fixedOf(record.values), ...values } }
  return (
    <FormSections
      {...common}
      isWritable={isWritable}
      values={typing.values}
      shown={record.values}
      renderField={(use) =>
        renderField?.(use, typing) ?? <EditedField key={use.key} {...typing} use={use} form={edited} />
      }
    />
  )
}
