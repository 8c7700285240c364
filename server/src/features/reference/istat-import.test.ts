import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IstatRow } from './istat-file.ts'
import { importIstat, loadProvinceIds } from './istat-import.ts'
import { seedReference } from './seed.ts'

let engine: PGlite
let db: Kysely<unknown>

beforeAll(async () => {
  engine = await PGlite.create()
  for (const name of ['0001-reference', '0037-entries-of-lists', '0062-ended-places'])
    await engine.exec(readFileSync(new URL(`../../../migrations/${name}.sql`, import.meta.url), 'utf8'))
  const pool = new pg.Pool({ ...createPgConfig(engine), max: 1 } as unknown as pg.PoolConfig)
  db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  await db.transaction().execute((tx) => seedReference(tx))
}, 60_000)

afterAll(async () => {
  await db.destroy()
  await engine.close()
})

/** Runs a test in a transaction that it rolls back. */
async function tryOut(work: (tx: Transaction<unknown>) => Promise<void>) {
  const tx = await db.startTransaction().execute()
  try {
    await work(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** The official list, equal to the database. */
async function currentList(tx: Transaction<unknown>): Promise<IstatRow[]> {
  const { rows } = await sql<IstatRow>`
    select belfiore, m.istat_code as "istatCode", m.name, other_name as "otherName", abbreviation as province
    from municipalities m join provinces p on p.id = m.province_id
    where valid_until is null`.execute(tx)
  return rows
}

async function findMunicipality(tx: Transaction<unknown>, belfiore: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select id, name, istat_code, province_id, valid_until::text, succeeded_by, cardinality(postal_codes) as postal_codes
    from municipalities where belfiore = ${belfiore}`.execute(tx)
  return rows[0]
}

async function snapshot(tx: Transaction<unknown>) {
  const { rows } = await sql`
    select (select json_agg(m order by id) from municipalities m) as municipalities,
      (select json_agg(i order by list, id) from reference_items i) as items,
      (select json_agg(n order by id) from nations n) as nations`.execute(tx)
  return rows
}

const change = (list: IstatRow[], belfiore: string, changes: Partial<IstatRow>) =>
  list.map((row) => (row.belfiore === belfiore ? { ...row, ...changes } : row))

const nothing = { added: 0, renamed: 0, moved: 0, closed: 0, reopened: 0 }

test('the seed fills the tables, and a second seed changes nothing', () =>
  tryOut(async (tx) => {
    const before = await snapshot(tx)
    await seedReference(tx)
    expect(await snapshot(tx)).toEqual(before)
    expect((await currentList(tx)).length).toBe(7894)
    expect((await loadProvinceIds(tx)).size).toBe(110)
    const { rows } = await sql`select labels ->> 'it' as name, is_eu from nations where id = 105`.execute(tx)
    expect(rows).toEqual([{ name: 'Italia', is_eu: true }])
  }))

test('the seed keeps the office’s edits, and restores missing rows', () =>
  tryOut(async (tx) => {
    const read = () =>
      sql`select labels ->> 'it' as it from reference_items where list = 'ground' order by id`.execute(tx)
    await sql`update reference_items set labels = '{"it": "Etnia"}' where list = 'ground' and id = 1`.execute(tx)
    await sql`delete from reference_items where list = 'ground' and id = 2`.execute(tx)
    await seedReference(tx)
    expect((await read()).rows.slice(0, 2)).toEqual([{ it: 'Etnia' }, { it: 'Religione o convinzioni personali' }])
  }))

test('the database refuses a municipality whose id does not follow from its code', () =>
  tryOut(async (tx) => {
    const wrong = sql`insert into municipalities (id, belfiore, istat_code, name, province_id)
      values (1, 'A999', '001999', 'X', 1)`.execute(tx)
    await expect(wrong).rejects.toThrow(/check constraint/)
  }))

test('a list equal to the database changes nothing', () =>
  tryOut(async (tx) => {
    const before = await snapshot(tx)
    const changes = await importIstat(tx, await currentList(tx), '2027-01-01')
    expect(changes).toEqual({ ...nothing, unchanged: 7894 })
    expect(await snapshot(tx)).toEqual(before)
  }))

test('renames, moves, a merger and a new municipality are imported, and the second run changes nothing', () =>
  tryOut(async (tx) => {
    const merged: IstatRow = {
      belfiore: 'M999',
      istatCode: '028109',
      name: 'Abano Montegrotto',
      otherName: null,
      province: 'PD',
    }
    let list = (await currentList(tx)).filter(({ belfiore }) => belfiore !== 'A001')
    list = change(list, 'H501', { name: 'Roma Capitale' })
    list = change(list, 'A004', { province: 'MI', istatCode: '015999' })
    list.push(merged)

    const changes = await importIstat(tx, list, '2027-01-01')
    expect(changes).toEqual({ ...nothing, added: 1, renamed: 1, moved: 1, closed: 1, unchanged: 7891 })
    expect(await findMunicipality(tx, 'H501')).toMatchObject({ name: 'Roma Capitale', postal_codes: 82 })
    expect(await findMunicipality(tx, 'A004')).toMatchObject({ province_id: 15, istat_code: '015999' })
    expect(await findMunicipality(tx, 'A001')).toMatchObject({ name: 'Abano Terme', valid_until: '2027-01-01' })
    expect(await findMunicipality(tx, 'M999')).toMatchObject({ id: 13999, province_id: 28, valid_until: null })

    const after = await snapshot(tx)
    expect(await importIstat(tx, list, '2027-02-01')).toEqual({ ...nothing, unchanged: 7894 })
    expect(await snapshot(tx)).toEqual(after)
  }))

test('a closed municipality that is in the list again becomes valid', () =>
  tryOut(async (tx) => {
    const lirio: IstatRow = { belfiore: 'E608', istatCode: '018082', name: 'Lirio', otherName: null, province: 'PV' }
    const changes = await importIstat(tx, [...(await currentList(tx)), lirio], '2027-01-01')
    expect(changes).toEqual({ ...nothing, reopened: 1, unchanged: 7894 })
    expect(await findMunicipality(tx, 'E608')).toMatchObject({ valid_until: null, succeeded_by: null })
  }))

test('an unknown province stops the import', () =>
  tryOut(async (tx) => {
    const list = change(await currentList(tx), 'H501', { province: 'XX' })
    await expect(importIstat(tx, list, '2027-01-01')).rejects.toThrow(/province_id/)
  }))
