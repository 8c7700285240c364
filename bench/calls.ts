import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import type pg from 'pg'
import { countSql, homePartsOf, listsOf, pageSql, queueSql, tabCountsSql } from './case-lists.ts'
import { startFilled, withVault } from './filled-cases.ts'
import type { Portal } from './portal.ts'
import { processorTimes, usedBetween } from './processor.ts'
import { signIn } from './registry.ts'

/** One kind of call from sixteen connections, and a bare server that only executes the same SQL. */
export interface CallFigures {
  readonly portal: Load
  /** Undefined for calls that need no SQL. */
  readonly bare: Load | undefined
}

/** Figures of one load: milliseconds of processor time are those of one call. */
export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly errors: number
  readonly serverMs: number
  readonly databaseMs: number
  readonly clientMs: number
  readonly bytes: number
}

/** The portal's calls a second as a share of the bare server's. */
export const shareOf = ({ portal, bare }: CallFigures) => bare && round(portal.perSecond / bare.perSecond, 3)

const round = (value: number, digits = 2) => Number(value.toFixed(digits))
const rowOf = ({ perSecond, p50, p99, errors, serverMs, databaseMs, clientMs, bytes }: Load) => ({
  'per second': Math.round(perSecond),
  'p50 ms': p50,
  'p99 ms': p99,
  errors,
  'server ms': round(serverMs),
  'database ms': round(databaseMs),
  'client ms': round(clientMs),
  bytes,
})

export const tableOf = ({ portal, bare }: CallFigures) => ({
  portal: rowOf(portal),
  ...(bare && { bare: rowOf(bare) }),
})

interface Call {
  /** Address without the API of the server; `{id}` takes the ids of cases in turn. */
  readonly path: string
  readonly isPage?: true
  /** RUP by default. */
  readonly by?: 'operatorOne' | 'operatorTwo'
  /** SQL of the bare server; `$1` is the id. */
  readonly sql?: readonly string[]
}

