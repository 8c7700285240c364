import { type Form, stepStates } from '@portal/contract'
import { useState } from 'react'
import { fieldOfPlace } from '#form/form-texts.ts'
import type { Elements } from '#ui/elements.tsx'

/** What the tabs of a record's page get; some of them hold the fields of its form. */
export interface RecordTabsProps<R, Id extends string, FieldTab extends Id> {
  readonly record: R
  readonly current: Id
  readonly onChange: (tab: Id) => void
  /** The places of the form with an error. */
  readonly invalidPlaces: readonly string[]
  /** A tab of fields, read-only or as a form. */
  readonly renderFields: (tab: FieldTab) => Elements
}

/** For the tab of each step, how many errors its fields have. */
export function tabErrors(form: Form, invalidPlaces: readonly string[], wordOf: (count: number) => string) {
  const states = stepStates(
    form,
    invalidPlaces.map((place) => ({ key: fieldOfPlace(place) })),
  )
  return (tab: string) => {
    const count = states.find(({ id }) => id === tab)?.errors.length ?? 0
    return count > 0 ? { count, word: wordOf(count) } : undefined
  }
}

/** A tab that may hold input or chosen files: once shown, it stays mounted but hidden. */
export function KeptTab({ isShown, children }: { readonly isShown: boolean; readonly children: Elements }) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return (
    (isShown || wasShown) && (
      <div className="stack" hidden={!isShown}>
        {children}
      </div>
    )
  )
}
