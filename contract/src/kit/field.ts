import type { PlainDate } from './plain-date.ts'

/** Where somebody was born or lives, or a place of Italy in general (specification 1 §9, specification 2 §3). */
export const placeKinds = { birth: 'NASCITA', residence: 'RESIDENZA', italy: 'ITALIA' } as const
export type PlaceKind = keyof typeof placeKinds

/** An uploaded file as a form names it. */
export interface FileRef {
  /** Its `cmis_id`. */
  readonly id: string
  readonly name: string
}

/** What a field holds, by its kind. A field that behaves otherwise is a new kind. */
export interface ValueOfKind {
  text: string
  longText: string
  email: string
  phone: string
  vatNumber: string
  date: PlainDate
  choice: number
  flag: boolean
  /** A box that must be ticked. */
  consent: boolean
  /** Files that were uploaded before, in the order of their list. */
  files: readonly FileRef[]
  /** One of two, the first where true: virtual or real, one person or a group. On the wire 1, 0, and -1 for neither. */
  either: boolean
  /** A whole number from 0. */
  count: number
  /** Lines of fields of their own (`columns`), in their order. */
  lines: readonly object[]
}
export type FieldKind = keyof ValueOfKind

export interface Field {
  readonly kind: FieldKind
  /** Dotted path of the field in the JSON body. */
  readonly wire: string
  /** Longest text, in code points; for files and lines, how many; for a count, the highest. */
  readonly max?: number
  /** Reference list of a choice, by its path under /v1/tipologiche. */
  readonly list?: string
  /** The only ids that a choice takes, where the list has more. */
  readonly among?: readonly number[]
  /** What a place is told for: where somebody was born may be no place any more. */
  readonly place?: PlaceKind
  /** Field whose choice narrows this one's list. */
  readonly parent?: string
  /** A date that must not lie in the future. */
  readonly past?: true
  /** The fields of each line. A parent that is no column is a field of the form. */
  readonly columns?: Readonly<Record<string, Field>>
  /** In a line: it must be filled. */
  readonly required?: true
  /** Tells who somebody is although its kind does not say so: kept sealed, as every text is. */
  readonly personal?: true
}
