import { type Field, type Form, isShown, type Use } from '@portal/contract'
import type { TFunction } from 'i18next'
import type { Elements } from '#ui/elements.tsx'
import type { FormTexts } from '../form-texts.ts'

export type KeyOf<V> = keyof V & string

/** How a value is shown where the declaration of its field cannot say it. Methods: each takes the value of its own field. */
export interface ValueException {
  /** Arranges the value first, for example lines in another order. */
  arrange?(value: unknown): unknown
  /** Draws the value, if there is one. */
  render?(value: unknown): Elements
}

/**
 * How the values of a form are read: its declaration, its labels, and the exceptions that the declaration cannot say. `FormSections`
 * draws the cards of some steps, `FieldTexts` a list, `ChangesView` a history; `caseDisplay` is an example.
 */
export interface FormDisplay<K extends string> {
  readonly form: Form
  readonly texts: Pick<FormTexts<K>, 'labelOf'> & Partial<Pick<FormTexts<K>, 'columnsOf' | 'wordsOf' | 'mainTextsOf'>>
  /** The heading of the fields of a group. */
  readonly headingOf: (t: TFunction, group: string | undefined) => string
  /** The heading of the fields of a step, where a view has a card for each step. */
  readonly stepTitleOf?: (t: TFunction, stepId: string) => string
  readonly exceptions?: Partial<Readonly<Record<K, ValueException>>>
}

/** The fields of a form, or of some of its steps, in order; without those that the values hide. */
export const shownUses = <V>(form: Form<V>, values: V, stepIds?: readonly string[]): Use<V>[] =>
  form.steps
    .filter(({ id }) => stepIds?.includes(id) ?? true)
    .flatMap(({ fields }) => fields)
    .filter((use) => isShown(use, values))

interface Section<V> {
  readonly group: string | undefined
  readonly uses: readonly Use<V>[]
}

/** The same by the group whose heading the fields share. */
export function sectionsOf<V>(form: Form<V>, values: V, stepIds?: readonly string[]): Section<V>[] {
  const uses = shownUses(form, values, stepIds)
  const groups = [...new Set(uses.map(({ group }) => group))]
  return groups.map((group) => ({ group, uses: uses.filter((use) => use.group === group) }))
}

export const valueIn = (values: object, key: string) => (values as Record<string, unknown>)[key]

/** The choice of a field, which filters the list of another. */
export const choiceIn = (values: object, key: string | undefined) =>
  key === undefined ? undefined : (valueIn(values, key) as number | undefined)

export const isEmpty = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** False for a field that was left empty, and for a box that was not ticked. */
export const isAnswered = ({ kind }: Field, value: unknown) =>
  kind === 'flag' || kind === 'consent' ? value === true : !isEmpty(value)
