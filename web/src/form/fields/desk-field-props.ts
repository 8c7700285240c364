import type { ReferenceItem } from '@portal/contract'
import type { FieldViewProps } from './field-view-props.ts'

export interface DeskFieldProps extends Omit<FieldViewProps, 'onChange'> {
  /** The two words of a field of kind `either`, the first of them true. */
  readonly words?: readonly [first: string, second: string] | undefined
  /** What a field of kind `lines` says and knows of its lines. */
  readonly lines?: LinesTexts | undefined
  /** On a public page dates are typed in three boxes, and places are chosen level by level. */
  readonly isPublic?: boolean | undefined
  readonly onChange: (value: unknown) => void
}

export type Line = Readonly<Record<string, unknown>>

/** What lines say and know, beside what their field declares. */
export interface LinesTexts {
  /** The columns that are filled in, in their order, each with its name. */
  readonly columns: Readonly<Record<string, string>>
  readonly add: string
  /** What one is called, by its number from 1. */
  readonly nameOf: (number: number) => string
  /** Where the first line is the main one: how it is marked, and what makes another one so. */
  readonly main?: { readonly badge: string; readonly make: (name: string) => string } | undefined
  readonly errorAt?: ((index: number, column: string) => string | undefined) | undefined
  /** The choice of the form's field that narrows a column. */
  readonly formParent?: number | undefined
  /** Makes a new entry of the list that the first column chooses from, and tells by itself why there is none. */
  readonly onCreate?: ((label: string) => Promise<ReferenceItem | undefined>) | undefined
}

/** The control of a line; its errors lead to it. */
export const lineFieldId = (id: string, index: number, column: string) => `${id}-${index}-${column}`
