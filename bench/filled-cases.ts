import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { sealedReports } from '../server/src/features/reports/index.ts'
import { connectDatabase, type Database } from '../server/src/platform/database/database.ts'
import { createInTransaction } from '../server/src/platform/database/transaction.ts'
import { createLogger } from '../server/src/platform/logger.ts'
import { insertSealedRows, sealRows } from '../server/src/platform/protection/sealed-rows.ts'
import { columnName } from '../server/src/platform/protection/sealed-table.ts'
import { openVault, type Vault } from '../server/src/platform/protection/vault.ts'
import { sealedUsers } from '../server/src/platform/session/sealed-users.ts'
import { taxCodeNumber } from '../server/test/make.ts'
import { createPeople, type Person } from './people.ts'
import { type Engine, type Portal, type PortalOptions, startPortal } from './portal.ts'

const masterKey = Buffer.alloc(32, 5)
/** The settings of a portal whose rows `withVault` seals. */
export const sealedEnv = { MASTER_KEY: masterKey.toString('base64') }
const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const casesSql = readFileSync(fileAt('./case-rows.sql'), 'utf8')

/** Words added to the invented narratives: in two cases of five, one of ten, one of a thousand. */
const wordsOf = (id: number) =>
  [id % 5 < 2 && 'condominio', id % 10 === 3 && 'ospedale', id % 1000 === 1 && 'zampogna'].filter(Boolean).join(' ')

/** Empties the queue of what the registry compares, so that the job does not work during a measurement. */
export const forgetComparisons = 'truncate registry_comparisons'

/**
 * Starts the portal with `rows` cases; undefined if the engine is not installed. The cases are created once per schema and fill,
 * and cached under `.cache`; each run works on a copy.
 */
export async function startFilled(
  engine: Engine,
  rows: number,
  options: PortalOptions = {},
): Promise<Portal | undefined> {
  const snapshot = fileAt(`../.cache/bench/${engine}-${rows}-${fingerprint()}`)
  if (!existsSync(snapshot)) {
    const portal = await startPortal(engine, { env: sealedEnv })
    if (!portal) return undefined
    console.log(`Filling ${rows} cases on ${engine} …`)
    const start = performance.now()
    await withVault(portal, (vault, database) => fill(database, vault, rows))
    await portal.saveSnapshot(snapshot)
    console.log(`filled in ${Math.round((performance.now() - start) / 1000)} s`)
  }
  return startPortal(engine, { ...options, env: { ...sealedEnv, ...options.env }, snapshot })
}

/** A hash of the schema and of the sources that create the cases. */
const fingerprint = () => fingerprintOf(['./filled-cases.ts', './people.ts', './case-rows.sql'])

/** A hash of the schema and of some sources, as paths from this folder. */
export function fingerprintOf(paths: readonly string[]): string {
  const last = readdirSync(fileAt('../server/migrations')).sort().at(-1) ?? ''
  const sources = paths.map((path) => readFileSync(fileAt(path), 'utf8'))
  return createHash('sha256')
    .update([last, ...sources].join('\n'))
    .digest('hex')
    .slice(0, 12)
}

/** Calls `use` with the vault and the database of a running portal. */
export async function withVault<T>(portal: Portal, use: (vault: Vault, database: Database) => Promise<T>): Promise<T> {
  const database = connectDatabase({ connection: portal.connection, engine: 'postgres', poolSize: 2 })
  try {
    const inTransaction = createInTransaction(database.db)
    return await use(
      await openVault({ db: database.db, inTransaction, master: masterKey, log: createLogger('silent') }),
      database,
    )
  } finally {
    await database.close()
  }
}

/** Fills a prepared database that has the people of the demonstration; needs its superuser. */
export async function fill({ pool, db }: Database, vault: Vault, rows: number) {
  await insertSealedRows(db, sealRows(vault, sealedUsers, operators(await firstFreeId(pool))))
  await pool.query(
    "insert into user_roles (user_id, role, place) select id, 'operatorTwo', 0 from users where id not in (select user_id from user_roles)",
  )
  const indexes = await dropIndexes(pool)
  // The SQL counts the cases itself, in one statement.
  await pool.query('alter table cases disable trigger cases_are_counted')
  await onOneConnection(pool, ['select setseed(0.5)', casesSql.replaceAll(':rows', String(rows))])
  await pool.query('alter table cases enable trigger cases_are_counted')
  await storeReports(pool, vault, rows)
  await onOneConnection(pool, ["set maintenance_work_mem = '1GB'", ...indexes])
  await pool.query(forgetComparisons)
  await pool.query('vacuum analyze')
}

