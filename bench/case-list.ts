import { clientOf } from '../server/test/run-client.ts'
import { atRate, createCaller, flatOut, type Measured } from './load.ts'
import { type Engine, startPortal } from './portal.ts'

export interface ListFigures {
  readonly flatOut: Measured
  readonly atRate: Measured
  /** The statement of the list's page by SQL alone, at as many connections. */
  readonly bareQueries: Measured
}

const cases = 10_000
const connections = 16
const offeredPerSecond = 40

/** The case list of a manager with 10,000 cases: first page and pages in the middle by turns. */
export async function measureCaseList(engine: Engine, seconds: number): Promise<ListFigures | undefined> {
  const portal = await startPortal(engine)
  if (!portal) return undefined
  const pool = portal.connect(connections)
  const caller = createCaller(connections)
  const crowd = createCaller(256)
  try {
    await pool.query(fill, [cases])
    await pool.query('analyze cases')
    const headers = await clientOf(portal.api).asManager()
    const pageBy =
      ({ call }: typeof caller) =>
      async (index: number) => {
        const from = index % 2 === 0 ? 1 : (((index * 7919) % (cases - 10)) | 0) + 1
        const url = `${portal.api}/v1/segnalazioni/integrazione-segnalazione-view?da=${from}&a=${from + 9}`
        const { status } = await call(url, { method: 'GET', headers })
        return status === 200
      }
    await flatOut(connections, 2, pageBy(caller))
    const steady = await atRate(offeredPerSecond, seconds, pageBy(crowd))
    const full = await flatOut(connections, seconds, pageBy(caller))
    const bareQueries = await flatOut(connections, Math.min(seconds, 5), async (index) => {
      const offset = index % 2 === 0 ? 0 : (index * 7919) % (cases - 10)
      const { rows } = await pool.query(page, [offset])
      return rows.length === 10
    })
    return { flatOut: full, atRate: steady, bareQueries }
  } finally {
    caller.close()
    crowd.close()
    await pool.end()
    await portal.close()
  }
}

const fill = `
  insert into cases (protocol_year, protocol_number, status, created_at, reporter_type_id, language_id, channel_id)
  select 1000, n, case when n % 5 = 0 then 'open' else 'closed' end, now() - n * interval '1 minute', 1, 1, 2
    from generate_series(1, $1::int) as n`
const page = 'select * from cases order by list_rank desc, id desc limit 10 offset $1'
