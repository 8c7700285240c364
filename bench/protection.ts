import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { randomFrom } from '../server/src/demo/random.ts'
import { sealedReports } from '../server/src/features/reports/index.ts'
import { connectDatabase } from '../server/src/platform/database/database.ts'
import { createInTransaction } from '../server/src/platform/database/transaction.ts'
import { createLogger } from '../server/src/platform/logger.ts'
import { columnName } from '../server/src/platform/protection/sealed-table.ts'
import { openVault, type Vault } from '../server/src/platform/protection/vault.ts'
import { sealedUsers } from '../server/src/platform/session/sealed-users.ts'
import { reportOnWire } from '../server/test/make.ts'
import { clientOf } from '../server/test/run-client.ts'
import { type Filled, fillTwice } from './fill.ts'
import { createCaller, type Measurement, type Operation, runAtRate } from './load.ts'
import { createPeople, type Person } from './people.ts'
import { startPortal } from './portal.ts'

/** Figures of one operation on sealed and on plain data in the same run. */
export interface ComparedFigures {
  readonly sealed: Measurement
  readonly plain: Measurement
  /** The same through the portal's API, including the audit entry; absent if there is no such call. */
  readonly overHttp?: Measurement
}

export interface ProtectionFigures {
  readonly filled: Filled
  /** Microseconds, medians. */
  readonly micros: Readonly<Record<string, number>>
  readonly compared: Readonly<Record<string, ComparedFigures>>
}

const offeredPerSecond = 20

/** Measures sealing, opening, listing and searching `rows` cases on PostgreSQL, and the same on plain text. */
export async function measureProtection(rows: number, seconds: number): Promise<ProtectionFigures | undefined> {
  const masterKey = randomBytes(32)
  const portal = await startPortal('postgres', { env: { MASTER_KEY: masterKey.toString('base64') } })
  if (!portal) return undefined
  const pool = portal.connect(8)
  const database = connectDatabase({ connection: portal.connection, engine: 'postgres' })
  try {
    const inTransaction = createInTransaction(database.db)
    const vault = await openVault({ db: database.db, inTransaction, master: masterKey, log: createLogger('silent') })
    const filled = await fillTwice(pool, vault, rows)
    const people = await samples(rows)
    await waitForIdleMachine()
    const compared: Record<string, ComparedFigures> = {}
    for (const [name, one] of Object.entries(await comparisons(portal.api, pool, vault, people)))
      compared[name] = await compare(one, seconds)
    return { filled, micros: await costs(vault), compared }
  } finally {
    await pool.end()
    await database.close()
    await portal.close()
  }
}

interface Comparison {
  readonly sealed: Operation
  readonly plain: Operation
  readonly overHttp: Operation
}

async function compare({ sealed, plain, overHttp }: Comparison, seconds: number): Promise<ComparedFigures> {
  const series = async (operation: Operation) => {
    await runAtRate(offeredPerSecond, 2, operation)
    return runAtRate(offeredPerSecond, seconds, (index) => operation(index + 40))
  }
  return { plain: await series(plain), sealed: await series(sealed), overHttp: await series(overHttp) }
}

/** Waits up to five minutes until the load of the machine is low. */
async function waitForIdleMachine() {
  const end = Date.now() + 5 * 60_000
  while ((loadavg()[0] ?? 0) > 0.8 && Date.now() < end) await delay(5000)
}

/** People whose cases exist, so that searches find something. */
async function samples(rows: number): Promise<Person[]> {
  const person = createPeople()
  const random = randomFrom(7)
  const chosen = new Set(Array.from({ length: 400 }, () => 1 + Math.floor(random() * Math.min(rows, 20_000))))
  const found: Person[] = []
  for (let id = 1; id <= Math.min(rows, 20_000); id++) {
    const made = person(id)
    if (chosen.has(id)) found.push(made)
  }
  return found
}

const page = (where: string, operators: string) => `
  select cases.id, protocol_year, protocol_number, status, list_rank, cases.created_at, assigned_to,
    operators.last_name, operators.first_name
  from cases left join ${operators} as operators on operators.id = cases.assigned_to
  where ${where} order by list_rank desc, cases.id desc limit 10`
const count = (where: string) => `select count(*) from (select 1 from cases where ${where} limit 10001) as found`

type Row = { assigned_to: number | null; last_name: Buffer; first_name: Buffer }

/** A page and its count by SQL alone. */
async function pageAndCount(
  pool: pg.Pool,
  where: string,
  operators: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const [{ rows }] = await Promise.all([
    pool.query<Row>(page(where, operators), [...values]),
    pool.query(count(where), [...values]),
  ])
  return rows
}

const openNames = (vault: Vault, rows: readonly Row[]) =>
  Promise.all(
    rows.map(({ assigned_to: id, last_name: lastName, first_name: firstName }) =>
      id === null ? undefined : vault.open(sealedUsers, id, { lastName, firstName }),
    ),
  )

interface Search {
  readonly field: 'lastName' | 'organisationVat' | 'message'
  /** Name of the filter on the wire. */
  readonly filter: string
  readonly textOf: (person: Person) => string
  /** The same condition on plain text; $1 is the text. */
  readonly plain: string
}

const twoWords = ({ message }: Person) =>
  message
    .split(' ')
    .filter((word) => word.length > 5)
    .slice(0, 2)
    .join(' ')