const firstFreeId = async (pool: pg.Pool): Promise<number> =>
  (await pool.query('select max(id) + 1 as id from users')).rows[0].id

const operators = (from: number) =>
  Array.from({ length: 40 }, (_, index) => ({
    id: from + index,
    taxCode: taxCodeNumber(from + index),
    firstName: `Nome${index}`,
    lastName: `Cognome${index}`,
    mail: `operatore.${index}@example.org`,
    isEnabled: true,
    enabledAt: new Date(0),
    isDemo: true,
  }))

/** Runs the statements in one session, so that settings and temporary functions stay valid. */
async function onOneConnection(pool: pg.Pool, statements: readonly string[]) {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const statement of statements) await client.query(statement)
  } finally {
    client.release(true)
  }
}

/** Drops the indexes of the filled tables; returns the statements that create them again, which is faster after filling. */
async function dropIndexes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid::regclass::text = any('{cases,case_facets,reports,report_tokens,case_events,case_messages}')
      and not exists (select from pg_constraint where conindid = indexrelid)`)
  await pool.query(`drop index ${rows.map(({ name }) => name).join()}`)
  return rows.map(({ definition }) => definition)
}

const batchSize = 1000

async function storeReports(pool: pg.Pool, vault: Vault, rows: number) {
  const person = createPeople()
  const seal = createSealing(vault)
  let storing: Promise<unknown> = Promise.resolve()
  for (let from = 1; from <= rows; from += batchSize) {
    const ids = Array.from({ length: Math.min(batchSize, rows - from + 1) }, (_, index) => from + index)
    const sealed = ids.map((id) => seal(id, person(id)))
    // The database stores one batch while the next is sealed.
    await storing
    storing = store(pool, ids, sealed)
  }
  await storing
}

// The last one is derived from the others whenever they are sealed; lists open it alone.
const fields = ['firstName', 'lastName', 'email', 'phone', 'message', 'listing'] as const

/** Seals reports as the portal does. It caches the tokens of words and names, since they repeat. */
function createSealing(vault: Vault) {
  const cache = new Map<string, readonly string[]>()
  const tokensOf = (field: 'firstName' | 'lastName' | 'message', word: string) => {
    const key = `${field} ${word}`
    const found = cache.get(key) ?? vault.tokens(sealedReports, { [field]: word, language: 1 })
    cache.set(key, found)
    return found
  }
  return (id: number, { vat: _vat, message: story, ...person }: Person) => {
    const { firstName, lastName, email, phone } = person
    const message = `${wordsOf(id)} ${story}`.trim()
    const report = { ...person, message, language: 1 }
    const tokens = [
      ...[...tokensOf('firstName', firstName), ...tokensOf('lastName', lastName)],
      ...message.split(' ').flatMap((word) => tokensOf('message', word)),
      ...vault.tokens(sealedReports, { email, phone }),
    ]
    const all = `{${[...new Set(tokens)].sort().join()}}`
    if (id % 9973 === 1 && all !== `{${vault.tokens(sealedReports, report).join()}}`)
      throw new Error('The tokens of a report differ from those of its words.')
    return { row: vault.seal(sealedReports, id, report), tokens: all }
  }
}
type SealedRow = ReturnType<ReturnType<typeof createSealing>>

// Reported within two months of the event; some reporters do not know the day.
const clear = 'case_id, received_at, language, profile, nation, region, event_date, key_id'
const clearOf = (keyId: string) => `cases.id, created_at, 1, 1, 105, 1 + cases.id * 31 % 20,
  case when cases.id % 8 > 0 then created_at::date - (cases.id::bigint * 7919 % 60)::integer end, ${keyId}`
const columns = fields.map(columnName)

async function store(pool: pg.Pool, ids: readonly number[], sealed: readonly SealedRow[]) {
  const lists = fields.map((field) => sealed.map(({ row }) => row[field]))
  const places = columns.map((_, index) => `$${index + 3}::bytea[]`).join()
  await pool.query(
    `insert into reports (${clear}, ${columns.join()}) select ${clearOf('$2')}, ${columns.map((column) => `t.${column}`).join()}
     from unnest($1::int[], ${places}) as t (id, ${columns.join()}) join cases on cases.id = t.id`,
    [ids, sealed[0]?.row.keyId, ...lists],
  )
  await pool.query(
    'insert into report_tokens (id, tokens) select id, t::bigint[] from unnest($1::int[], $2::text[]) as u (id, t)',
    [ids, sealed.map(({ tokens }) => tokens)],
  )
}
