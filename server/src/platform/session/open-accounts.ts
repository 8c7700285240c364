import { sql } from 'kysely'

/**
 * Whether a row of `users` is an account: not deleted, and not one of an upload that is still being written. All those of an
 * upload become accounts at once, when it is finished.
 */
export const isAccount = sql<boolean>`users.deleted_at is null and not exists (
  select from runs where runs.id = users.upload_id and runs.finished_at is null)`

/** The same, deleted or not. */
export const isOrWasAccount = sql<boolean>`not exists (
  select from runs where runs.id = users.upload_id and runs.finished_at is null)`
