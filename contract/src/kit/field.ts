import type { ReferenceList } from '../reference/reference-lists.ts'
import type { MessageKey } from './messages.ts'
import type { PlainDate } from './plain-date.ts'

/**
 * Which places a list offers: places of birth, places of residence, or any place in Italy (specification 1 §9,
 * specification 2 §3).
 */
export const placeKinds = { birth: 'NASCITA', residence: 'RESIDENZA', italy: 'ITALIA' } as const
export type PlaceKind = keyof typeof placeKinds

/** A reference to an uploaded file. */
export interface FileRef {
  /** Its `cmis_id`. */
  readonly id: string
  readonly name: string
}

/** The type of a value, by the kind of its field. A field that behaves otherwise is a new kind. */
export interface ValueOfKind {
  text: string
  longText: string
  email: string
  phone: string
  vatNumber: string
  /** The number of an organisation: a VAT number with its check digit, or the tax code of a person. */
  organisationNumber: string
  /** The tax code of a person, in capitals. */
  taxCode: string
  date: PlainDate
  choice: number
  flag: boolean
  /** A box that the user must tick. */
  consent: boolean
  /** References to uploaded files, in the order of their list. */
  files: readonly FileRef[]
  /**
   * One of two alternatives, true for the first: virtual or real, one person or a group. On the wire 1, 0, and -1 for
   * neither.
   */
  either: boolean
  /** A whole number from 0. */
  count: number
  /** An amount of money in euros and cents, above 0. */
  amount: number
  /** Several choices of one list; on the wire objects with the id under `idWire`. */
  choices: readonly number[]
  /** Repeated lines, each with the fields of `columns`. */
  lines: readonly object[]
}
export type FieldKind = keyof ValueOfKind

export interface Field {
  readonly kind: FieldKind
  /** Dotted path of the field in the JSON body. */
  readonly wire: string
  /**
   * Longest text, in code points; for files, lines and choices the largest number of them; for a count or an amount the highest
   * value.
   */
  readonly max?: number
  /** Reference list of a choice. */
  readonly list?: ReferenceList
  /** The ids that a choice accepts, where the list has more. */
  readonly among?: readonly number[]
  /** Which places the list offers: a place of birth may no longer exist. */
  readonly place?: PlaceKind
  /** The field whose choice narrows the list of this one. */
  readonly parent?: string
  /** The date must not be in the future. */
  readonly past?: true
  /** The date must not be in an earlier year. */
  readonly firstYear?: number
  /** The fields of each line. A parent that is not a column is a field of the form. */
  readonly columns?: Readonly<Record<string, Field>>
  /** Only for a column: each line must have a value. */
  readonly required?: true
  /** The message where a required value is missing, if not the usual one. */
  readonly missing?: MessageKey
  /** The member with the id, of each object in the list of `choices`. */
  readonly idWire?: string
  /** The message where a count exceeds `max`, if not the usual one. */
  readonly tooHigh?: MessageKey
  /** Characters that a text must not have. */
  readonly forbidden?: RegExp
  /** The value identifies a person although its kind does not say so, and is therefore sealed, as every text is. */
  readonly personal?: true
}
