import type { FormReading } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import type { LockedRecord } from '#form/edit/edit-lock.ts'
import type { EditedRecord } from '#form/edit/edit-notes.tsx'
import type { EditedForm } from '#form/edit/edited-form.ts'
import { useEditSession } from '#form/edit/use-edit-session.ts'
import type { KeyOf } from '#form/read-only/form-display.ts'
import { notify } from '#lib/page/notices.ts'

/** A record that has a page of its own, where one user at a time edits it. */
export interface PageRecord<V extends object> extends EditedRecord {
  readonly id: number
  readonly values: V
}

/** A record with its calls. */
interface RecordCalls<D extends object, R, V extends object> {
  readonly locked: LockedRecord
  /** Reads the record, past every cache. */
  readonly fetch: () => Promise<R>
  /** The values of a draft, with all its errors. */
  readonly read: (draft: D, record: R) => FormReading<V>
  /** Resolves to undefined where the page asks the user about something before it is saved. */
  readonly save: (values: V, version: number) => Promise<R | undefined>
  /** The record has changed on the server; without it, it may have. */
  readonly refresh: (record?: R) => Promise<void>
}

interface Options<D extends object, R extends PageRecord<V>, V extends object> extends RecordCalls<D, R, V> {
  readonly edited: EditedForm<D, R, KeyOf<V>>
  readonly record: R
  /** Opens the tab of a place of the form. */
  readonly reveal: (place: string) => void
  /** `found`: an earlier attempt was saved, but its response was lost. */
  readonly texts: { readonly saved: string; readonly found: string }
}

/** The edit session of a record that has a page of its own. */
export function useRecordForm<D extends object, R extends PageRecord<V>, V extends object>(options: Options<D, R, V>) {
  const { edited, record, reveal, texts, locked, read, save } = options
  const { t } = useTranslation()
  const session = useEditSession<D, R>({
    id: edited.id,
    fields: edited.wires,
    reveal,
    record,
    locked,
    edits: edited.edits,
    draftName: `${edited.kind}.${record.id}`,
    keyAt: (path) => edited.placeAt(path),
    labelOf: (place) => edited.labelOfPlace(t, place),
    check: (draft) => edited.errorsOf(t, read(draft, record).fieldErrors),
    normalize: (draft) => edited.draftOf(read(draft, record).values),
    read: options.fetch,
    save: ({ draft, version }) => save(read(draft, record).values, version),
    onSaved: (isFound) => notify({ kind: 'success', body: isFound ? texts.found : texts.saved }),
    onChanged: (newer) => void options.refresh(newer),
  })
  return {
    ...session,
    edited,
    valuesOf: (draft: D) => read(draft, record).values,
    set: (key: KeyOf<V>, value: unknown) => session.change(edited.withValue({} as D, key, value)),
  }
}

export type RecordFormOf<D extends object, R extends PageRecord<V>, V extends object> = ReturnType<
  typeof useRecordForm<D, R, V>
>
