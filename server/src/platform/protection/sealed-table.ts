import type { RetentionRuleName } from '@portal/contract'
import type { Tables } from '../database/tables.ts'
import type { TermKind } from './search-terms.ts'

/** Columns in clear that are made of a row before what is sealed in it goes. */
export interface KeptColumns {
  readonly from: readonly string[]
  readonly columns: (row: object) => object
}

/** How the rows of a table end: what retention and the rights of the person read. */
export type RowsEnd =
  /**
   * With a case, whose id the column has: when the case is pseudonymised all that is sealed goes. Where the rows are those of
   * files, under the files' ids, the files go whole.
   */
  | { readonly withCase: string; readonly keep?: KeptColumns; readonly files?: true }
  /** By a rule of retention; a row that is of one person alone goes whole with their right to be forgotten. */
  | { readonly byRule: RetentionRuleName; readonly isOfSubject?: true }
  /** Not by themselves, for a reason. */
  | { readonly stay: string }

/** What is protected in a table. It has a column `keyId` beside the sealed ones. */
export interface AnySealedTable {
  readonly table: keyof Tables & string
  /** Primary key, to which every value of the row is bound. */
  readonly key: string
  readonly sealed: readonly string[]
  /**
   * Those of the sealed columns that decide what somebody may do: re-encryption takes none of them from a row that is still plain,
   * because whoever writes to the database could have put it there.
   */
  readonly decisive?: readonly string[]
  readonly ends: RowsEnd
  /** Values that one row alone may have, by the column that holds their token. */
  readonly unique?: Readonly<Record<string, string>>
  /** Where the tokens are that values are found by; absent for what is never searched. */
  readonly tokens?: {
    /** A table of `id` and `tokens`, with a row for each row of this one. */
    readonly table: keyof Tables & string
    /** How each value is found again. */
    readonly of: Readonly<Record<string, TermKind>>
    /** Language of the words of a row, as a code such as `it`; absent or undefined where it is not known. */
    readonly languageOf?: (row: object) => string | undefined
  }
}

/** The same with the plain values of the sealed columns, as the code sees them. */
export interface SealedTable<P extends object> extends AnySealedTable {
  readonly sealed: readonly (keyof P & string)[]
  /** Never there: it only carries the type. */
  readonly plain?: P
}

interface Declaration<P extends object> extends AnySealedTable {
  readonly sealed: readonly (keyof P & string)[]
  readonly decisive?: readonly (keyof P & string)[]
  readonly unique?: Readonly<Partial<Record<keyof P & string, string>>> & Readonly<Record<string, string>>
}

/**
 * Declares once what is protected in a table, for sealing, search, re-encryption, retention, the person's rights and the
 * test that walks the schema. `P` has the plain values of the sealed columns.
 */
export const sealedTable =
  <P extends object>() =>
  <const T extends Declaration<P>>(table: T) =>
    table as T & SealedTable<P>

/** Name of a column in the database. */
export const columnName = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