const connections = 16
const list = '/v1/segnalazioni/integrazione-segnalazione-view?da=1&a=10'
const filtersOf = (query: object) =>
  Object.entries(query)
    .map(([key, value]) => `&${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('')

const caseSql = `select cases.*, reports.*, users.last_name, users.first_name from cases join reports on case_id = cases.id
  left join users on users.id = assigned_to where cases.id = $1`
const badgesSql = 'select status, sum(delta)::int from case_count_entries where not is_out_of_remit group by status'

async function callsOf(pool: pg.Pool, portal: Portal): Promise<Record<string, Call>> {
  const lists = await withVault(portal, (vault) => listsOf(pool, vault, 1))
  const listCall = (name: string): Call => {
    const [measured] = lists[name] ?? []
    if (!measured) throw new Error(`There is no list '${name}'.`)
    return { path: `${list}${filtersOf(measured.query)}`, sql: [pageSql(measured), countSql(measured)] }
  }
  const homeOf = async (by: 'operatorOne' | 'operatorTwo'): Promise<Call> => {
    const { operator } = homePartsOf(await operatorOf(portal, by))
    return { path: '/v1/segnalazioni/home', by, sql: [queueSql(operator)] }
  }
  // biome-ignore format: a table
  return {
    'list':             listCall('all cases, first page'),
    'list by a ground': listCall('a ground'),
    'list by three filters': listCall('three filters'),
    'next page of a list': listCall('all cases, a page by key'),
    'home of RUP':      { path: '/v1/segnalazioni/home', sql: [queueSql(homePartsOf(0).manager)] },
    'home of level I':  await homeOf('operatorOne'),
    'home of level II': await homeOf('operatorTwo'),
    'counts of tabs':   { path: '/v1/segnalazioni/viste/conteggi?vista=0', sql: [tabCountsSql] },
    'case':             { path: '/v1/segnalazioni/dettaglio/{id}', sql: [caseSql] },
    'badges':           { path: '/v1/segnalazioni/numero-casi', sql: [badgesSql] },
    'in-sessione':      { path: '/v1/utenti/in-sessione' },
    'live':             { path: '/health/live' },
    'reference bundle': { path: '/v1/tipologiche/all-dettaglio/it' },
    'intro page':       { path: '/', isPage: true },
  }
}

/** The id of the operator of a level who signs in. */
async function operatorOf(portal: Portal, level: 'operatorOne' | 'operatorTwo'): Promise<number> {
  const reply = await fetch(`${portal.api}/v1/utenti/in-sessione`, { headers: await signIn(portal, level) })
  return (await reply.json()).result.id_utente
}

/** Every seventh of the first cases. */
const ids = Array.from({ length: 500 }, (_, index) => 1 + index * 7)
const pathsOf = (path: string) => (path.includes('{id}') ? ids.map((id) => path.replace('{id}', String(id))) : [path])

interface Target {
  readonly origin: string
  readonly pid: number
  readonly headers?: Readonly<Record<string, string>>
}

async function load(
  pool: pg.Pool,
  { origin, pid, headers = {} }: Target,
  path: string,
  seconds: number,
): Promise<Load> {
  const send = (duration: number) =>
    autocannon({
      // Each load in a thread of its own: the parser of one becomes slow with time.
      url: origin,
      connections,
      duration,
      workers: 1,
      headers: { ...headers },
      requests: pathsOf(path).map((one) => ({ method: 'GET', path: one })),
    })
  await send(2)
  const [before, ownBefore] = [await processorTimes({ pid }, pool), process.cpuUsage()]
  const result = await send(seconds)
  const client = process.cpuUsage(ownBefore)
  const used = usedBetween(before, await processorTimes({ pid }, pool))
  const perCall = (total: number) => (total * 1000) / result.requests.total
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx + result.timeouts,
    serverMs: perCall(used.server),
    databaseMs: perCall(used.database),
    clientMs: perCall((client.user + client.system) / 1e6),
    bytes: Math.round(result.throughput.total / result.requests.total),
  }
}

const bareServer = fileURLToPath(new URL('./bare-server.mjs', import.meta.url))

/** Starts a server that only executes SQL: one path for each call. */
async function startBare(portal: Portal, calls: Record<string, Call>) {
  const routes = Object.fromEntries(
    Object.values(calls).flatMap(({ sql }, index) => (sql ? [[`/${index}`, sql] as const] : [])),
  )
  const env = { ...process.env, BARE_SERVER: JSON.stringify({ connection: portal.connection, routes }) }
  const child = spawn(process.execPath, [bareServer], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(child.stdout, 'data')
  return {
    origin: `http://127.0.0.1:${String(port).trim()}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Measures calls among `rows` cases on PostgreSQL; calls `report` with the figures of each. */
export async function measureCalls(
  rows: number,
  { seconds, only }: { readonly seconds: number; readonly only: string | undefined },
  report: (name: string, figures: CallFigures) => void,
): Promise<void> {
  const portal = await startFilled('postgres', rows)
  if (!portal) return
  const pool = portal.connect(2)
  const calls = await callsOf(pool, portal)
  const bare = await startBare(portal, calls)
  try {
    const { origin, pathname } = new URL(portal.api)
    for (const [index, [name, { path, sql, isPage, by }]] of Object.entries(calls).entries()) {
      if (only && !name.includes(only)) continue
      const target = { origin, pid: portal.server.pid, headers: await signIn(portal, by) }
      const bareLoad =
        sql && (await load(pool, bare, path.includes('{id}') ? `/${index}?id={id}` : `/${index}`, seconds))
      const address = isPage ? pathname.replace(/api\/?$/, path.slice(1)) : `${pathname.replace(/\/$/, '')}${path}`
      report(name, { portal: await load(pool, target, address, seconds), bare: bareLoad })
    }
  } finally {
    await bare.stop()
    await pool.end()
    await portal.close()
  }
}
