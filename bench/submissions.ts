import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { officeDefaults } from '../server/src/wiring/office-defaults.ts'
import { reportOnWire } from '../server/test/make.ts'
import { createCaller, type Measurement, runAtRate, runConcurrently } from './load.ts'
import { type Engine, startPortal } from './portal.ts'

export interface SubmissionFigures {
  readonly concurrent: Measurement
  readonly steady: Measurement
  /** The same rows by SQL alone, each case with its report in one statement, over the same number of connections. */
  readonly bareInserts: Measurement
  /** Receipt mails still to be sent when the last report was acknowledged. */
  readonly mailsWaiting: number
}

const connections = 16
const offeredPerSecond = 40

/** Measures complete submissions of the public form over HTTP, and inserting the same rows by SQL. */
export async function measureSubmissions(engine: Engine, seconds: number): Promise<SubmissionFigures | undefined> {
  const portal = await startPortal(engine)
  if (!portal) return undefined
  const caller = createCaller(connections)
  const crowd = createCaller(256)
  const pool = portal.connect(connections)
  try {
    const cookies = await solvedCaptchas(pool, 400 * (seconds + 4))
    const submitBy =
      ({ call }: typeof caller) =>
      async () => {
        const cookie = cookies.pop() ?? ''
        const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie }
        const body = JSON.stringify(reportOnWire({ resoconto_fatti: narrative }))
        const { status } = await call(`${portal.api}/v1/noauth/segnalazione`, { method: 'POST', headers, body })
        return status === 200
      }
    await runConcurrently(connections, 2, submitBy(caller))
    const steady = await runAtRate(offeredPerSecond, seconds, submitBy(crowd))
    const full = await runConcurrently(connections, seconds, submitBy(caller))
    const { rows } = await pool.query('select count(*)::int as waiting from mails where sent_at is null')
    await waitForMails(pool, 20_000)
    return {
      concurrent: full,
      steady,
      bareInserts: await bareInserts(pool, engine, seconds),
      mailsWaiting: rows[0].waiting,
    }
  } finally {
    caller.close()
    crowd.close()
    await pool.end()
    await portal.close()
  }
}

/** Cookies of browsers with a solved captcha: the bench measures the submission, not the captcha. */
export async function solvedCaptchas(pool: pg.Pool, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = ids.map((id) => createHash('sha256').update(id).digest('base64url'))
  await pool.query(
    `insert into captcha_challenges (visitor_hash, answer, has_image, has_audio, solved_at, expires_at)
     select hash, '0', true, false, now(), now() + interval '1 hour' from unnest($1::text[]) as hash`,
    [hashes],
  )
  return ids.map((id) => `${officeDefaults.slug}-visita=${id}`)
}

// A narrative of typical length.
export const narrative =
  "All'ufficio mi è stato detto che «per quelli come me» non c'era posto, davanti ad altre persone. ".repeat(8)

/** Waits until all mails are sent, so that they do not slow the bare inserts down. */
async function waitForMails(pool: pg.Pool, withinMillis: number) {
  const end = performance.now() + withinMillis
  while (performance.now() < end) {
    const { rows } = await pool.query('select exists (select from mails where sent_at is null) as some')
    if (!rows[0].some) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** The rows that a report leaves beside its case, by their tables, with the columns that no two rows share. */
const rowsBesideCase = [
  { table: 'reports', key: 'case_id' },
  { table: 'case_events', key: 'id', caseColumn: 'case_id' },
  { table: 'mails', key: 'id', caseColumn: 'case_id' },
  { table: 'audit_entries', key: 'id' },
  { table: 'sent_texts', key: 'sent_at', unique: { token: () => randomInt(2 ** 47) } },
  { table: 'idempotent_answers', key: 'created_at', unique: { key_hash: () => randomUUID() } },
] as const

/** Inserts the rows of a report by SQL alone, in one transaction: those of its tokens read the case, so they come after it. */
async function bareInserts(pool: pg.Pool, engine: Engine, seconds: number): Promise<Measurement> {
  // The connections to the embedded engine share a session, and so the names of its statements.
  const named = (name: string) => (engine === 'postgres' ? { name } : {})
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  const fresh: { readonly at: number; readonly next: (index: number) => unknown }[] = []
  const freshPlace = (next: (index: number) => unknown) => {
    const text = place(undefined)
    fresh.push({ at: values.length - 1, next })
    return text
  }
  const record = await storedRow(pool, 'cases', 'id')
  // A separate year, since numbers are unique within one.
  const given = { ...record, protocol_year: 1000 }
  const placed = Object.entries(given).map(([name, value]) =>
    name === 'protocol_number' ? freshPlace((index) => index + 1) : place(value),
  )
  const others = await Promise.all(
    rowsBesideCase.map(async ({ table, key, ...each }) => {
      const row = await storedRow(pool, table, key)
      const unique: Record<string, () => unknown> = 'unique' in each ? each.unique : {}
      const ofCase = table === 'reports' ? key : 'caseColumn' in each ? each.caseColumn : undefined
      const columns = Object.keys(row).filter((name) => name !== ofCase)
      const selected = columns.map((name) => (unique[name] ? freshPlace(unique[name]) : place(row[name])))
      const at = key === 'sent_at' || key === 'created_at' ? [[key, 'now()']] : []
      const own = [...(ofCase ? [[ofCase, 'record.id']] : []), ...at]
      const into = [...own.map(([name]) => name), ...columns]
      return `${table}_row as (insert into ${table} (${into}) select ${[...own.map(([, sql]) => sql), ...selected]} from record)`
    }),
  )
  const insert = {
    ...named('report'),
    text: `with record as (insert into cases (${Object.keys(given)}) values (${placed}) returning id), ${others} select id from record`,
  }
  const { rows } = await pool.query('select tokens from report_tokens limit 1')
  return runConcurrently(connections, Math.min(seconds, 5), async (index) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const filled = fresh.reduce((all, { at, next }) => all.with(at, next(index)), values)
      const inserted = await client.query<{ id: number }>({ ...insert, values: filled })
      const tokens = { ...named('tokens'), text: 'insert into report_tokens (id, tokens) values ($1, $2)' }
      await client.query({ ...tokens, values: [inserted.rows[0]?.id, rows[0].tokens] })
      await client.query('commit')
    } finally {
      client.release()
    }
    return true
  })
}

async function storedRow(pool: pg.Pool, table: string, key: string): Promise<Record<string, unknown>> {
  const { rows: generated } = await pool.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'ALWAYS'",
    [table],
  )
  const left = new Set([key, ...generated.map(({ name }) => name)])
  const { rows } = await pool.query(`select * from ${table} order by ${key} desc limit 1`)
  return Object.fromEntries(Object.entries(rows[0] as object).filter(([name]) => !left.has(name)))
}
