import type pg from 'pg'
import { sealedReports } from '../server/src/features/reports/index.ts'
import { columnName } from '../server/src/platform/protection/sealed-table.ts'
import type { Vault } from '../server/src/platform/protection/vault.ts'
import { forgetComparisons } from './filled-cases.ts'
import { createPeople, type Person } from './people.ts'

/** The duration of filling and the size of the data: seconds and megabytes. */
export interface Filled {
  readonly seconds: Readonly<Record<string, number>>
  readonly megabytes: Readonly<Record<string, number>>
}

const batchSize = 1000

/** Stores cases and their reports twice: sealed as the portal does it, and as plain text with the usual indexes. */
export async function fillTwice(pool: pg.Pool, vault: Vault, rows: number): Promise<Filled> {
  const seconds: Record<string, number> = {}
  const timed = async (what: string, step: () => Promise<unknown>) => {
    const start = performance.now()
    await step()
    seconds[what] = (performance.now() - start) / 1000
  }
  await pool.query('drop index report_tokens_by_token')
  await pool.query(plainTables)
  await timed('cases', () => pool.query(cases, [rows]))
  await timed('sealing and storing, both kinds', () => storeAll(pool, vault, rows))
  await timed('index of tokens (GIN)', () =>
    pool.query('create index report_tokens_by_token on report_tokens using gin (tokens)'),
  )
  await timed('plain index of words (GIN)', () =>
    pool.query('create index plain_by_word on plain_reports using gin (words)'),
  )
  await timed('plain index of names', () =>
    pool.query('create index plain_by_name on plain_reports (last_name text_pattern_ops)'),
  )
  await timed('plain index of VAT numbers', () =>
    pool.query('create index plain_by_vat on plain_reports (organisation_vat)'),
  )
  await pool.query(forgetComparisons)
  await pool.query('vacuum analyze')
  return { seconds, megabytes: await sizes(pool) }
}

const cases = `
  insert into cases (id, protocol_year, protocol_number, status, created_at, reporter_type_id, language_id, channel_id, assigned_to)
  overriding system value
  select n, 1000, n, case when n % 5 = 0 then 'open' else 'inWorkTwo' end, now() - n * interval '1 minute', 1, 1, 2,
    case when n % 2 = 0 then (select min(id) from users) + n % 7 end
  from generate_series(1, $1::int) as n`

const plainTables = `
  create table plain_reports (
    case_id integer primary key, first_name text, last_name text, email text, phone text, organisation_vat text,
    message text, words tsvector);
  create table plain_users as select id, 'Cognome' || id as last_name, 'Nome' || id as first_name from users;
  alter table plain_users add primary key (id)`

async function storeAll(pool: pg.Pool, vault: Vault, rows: number) {
  const person = createPeople()
  let storing: Promise<unknown> = Promise.resolve()
  for (let from = 1; from <= rows; from += batchSize) {
    const ids = Array.from({ length: Math.min(batchSize, rows - from + 1) }, (_, index) => from + index)
    const people = ids.map(person)
    const sealed = ids.map((id, index) => seal(vault, id, people[index] as Person))
    // PostgreSQL stores one batch while the next is sealed.
    await storing
    storing = store(pool, ids, people, sealed)
  }
  await storing
}

const fields = ['firstName', 'lastName', 'email', 'phone', 'organisationVat', 'message'] as const
const report = ({ vat, ...person }: Person) => ({ ...person, organisationVat: vat, language: 1 })

function seal(vault: Vault, id: number, person: Person) {
  const row = vault.seal(sealedReports, id, report(person))
  return { row, tokens: `{${vault.tokens(sealedReports, report(person)).join()}}` }
}

async function store(
  pool: pg.Pool,
  ids: readonly number[],
  people: readonly Person[],
  sealed: ReturnType<typeof seal>[],
) {
  const columns = fields.map(columnName)
  const lists = fields.map((field) => sealed.map(({ row }) => row[field]))
  const names = columns.map((_, index) => `$${index + 3}::bytea[]`).join()
  await pool.query(
    `insert into reports (case_id, received_at, language, profile, key_id, ${columns.join()})
     select id, now(), 1, 1, $2, ${columns.join()} from unnest($1::int[], ${names}) as t (id, ${columns.join()})`,
    [ids, sealed[0]?.row.keyId, ...lists],
  )
  await pool.query(
    'insert into report_tokens (id, tokens) select id, t::bigint[] from unnest($1::int[], $2::text[]) as u (id, t)',
    [ids, sealed.map(({ tokens }) => tokens)],
  )
  const plain = fields.map((field) => people.map((person) => report(person)[field]))
  await pool.query(
    `insert into plain_reports (case_id, ${columns.join()}, words)
     select id, ${columns.join()}, to_tsvector('italian', message)
     from unnest($1::int[], ${columns.map((_, index) => `$${index + 2}::text[]`).join()}) as t (id, ${columns.join()})`,
    [ids, ...plain],
  )
}

async function sizes(pool: pg.Pool): Promise<Record<string, number>> {
  const measured = {
    'reports, sealed': 'reports',
    tokens: 'report_tokens',
    'index of tokens': 'report_tokens_by_token',
    'reports, plain': 'plain_reports',
    'plain index of words': 'plain_by_word',
    'plain index of names': 'plain_by_name',
    'plain index of VAT numbers': 'plain_by_vat',
  }
  const found: Record<string, number> = {}
  for (const [what, relation] of Object.entries(measured)) {
    const size = relation.includes('_by_') ? 'pg_relation_size' : 'pg_table_size'
    const { rows } = await pool.query(`select ${size}('${relation}')::float8 / 1e6 as size`)
    found[what] = Math.round(rows[0].size)
  }
  return found
}
