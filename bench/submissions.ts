import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { officeDefaults } from '../server/src/office-defaults.ts'
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
      bareInserts: await bareInserts(pool, seconds),
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
async function solvedCaptchas(pool: pg.Pool, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = ids.map((id) => createHash('sha256').update(id).digest('base64url'))
  await pool.query(
    `insert into captcha_challenges (visitor_hash, answer, has_image, has_audio, solved_at, expires_at)
     select hash, '0', true, false, now(), now() + interval '10 minutes' from unnest($1::text[]) as hash`,
    [hashes],
  )
  return ids.map((id) => `${officeDefaults.slug}-visita=${id}`)
}

// A narrative of typical length.
const narrative =
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

async function bareInserts(pool: pg.Pool, seconds: number): Promise<Measurement> {
  const stored = await Promise.all([storedRow(pool, 'cases', 'id'), storedRow(pool, 'reports', 'case_id')])
  const [cases, reports] = stored.map((row) => Object.keys(row))
  const [caseValues = [], reportValues = []] = stored.map((row) => Object.values(row))
  const place = (from: number) => (_name: string, index: number) => `$${from + index + 1}`
  const insert = {
    text: `with record as (insert into cases (${cases}) values (${cases?.map(place(0))}) returning id)
      insert into reports (case_id, ${reports}) select id, ${reports?.map(place(caseValues.length))} from record`,
  }
  // A separate year, since numbers are unique within one.
  const year = Object.keys(stored[0]).indexOf('protocol_year')
  const number = Object.keys(stored[0]).indexOf('protocol_number')
  return runConcurrently(connections, Math.min(seconds, 5), async (index) => {
    const values = caseValues.with(year, 1000).with(number, index + 1)
    await pool.query({ ...insert, values: [...values, ...reportValues] })
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
