import type { Kysely } from 'kysely'
import type { Db } from './transaction.ts'

/** Rows of a table that is known when the program runs, not when it is compiled. */
export type AnyRow = Readonly<Record<string, unknown>>

export type AnyTables = Readonly<Record<string, Record<string, unknown>>>

/** The same database for statements whose table and columns are values, such as those of a declared sealed table. */
export const anyTable = (db: Db) => db as unknown as Kysely<AnyTables>
