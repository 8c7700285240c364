import { existsSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Database } from '#platform/database/database.ts'
import { countRows, listMigrations } from './stored-tables.ts'

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: digest })),
  /** Rows of each table. */
  tables: z.record(z.string(), z.int()),
  audit: z.optional(z.object({ position: z.int(), digest })),
  keys: z.object({
    /** Fingerprints of the master keys that seal the data keys. */
    master: z.array(z.string()),
    data: z.array(z.int()),
    audit: z.array(z.int()),
  }),
  /** How many files each store has; those of a bucket are not in the backup. */
  stores: z.array(z.object({ name: z.nullable(z.string()), files: z.int() })),
  /** SHA-256 of the list of digests. */
  digests: digest,
})

/** What a backup has, and the keys that it needs; written last, so that a folder without it is no backup. */
export type Manifest = z.infer<typeof manifestSchema>

const fileName = 'manifest.json'

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const partial = join(folder, `${fileName}.part`)
  const file = await open(partial, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, join(folder, fileName))
}

/** Throws a sentence where the folder has no whole backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  if (!existsSync(join(folder, fileName)))
    throw new Error(`${folder} is no complete backup: it has no ${fileName}, which a backup writes last.`)
  const text = await readFile(join(folder, fileName), 'utf8')
  try {
    return z.parse(manifestSchema, JSON.parse(text))
  } catch (cause) {
    throw new Error(`${join(folder, fileName)} is not the manifest of a backup that this program knows.`, { cause })
  }
}

/** What the manifest says about the content of a database. */
export async function describeDatabase({
  pool,
}: Database): Promise<Omit<Manifest, 'format' | 'digests' | 'madeAt' | 'version'>> {
  const rowsOf = async <T>(sql: string) => (await pool.query(sql)).rows as T[]
  const keys = await rowsOf<{ id: number; master: string }>('select id, master from data_keys order by id')
  const seals = await rowsOf<{ position: number; digest: string }>(
    `select up_to as position, encode(digest, 'hex') as digest from audit_seals order by up_to desc limit 1`,
  )
  return {
    migrations: await listMigrations(pool),
    tables: await countRows(pool),
    audit: seals[0],
    keys: {
      master: [...new Set(keys.map(({ master }) => master))],
      data: keys.map(({ id }) => id),
      audit: (await rowsOf<{ id: number }>('select id from audit_keys order by id')).map(({ id }) => id),
    },
    stores: await rowsOf('select store as name, count(*)::int as files from files group by store order by store'),
  }
}
