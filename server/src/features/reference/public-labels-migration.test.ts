import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedReference } from './seed.ts'

const migration = (name: string) => readFileSync(new URL(`../../../migrations/${name}.sql`, import.meta.url), 'utf8')

let engine: PGlite
let db: Kysely<unknown>

beforeAll(async () => {
  engine = await PGlite.create()
  const pool = new pg.Pool({ ...createPgConfig(engine), max: 1 } as unknown as pg.PoolConfig)
  db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  await engine.exec(migration('0001-reference'))
  // The seed expects the columns of these, which change no label.
  await engine.exec(migration('0037-entries-of-lists'))
  await engine.exec(migration('0062-ended-places'))
  await db.transaction().execute((tx) => seedReference(tx))
}, 60_000)

// Each test starts with the seeded database.
beforeEach(() => engine.exec('begin'))
afterEach(() => engine.exec('rollback'))

afterAll(async () => {
  await db.destroy()
  await engine.close()
})

/** The later one renames labels that the earlier one wrote. */
async function upgrade() {
  await engine.exec(migration('0014-public-labels'))
  await engine.exec(migration('0068-words-of-grounds'))
}
async function allLabels(): Promise<Map<string, Record<string, string>>> {
  const { rows } = await engine.query<{ key: string; labels: Record<string, string> }>(
    `select list || ' ' || id as key, labels from reference_items
      union all select coalesce(iso2, 'nation ' || id), labels from nations`,
  )
  return new Map(rows.map(({ key, labels }) => [key, labels]))
}

test('an older database gets the missing languages and the usual names', async () => {
  const seeded = await allLabels()
  await engine.exec(`
    update reference_items set labels = labels - '{fr,es,ar,ur}'::text[] where list = 'sex';
    update nations set labels = labels || '{"es": "República Árabe Siria", "en": "Syrian Arab Republic"}' where iso2 = 'SY'`)
  expect(await allLabels()).not.toEqual(seeded)
  await upgrade()
  expect(await allLabels()).toEqual(seeded)
})

test('labels that the office changed stay', async () => {
  await engine.exec(`
    update nations set labels = labels || '{"es": "Siria (República Árabe)"}' where iso2 = 'SY';
    update reference_items set labels = labels || '{"fr": "Féminin"}' where list = 'sex' and id = 1`)
  const before = await allLabels()
  await upgrade()
  expect(await allLabels()).toEqual(before)
})

test('a new database, which is seeded later, needs no change', async () => {
  await engine.exec('delete from nations; delete from reference_items')
  await upgrade()
  expect((await allLabels()).size).toBe(0)
})

test('the next seed adds the languages that an older database lacks, and no label of the office changes', async () => {
  const seeded = await allLabels()
  await engine.exec(`
    update reference_items set labels = labels - '{fr,es,ar,ur}'::text[] where list = 'ground';
    update reference_items set labels = labels || '{"en": "Ethnic origin"}' where list = 'ground' and id = 1`)
  await seedReference(db)
  const label = { ...seeded.get('ground 1'), en: 'Ethnic origin' }
  expect(await allLabels()).toEqual(new Map([...seeded, ['ground 1', label]]))
})

test('labels that named another thing get the right words; labels that the office wrote stay', async () => {
  const seeded = await allLabels()
  await engine.exec(`
    update reference_items set labels = labels || '{"ar": "ثنائيو الجنس", "ur": "بین صنفی افراد"}'
    where list = 'sub_ground' and id = 604;
    update reference_items set labels = labels || '{"ur": "دفتر کے الفاظ"}' where list = 'ground' and id = 7`)
  await upgrade()
  const own = 'ground 7'
  expect(await allLabels()).toEqual(new Map(seeded).set(own, { ...seeded.get(own), ur: 'دفتر کے الفاظ' }))
})
