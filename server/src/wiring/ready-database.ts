import { type Kysely, sql } from 'kysely'
import { type Clock, followClock, systemClock } from '#platform/clock.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { grantToApplication, refuseAuditOwner, roleOf } from '#platform/database/grants.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { prepareDatabase } from './prepare-database.ts'

type Ownership = Pick<Settings, 'databaseOwnerUrl' | 'dataDir'>

/** Runs a function as the owner of the tables where DATABASE_OWNER_URL is set, else as the application. */
export async function asOwner<T>(
  database: Database,
  { databaseOwnerUrl, dataDir }: Ownership,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  if (database.engine === 'embedded' || !databaseOwnerUrl) return work(database)
  const owner = await openDatabase({ databaseUrl: databaseOwnerUrl, dataDir, poolSize: 2 })
  try {
    await owner.pool.query('select 1').catch((cause: Error) => {
      const reason = `The database cannot be reached as DATABASE_OWNER_URL says (${cause.message}).`
      throw new Error(`${reason} Nothing was started.`, { cause })
    })
    return await work(owner)
  } finally {
    await owner.close()
  }
}

/** Migrates and fills the database, grants the application its rights, and in production checks that it has no others. */
export async function readyDatabase(
  database: Database,
  settings: Ownership & Pick<Settings, 'isProduction'>,
  migrations: string,
): Promise<void> {
  await asOwner(database, settings, async (owner) => {
    await migrate(owner.pool, migrations)
    // Kysely is not covariant in its tables.
    await prepareDatabase(owner.db as unknown as Kysely<unknown>)
    const role = await roleOf(database.pool)
    if (role !== (await roleOf(owner.pool))) await grantToApplication(owner.pool, role)
  })
  if (settings.isProduction && database.engine === 'postgres') await refuseAuditOwner(database.pool)
}

/** The clock of the database, which several nodes share; that of the system beside the embedded one. */
export async function clockOf({ engine, db }: Database): Promise<Clock> {
  if (engine === 'embedded') return systemClock
  return followClock(async () => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    return rows[0]?.now ?? systemClock.now()
  })
}
