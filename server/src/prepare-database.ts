import type { Kysely } from 'kysely'
import { seedReference } from '#features/reference/seed.ts'
import type { Tables } from '#platform/database/tables.ts'
import { prepareJobs } from '#platform/jobs.ts'

/** Fills a migrated database with what every installation begins with; harmless when it is there already. */
export async function prepareDatabase(db: Kysely<unknown>): Promise<void> {
  // Labels keep the mark `{office}`: the office is a setting and is put in when a list is shown.
  await db.transaction().execute((tx) => seedReference(tx, { officeTag: '{office}' }))
  await prepareJobs(db as Kysely<Tables>)
}
