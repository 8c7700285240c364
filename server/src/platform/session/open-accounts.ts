import { sql } from 'kysely'

/**
 * Whether a row of `users` is an account: not deleted, and not of an unfinished upload. All rows of an upload become accounts
 * together when it is finished.
 */
export const isAccount = sql<boolean>`users.deleted_at is null and not exists (
  select from runs where runs.id = users.upload_id and runs.finished_at is null)`

/** Whether a row of `users` is an account, deleted or not. */
export const isOrWasAccount = sql<boolean>`not exists (
  select from runs where runs.id = users.upload_id and runs.finished_at is null)`
