import type { ColumnType } from 'kysely'

/** A nullable column that may be left out on insert. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
