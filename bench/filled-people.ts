import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { sealedPeople } from '../server/src/features/registry/sealed-persons.ts'
import { columnName } from '../server/src/platform/protection/sealed-table.ts'
import type { Vault } from '../server/src/platform/protection/vault.ts'
import { createPeople, type InventedPerson } from '../server/test/registry-people/people.ts'
import { fingerprintOf, forgetComparisons, sealedEnv, withVault } from './filled-cases.ts'
import { type Portal, startPortal } from './portal.ts'

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const batchSize = 2000
/** Starts the portal with `rows` people, sealed and in plain text; filled once and cached as the cases are. */
export async function startWithPeople(rows: number): Promise<Portal | undefined> {
  const sources = ['./filled-people.ts', '../server/test/registry-people/people.ts']
  const snapshot = fileAt(`../.cache/bench/registry-${rows}-${fingerprintOf(sources)}`)
  if (!existsSync(snapshot)) {
    const portal = await startPortal('postgres', { env: sealedEnv })
    if (!portal) return undefined
    console.log(`Filling ${rows} people …`)
    const start = performance.now()
    await withVault(portal, (vault, { pool }) => fill(pool, vault, rows))
    await portal.saveSnapshot(snapshot)
    console.log(`filled in ${Math.round((performance.now() - start) / 1000)} s`)
  }
  return startPortal('postgres', { env: sealedEnv, snapshot })
}

const plainTable = `
  create extension if not exists pg_trgm;
  create table plain_people (
    id integer primary key, first_name text, last_name text, birth_date date, birth_nation integer, nation integer,
    region integer, province integer, city integer, email text, phone text)`
const plainIndexes = [
  "create index on plain_people using gin ((last_name || ' ' || first_name) gin_trgm_ops)",
  'create index on plain_people (birth_date)',
  'create index on plain_people (city, id)',
  'create index on plain_people (phone)',
]

async function fill(pool: pg.Pool, vault: Vault, rows: number) {
  const { rows: users } = await pool.query('select min(id) as id from users')
  await pool.query('drop index natural_person_tokens_by_token')
  await pool.query(plainTable)
  const next = createPeople()
  const store = createStore(pool, vault, users[0].id)
  let storing: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < rows; from += batchSize) {
    const people = Array.from({ length: Math.min(batchSize, rows - from) }, next)
    const sealed = store.seal(people)
    // The database stores one batch while the next is sealed.
    await storing
    storing = store.write(people, sealed)
  }
  await storing
  const client = await pool.connect()
  await client.query("set statement_timeout = 0; set maintenance_work_mem = '1GB'")
  const token =
    'create index natural_person_tokens_by_token on natural_person_tokens using gin (tokens) with (fastupdate = off)'
  for (const statement of [token, ...plainIndexes, forgetComparisons, 'vacuum analyze']) await client.query(statement)
  client.release(true)
}

const sealedFields = ['firstName', 'lastName', 'birthDate', 'city', 'email', 'phone'] as const
const plainFields = ['birthNation', 'nation', 'region', 'province'] as const
type Values = InventedPerson['values']

/** Seals and writes people as the portal does. It caches the tokens of values that many people have. */
function createStore(pool: pg.Pool, vault: Vault, createdBy: number) {
  const cache = new Map<string, readonly string[]>()
  const tokensOf = (field: keyof Values, value: unknown) => {
    const key = `${field} ${value}`
    const found = cache.get(key) ?? vault.tokens(sealedPeople, { [field]: value })
    if (field !== 'email' && field !== 'phone') cache.set(key, found)
    return found
  }
  const seal = (people: readonly InventedPerson[]) =>
    people.map(({ id, values }) => {
      const tokens = Object.entries(values).flatMap(([field, value]) => tokensOf(field as keyof Values, value))
      const all = `{${[...new Set(tokens)].sort().join()}}`
      if (id % 9973 === 1 && all !== `{${vault.tokens(sealedPeople, values).join()}}`)
        throw new Error('The tokens of a person differ from those of their values.')
      return { row: vault.seal(sealedPeople, id, values), tokens: all }
    })
  async function write(people: readonly InventedPerson[], sealed: ReturnType<typeof seal>) {
    const ids = people.map(({ id }) => id)
    const bytes = sealedFields.map((field) => sealed.map(({ row }) => row[field]))
    const plain = plainFields.map((field) => people.map(({ values }) => values[field]))
    const names = [...sealedFields, ...plainFields].map(columnName)
    const places = [
      ...bytes.map((_, index) => `$${index + 4}::bytea[]`),
      ...plain.map((_, index) => `$${index + 4 + bytes.length}::int[]`),
    ]
    await pool.query(
      `insert into natural_persons (id, key_id, created_by, changed_at, compared_at, ${names.join()})
       select id, $2, $3, now(), now(), ${names.map((name) => `t.${name}`).join()}
       from unnest($1::int[], ${places.join()}) as t (id, ${names.join()})`,
      [ids, sealed[0]?.row.keyId, createdBy, ...bytes, ...plain],
    )
    await pool.query(
      'insert into natural_person_tokens (id, tokens) select id, t::bigint[] from unnest($1::int[], $2::text[]) as u (id, t)',
      [ids, sealed.map(({ tokens }) => tokens)],
    )
    const all = [...plainFields, 'city', 'firstName', 'lastName', 'birthDate', 'email', 'phone'] as const
    const columns = all.map(columnName).join()
    await pool.query(
      `insert into plain_people (id, ${columns})
       select id, ${columns} from jsonb_populate_recordset(null::plain_people, $1::jsonb)`,
      [
        JSON.stringify(
          people.map(({ id, values }) => ({
            id,
            ...Object.fromEntries(all.map((field) => [columnName(field), values[field]])),
          })),
        ),
      ],
    )
  }
  return { seal, write }
}
