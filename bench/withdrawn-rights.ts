import pg from 'pg'
import { startPostgres } from '../server/test/postgres-server.ts'
import { spawnServer, temporaryFolder } from '../server/test/run-server.ts'
import { sealedEnv } from './filled-cases.ts'
import { createCaller } from './load.ts'

/** Milliseconds from the commit that withdraws a role to the first call that another server refuses. */
export interface WithdrawnRightFigures {
  readonly p50: number
  readonly longest: number
}

const rounds = 40
const operatorCode = 'BNCLNE79E45L219N'

/** Withdraws a role again and again while a server serves the session from memory; undefined without PostgreSQL. */
export async function measureWithdrawnRights(): Promise<WithdrawnRightFigures | undefined> {
  const postgres = await startPostgres({ isDurable: true })
  if (!postgres) return undefined
  const folder = await temporaryFolder()
  const env = { ...sealedEnv, AUTH_MOCK: 'on', DATABASE_URL: postgres.url }
  const server = spawnServer({ dataDir: folder.path, env })
  const pool = new pg.Pool({ host: postgres.folder, user: 'postgres', database: 'postgres', max: 1 })
  const { call, close } = createCaller(1)
  try {
    const api = await server.ready
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await oneRound(api, pool, call))
    times.sort((a, b) => a - b)
    return { p50: times[rounds / 2] ?? Number.NaN, longest: times.at(-1) ?? Number.NaN }
  } finally {
    close()
    await pool.end()
    await server.stop()
    await postgres.stop()
    await folder.remove()
  }
}

async function oneRound(api: string, pool: pg.Pool, call: ReturnType<typeof createCaller>['call']): Promise<number> {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ cf: operatorCode })
  const signedIn = await call(`${api}/v1/mock`, { method: 'POST', headers: json, body })
  const [cookie = ''] = (signedIn.headers['set-cookie'] ?? []).map((one) => one.split(';')[0])
  const list = `${api}/v1/segnalazioni/integrazione-segnalazione-view?da=1&a=1`
  const statusOf = async () => (await call(list, { method: 'GET', headers: { cookie } })).status
  for (let read = 0; read < 3; read++)
    if ((await statusOf()) !== 200) throw new Error('The operator may not read the list.')
  // The bench stands for the server that withdraws the role: it writes to the database, and tells nobody.
  const { rows } = await pool.query(
    'delete from user_roles where user_id = (select user_id from sessions order by created_at desc limit 1) returning *',
  )
  const from = performance.now()
  while ((await statusOf()) === 200);
  const took = performance.now() - from
  await pool.query('insert into user_roles select * from jsonb_populate_recordset(null::user_roles, $1)', [
    JSON.stringify(rows.map((row) => hexBytes(row))),
  ])
  return took
}

const hexBytes = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value]),
  )