// biome-ignore format: a table
const searches: Readonly<Record<string, Search>> = {
  'surname, three letters':     { field: 'lastName',        filter: 'nominativo',      textOf: ({ lastName }) => lastName.slice(0, 3), plain: "last_name like $1 || '%'" },
  'tax code':                   { field: 'organisationVat', filter: 'piva',            textOf: ({ vat }) => vat,                       plain: 'organisation_vat = $1' },
  'two words of the narrative': { field: 'message',         filter: 'resoconto_fatti', textOf: twoWords,                               plain: "words @@ plainto_tsquery('italian', $1)" },
}

/** As the portal searches: first the rows that match, by `ids`, then their cases by id if they are few. */
async function searchCases(pool: pg.Pool, ids: string, operators: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows: found } = await pool.query<{ id: number }>(`${ids} limit 10001`, [...values])
  const [where, parameters] =
    found.length > 10_000
      ? [`cases.id in (${ids})`, values]
      : ['cases.id = any($1::int[])', [`{${found.map(({ id }) => id).join()}}`]]
  const { rows } = await pool.query<Row>(page(where, operators), [...parameters])
  return rows
}

interface Compared {
  readonly pool: pg.Pool
  readonly vault: Vault
  readonly people: readonly Person[]
  /** Calls the API as a manager. */
  readonly request: (path: string, body?: object) => Promise<{ status: number; body: string }>
}

/** Whether the list of the API has cases with these filters. */
async function hasCases({ request }: Compared, filtri: object): Promise<boolean> {
  const { status, body } = await request('integrazione-segnalazione-view-pag', { filtri })
  return status === 200 && JSON.parse(body).result.listaView.length > 0
}

const listComparison = (compared: Compared): Comparison => ({
  sealed: async () =>
    (await openNames(compared.vault, await pageAndCount(compared.pool, 'true', 'users', []))).length > 0,
  plain: async () => (await pageAndCount(compared.pool, 'true', 'plain_users', [])).length > 0,
  overHttp: () => hasCases(compared, {}),
})

function searchComparison(compared: Compared, { field, filter, textOf, plain }: Search): Comparison {
  const { pool, vault, people } = compared
  const textAt = (index: number) => textOf(people[index % people.length] as Person)
  return {
    sealed: async (index) => {
      const groups = vault.find(sealedReports, [field], textAt(index)).map((group) => `{${group.join()}}`)
      const condition = groups.map((_, place) => `tokens && $${place + 1}::bigint[]`).join(' and ')
      const ids = `select report_tokens.id from report_tokens where ${condition}`
      return (await openNames(vault, await searchCases(pool, ids, 'users', groups))).length > 0
    },
    plain: async (index) => {
      const ids = `select case_id as id from plain_reports where ${plain}`
      return (await searchCases(pool, ids, 'plain_users', [textAt(index)])).length > 0
    },
    overHttp: (index) => hasCases(compared, { [filter]: textAt(index) }),
  }
}

function detailComparison({ pool, vault, request }: Compared): Comparison {
  const idAt = (index: number) => 1 + ((index * 7919) % 20_000)
  return {
    sealed: async (index) => {
      const { rows } = await pool.query('select * from cases join reports on case_id = id where id = $1', [idAt(index)])
      const row = Object.fromEntries(sealedReports.sealed.map((field) => [field, rows[0][columnName(field)]]))
      return (await vault.open(sealedReports, idAt(index), row)).message !== undefined
    },
    plain: async (index) => {
      const query = 'select * from cases join plain_reports on case_id = id where id = $1'
      return (await pool.query(query, [idAt(index)])).rows[0].message !== undefined
    },
    overHttp: async (index) => (await request(`dettaglio/${idAt(index)}`)).status === 200,
  }
}

async function comparisons(api: string, pool: pg.Pool, vault: Vault, people: readonly Person[]) {
  const { call } = createCaller(64)
  const headers = { ...(await clientOf(api).asManager()), 'content-type': 'application/json' }
  const request: Compared['request'] = (path, body) =>
    call(`${api}/v1/segnalazioni/${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
  const compared = { pool, vault, people, request }
  const searched = Object.entries(searches).map(([name, search]) => [name, searchComparison(compared, search)] as const)
  return {
    'list, first page': listComparison(compared),
    'a case': detailComparison(compared),
    ...Object.fromEntries(searched),
  } as Readonly<Record<string, Comparison>>
}

/** Median microseconds of sealing and opening one report, and of computing its tokens. */
async function costs(vault: Vault): Promise<Record<string, number>> {
  const story = reportOnWire().resoconto_fatti as string
  const plain = {
    ...createPeople()(1),
    organisationVat: '12345678903',
    message: story.repeat(8),
    address: 'Via dell’Umiltà 1',
    postalCode: '00187',
    birthDate: '1990-02-28',
    city: 8501,
    language: 1,
  }
  const row = vault.seal(sealedReports, 1, plain as never)
  const text = JSON.stringify(plain)
  return {
    'seal a report': await median(() => vault.seal(sealedReports, 1, plain as never)),
    'open a report': await median(() => vault.open(sealedReports, 1, row)),
    'compute its search tokens': await median(() => vault.tokens(sealedReports, plain)),
    'plain text: write and read JSON': await median(() => JSON.parse(JSON.stringify(JSON.parse(text)))),
  }
}

async function median(operation: () => unknown): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < 3000; index++) {
    const start = performance.now()
    await operation()
    times.push((performance.now() - start) * 1000)
  }
  return Number((times.toSorted((a, b) => a - b)[1500] ?? 0).toFixed(1))
}
