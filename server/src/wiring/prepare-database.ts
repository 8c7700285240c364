import { type Kysely, sql } from 'kysely'
import { makePartitions, monthsAhead } from '#platform/audit/audit.store.ts'
import type { Tables } from '#platform/database/tables.ts'
import { prepareJobs } from '#platform/job-queues.ts'
import { queues } from './queues.ts'

// During a dump of the table the existing months are enough; a job creates the others later.
const lockTimeout = '55P03'
const unlessBusy = (error: Error & { code?: string }) => {
  if (error.code !== lockTimeout) throw error
}

/** Fills a migrated database with the initial data of every installation; skips data that exists. */
export async function prepareDatabase(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select from reference_seeds where fingerprint = ${seedFingerprint}`.execute(db)
  if (rows.length === 0) await seed(db)
  await prepareJobs(db as Kysely<Tables>, queues)
  await makePartitions(db as Kysely<Tables>, monthsAhead).catch(unlessBusy)
}

async function seed(db: Kysely<unknown>): Promise<void> {
  // 8,000 municipalities: computed only on the start that writes them.
  const { seedReference } = await import('#features/reference/seed.ts')
  await db.transaction().execute(async (tx) => {
    await seedReference(tx)
    await sql`insert into reference_seeds (fingerprint) values (${seedFingerprint}) on conflict do nothing`.execute(tx)
  })
}

/** SHA-256 of all reference data that `seedReference` writes, in base64url. A test recomputes it and prints the new value. */
export const seedFingerprint = 'drSrzlWY2dt3aUMTVwLaQppnKoNwDMaQF7A7TRGScSU'
