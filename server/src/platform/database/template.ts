import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { connectDatabase } from './database.ts'
import { startInMemory } from './embedded-engine.ts'
import { migrate } from './migrate.ts'

interface TemplateOptions {
  migrationsFolder: string
  /** Fills the migrated database with the initial data of every installation. */
  prepare: (db: Kysely<unknown>) => Promise<void>
  /** The gzipped archive to write. */
  file: string
}

/** Path of the template of a build. Its name depends on the migrations, so that an outdated template is ignored. */
export function templateFile(folder: string, migrationsFolder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrationsFolder).sort())
    hash.update(name).update(readFileSync(join(migrationsFolder, name)))
  return join(folder, `template-${hash.digest('hex').slice(0, 12)}.tar.gz`)
}

/** The template for these migrations, if a build has created it. */
export function findTemplate(folder: string, migrationsFolder: string): string | undefined {
  const file = templateFile(folder, migrationsFolder)
  return existsSync(file) ? file : undefined
}

/** Writes a migrated and prepared database to `file`; an engine starts from it in one second instead of six. */
export async function makeTemplate({ migrationsFolder, prepare, file }: TemplateOptions): Promise<void> {
  const engine = await startInMemory()
  const database = connectDatabase({ connection: engine.connection, engine: 'embedded', stop: engine.stop })
  try {
    await migrate(database.pool, migrationsFolder)
    await prepare(database.db as Kysely<unknown>)
    // So that an engine that starts from the copy has nothing to recover.
    await database.pool.query('checkpoint')
    await mkdir(dirname(file), { recursive: true })
    const partial = `${file}.${process.pid}`
    await engine.dumpTemplate(partial)
    await rename(partial, file)
  } finally {
    await database.close()
  }
}
