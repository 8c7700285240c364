import type { Field, FieldKind } from './field.ts'
import type { MessageKey } from './messages.ts'
import type { PlainDate } from './plain-date.ts'

export interface Fault {
  readonly message: MessageKey
  readonly params?: Readonly<Record<string, string | number>> | undefined
}

/** What one member of a form holds, or what is wrong with it: as a whole, or at places within it. */
export type Leaf =
  | { readonly value: unknown }
  | { readonly fault: Fault }
  | { readonly faults: readonly (Fault & { readonly at: string })[] }

/** What reading a member needs to know: the office's day, and how dates are written. */
export interface Reading {
  readonly today: PlainDate
  readonly parseDate: (text: string) => PlainDate | undefined
  readonly kinds: Kinds | undefined
}

/** How a kind of field is read and written. */
export interface Kind {
  readonly read: (raw: unknown, field: Field, reading: Reading) => Leaf
  /** A value as it travels; as it is unless told. */
  readonly write?: (value: unknown, field: Field) => unknown
  /** What is typed on a screen, under its names on the wire. */
  readonly typed?: (typed: readonly object[], field: Field) => unknown
}

export type Kinds = Partial<Record<FieldKind, Kind>>
