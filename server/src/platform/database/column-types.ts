import type { ColumnType } from 'kysely'

/** A column that may be left out at insert and is null when it was. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
