import type { RetentionRuleName } from '@portal/contract'
import type { Tables } from '../database/tables.ts'
import type { TermKind } from './search-terms.ts'

/** Plain columns that are derived from a row before its sealed values are deleted. */
export interface KeptColumns {
  readonly from: readonly string[]
  readonly columns: (row: object) => object
}

/** How the rows of a table end, for retention and personal-data requests. */
export type RowsEnd =
  /**
   * With the case whose id is in this column: when the case is pseudonymised, all sealed values are deleted. With `files`, where
   * the rows have the ids of files, the files are deleted entirely.
   */
  | { readonly withCase: string; readonly keep?: KeptColumns; readonly files?: true }
  /** By a retention rule; a row about one person alone is also deleted by that person's request for erasure. */
  | { readonly byRule: RetentionRuleName; readonly isOfSubject?: true }
  /** Never by itself; the text says why. */
  | { readonly stay: string }

/** A sealed value that follows from others of its row, so that a reader opens it alone. It is written whenever one of these is. */
interface DerivedValue {
  readonly from: readonly string[]
  /** The value; undefined where there is none. The row has all of `from`. */
  readonly valueOf: (row: object) => unknown
}

/** Declares what is protected in a table, which has a column `keyId` beside the sealed ones. */
export interface AnySealedTable {
  readonly table: keyof Tables & string
  /** Primary key; every sealed value of the row is bound to it. */
  readonly key: string
  readonly sealed: readonly string[]
  /** The sealed columns that nobody writes: their values follow from other sealed ones. */
  readonly derived?: Readonly<Record<string, DerivedValue>>
  /**
   * The sealed columns that grant permissions. The encryption batch refuses them in a plain row, because anybody with write
   * access to the database could have written them.
   */
  readonly decisive?: readonly string[]
  readonly ends: RowsEnd
  /** Unique values, each with the column of its token. */
  readonly unique?: Readonly<Record<string, string>>
  /** The table of the search tokens; absent where the rows are never searched. */
  readonly tokens?: {
    /** A table with `id` and `tokens`, one row for each row of this table. */
    readonly table: keyof Tables & string
    /** The kind of search of each value. */
    readonly of: Readonly<Record<string, TermKind>>
    /** Language of the text of a row, as a code such as `it`; absent or undefined where it is unknown. */
    readonly languageOf?: (row: object) => string | undefined
  }
}

/** A declaration with the types of the plain values. */
export interface SealedTable<P extends object> extends AnySealedTable {
  readonly sealed: readonly (keyof P & string)[]
  /** Never present; it only carries the type. */
  readonly plain?: P
}

interface Declaration<P extends object> extends AnySealedTable {
  readonly sealed: readonly (keyof P & string)[]
  readonly decisive?: readonly (keyof P & string)[]
  readonly unique?: Readonly<Partial<Record<keyof P & string, string>>> & Readonly<Record<string, string>>
}

/**
 * Declares what is protected in a table, for sealing, search, the encryption batch, retention, personal-data requests and
 * the test of the schema. `P` is the type of the plain values.
 */
export const sealedTable =
  <P extends object>() =>
  <const T extends Declaration<P>>(table: T) =>
    table as T & SealedTable<P>

const columnNames = new Map<string, string>()
/** Name of a column in the database; remembered, since each value that is sealed asks for one. */
export function columnName(key: string): string {
  const name = columnNames.get(key) ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columnNames.set(key, name)
  return name
}

const prefixes = new WeakMap<AnySealedTable, Map<string, string>>()
/** The place of a value. Made for every value that is opened, so what comes before the id is remembered. */
export function placeOf(table: AnySealedTable, id: number | string, field: string): string {
  const ofTable = prefixes.get(table) ?? new Map<string, string>()
  const prefix = ofTable.get(field) ?? `${columnName(table.table)}.${columnName(field)}:`
  prefixes.set(table, ofTable.set(field, prefix))
  return prefix + id
}
