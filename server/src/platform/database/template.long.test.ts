import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { makeTemplate } from './template.ts'

test('an engine that starts from a template is migrated and prepared', async () => {
  const root = await mkdtemp(join(tmpdir(), 'portale-template-'))
  const migrationsFolder = join(root, 'migrations')
  const file = join(root, 'cache', 'template.tar.gz')
  await mkdir(migrationsFolder)
  await writeFile(
    join(migrationsFolder, '0001-words.sql'),
    'create extension pg_trgm; create table words (word text); create index on words using gin (word gin_trgm_ops);',
  )
  await makeTemplate({
    migrationsFolder,
    prepare: async (db) => {
      await sql`insert into words values ('uguaglianza')`.execute(db)
    },
    file,
  })
  expect(await readdir(join(root, 'cache'))).toEqual(['template.tar.gz'])
  const database = await openDatabase({ dataDir: join(root, 'data'), templateFile: file })
  expect(await migrate(database.pool, migrationsFolder)).toEqual({ applied: [] })
  const { rows } = await database.pool.query(`select word from words where word ilike '%glianz%'`)
  expect(rows).toEqual([{ word: 'uguaglianza' }])
  await database.close()
  await rm(root, { recursive: true })
}, 60_000)
