import { type Fields, usesOf } from '@portal/contract'
import type { definePlaces, FormTexts } from '../form-texts.ts'
import type { FormDisplay } from '../read-only/form-display.ts'
import { defineMerge } from './edit-merge.ts'
import { defineEdits } from './edit-state.ts'
import type { defineDrafts } from './field-draft.ts'
import type { WrittenForm } from './written-text.ts'

/** The record that the texts name. */
type EditedKind = 'case' | 'association' | 'record'

export interface SavedValues {
  readonly version: number
  readonly values: object
}

interface Parts<D extends object, K extends string> {
  readonly kind: EditedKind
  /** The ids of the controls begin with it. */
  readonly id: string
  /** The fields that the user edits. */
  readonly keys: readonly K[]
  readonly display: FormDisplay<K>
  readonly texts: FormTexts<K>
  readonly drafts: ReturnType<typeof defineDrafts<D, K>>
  readonly places: ReturnType<typeof definePlaces<K>>
}

/** The form of a record that one user at a time edits, with all that its session, its fields and its merge need. */
export function defineEditedForm<D extends object, R extends SavedValues, K extends string>(parts: Parts<D, K>) {
  const { keys, display, texts, drafts, places } = parts
  const { draftOf, changedKeys } = drafts
  const { fields }: { readonly fields: Fields } = display.form
  const written: WrittenForm<D> = { fields, changedKeys, texts }
  const isEdited = (key: string) => keys.some((one) => one === key)
  return {
    ...parts,
    ...places,
    ...drafts,
    written,
    edits: defineEdits<D, R>({
      draftOf: ({ values }) => draftOf(values),
      isSame: (one, other) => changedKeys(one, other).length === 0,
    }),
    merge: defineMerge<D, K>({ keys, ...drafts }),
    /** The path of each field on the wire, in the order of the form. */
    wires: Object.fromEntries(
      usesOf(display.form).flatMap(({ key }) => (isEdited(key) ? [[key, fields[key]?.wire ?? key]] : [])),
    ),
    /** The values that saving does not change. */
    fixedOf: <V extends object>(values: V) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => !isEdited(key))) as Partial<V>,
  }
}
export type EditedForm<D extends object, R extends SavedValues, K extends string> = ReturnType<
  typeof defineEditedForm<D, R, K>
>
