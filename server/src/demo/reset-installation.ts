import { existsSync, renameSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#platform/database/database.ts'
import { clearStores } from '#platform/files/stored-names.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { storesOf } from '../wiring/create-platform.ts'
import { asOwner } from '../wiring/ready-database.ts'

/** The portal's entries in DATA_DIR. */
const dataEntries = ['pg', 'files', 'outbox', 'incoming']
const isAuditHead = (name: string) => name.startsWith('audit-head.json')

/**
 * Deletes the database and the files of an installation that is marked as a demonstration, and renames its master key; throws
 * for any other, unchanged. Drops whole schemas, because the audit log refuses deletion. Returns lines to print.
 */
export async function resetInstallation(
  settings: Settings,
  open: (settings: Settings) => Promise<Database>,
): Promise<string[]> {
  const { databaseUrl, dataDir } = settings
  if (!databaseUrl && !existsSync(join(dataDir, 'pg')))
    throw new Error(`There is no installation in ${dataDir} (DATA_DIR): \`npm run demo\` makes one.`)
  const database = await open(settings)
  try {
    await refuseUnmarked(database)
    if (databaseUrl) await refuseOtherPrograms(database)
    // Deletes file by file: the bucket may contain files of other installations.
    await clearStores({ db: database.db, stores: storesOf(settings) })
    if (databaseUrl) await asOwner(database, settings, dropSchemas)
  } finally {
    await database.close()
  }
  const names = existsSync(dataDir) ? await readdir(dataDir) : []
  for (const name of names.filter((name) => dataEntries.includes(name) || isAuditHead(name)))
    await rm(join(dataDir, name), { recursive: true, force: true })
  return renameMasterKey(settings)
}

async function refuseUnmarked({ pool }: Database): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('demo_marks') as marks`)
  const isMarked = rows[0].marks !== null && (await pool.query('select from demo_marks')).rowCount === 1
  if (!isMarked)
    throw new Error('This installation is not marked as a demonstration: it stays as it is. Nothing was changed.')
}

/** Throws if another program is connected: a running server would use deleted tables. */
async function refuseOtherPrograms({ pool }: Database): Promise<void> {
  const { rows } = await pool.query(`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  if (rows[0].others > 0)
    throw new Error('Another program uses the database: stop the servers first. Nothing was changed.')
}

/** Drops the tables of the portal and of its job queue, and recreates the empty schema with the default privileges. */
async function dropSchemas({ pool }: Database): Promise<void> {
  const { rows } = await pool.query('select quote_ident(current_schema()) as name')
  const { name } = rows[0]
  await pool.query(
    [
      'begin',
      `drop schema ${name} cascade`,
      'drop schema if exists pgboss cascade',
      `create schema ${name}`,
      `grant usage on schema ${name} to public`,
      'commit',
    ].join(';\n'),
  )
}

/** Renames the master key, in case another database is sealed under it; the next start makes a new one. */
function renameMasterKey({ masterKey, masterKeyFile }: Settings): string[] {
  if (masterKey) return ['The master key is a setting (MASTER_KEY): it stays.']
  if (!existsSync(masterKeyFile)) return []
  const newName = `${masterKeyFile}.${new Date().toISOString().replaceAll(':', '')}`
  renameSync(masterKeyFile, newName)
  return [`The former master key is kept as ${newName}; delete it once no database needs it.`]
}
