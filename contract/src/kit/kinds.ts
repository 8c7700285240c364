import type { Field, FieldKind } from './field.ts'
import type { MessageKey } from './messages.ts'
import type { PlainDate } from './plain-date.ts'

export interface ValueError {
  readonly message: MessageKey
  readonly params?: Readonly<Record<string, string | number>> | undefined
}

/** Result of reading one field: its value, one error, or errors at paths within the value. */
export type FieldResult =
  | { readonly value: unknown }
  | { readonly error: ValueError }
  | { readonly errors: readonly (ValueError & { readonly at: string })[] }

/** The day by which dates are judged, in the office's time zone; values that were accepted before are not judged again. */
export type JudgedOn = PlainDate | 'accepted'

/** Context for reading a field: the day, how dates are parsed, and further kinds. */
export interface Reading {
  readonly today: JudgedOn
  readonly parseDate: (text: string) => PlainDate | undefined
  readonly kinds: Kinds | undefined
}

/** How a kind of field is read and written. */
export interface Kind {
  readonly read: (raw: unknown, field: Field, reading: Reading) => FieldResult
  /** Turns a value into its wire form; without it the value is sent as it is. */
  readonly write?: (value: unknown, field: Field) => unknown
  /** Turns what the user typed into its wire form. */
  readonly fromDraft?: (draftValue: readonly object[], field: Field) => unknown
}

export type Kinds = Partial<Record<FieldKind, Kind>>
