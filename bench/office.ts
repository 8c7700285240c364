import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { reportOnWire } from '../server/test/make.ts'
import { type ServerProcess, spawnServer, temporaryFolder } from '../server/test/run-server.ts'
import { scenariosOf } from './case-scenarios.ts'
import { sealedEnv, startFilled, withVault } from './filled-cases.ts'
import { createCaller } from './load.ts'
import type { Portal } from './portal.ts'
import { processorTimes, usedBetween } from './processor.ts'
import type { Scenario } from './scenario.ts'
import { narrative, solvedCaptchas } from './submissions.ts'

const operators = 50
const reportsPerSecond = 5
/** An operator looks at what a call showed for so many seconds, before the next one. */
const thinkSeconds = [2, 4] as const

/** What an operator does, over and over. */
const turn = [
  'home',
  'badges',
  'all cases, first page',
  'a ground',
  'a case',
  'saving a case',
  'a case',
  'a word of one case in 1000',
  'handing a case back, and assigning it',
] as const

/** Calls of one kind while the whole office works. */
interface KindFigures {
  readonly calls: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly errors: number
}

export interface OfficeFigures {
  readonly kinds: Readonly<Record<string, KindFigures>>
  readonly callsPerSecond: number
  readonly p95: number
  readonly errors: number
  /** Milliseconds of processor time of a call, of every kind. */
  readonly nodeMs: number
  readonly databaseMs: number
  /** Megabytes of each node: after the first tenth, and at the end. */
  readonly megabytes: readonly { readonly early: number; readonly late: number }[]
  /** What the tables that grow for ever have got. */
  readonly growth: Readonly<Record<string, { readonly rows: number; readonly bytes: number }>>
}

/** An office at work on one node and then on two: operators who read, think and save, and people who report. */
export async function measureOffice(
  rows: number,
  seconds: number,
  report: (name: string, figures: OfficeFigures) => void,
): Promise<void> {
  const portal = await startFilled('postgres', rows, { env: { DATABASE_POOL: '10' } })
  if (!portal) return
  const second = await startSecondNode(portal)
  const pool = portal.connect(8)
  try {
    await withVault(portal, async (vault) => {
      const scenarios = {
        ...(await scenariosOf({ api: portal.api, pool, vault, transact: async () => false })),
        ...(await readScenarios(portal)),
      }
      const nodes = [portal, second]
      for (const count of [1, 2])
        report(
          count === 1 ? 'one node' : 'two nodes',
          await work({ nodes: nodes.slice(0, count), scenarios, pool, seconds }),
        )
    })
  } finally {
    await pool.end()
    await second.close()
    await portal.close()
  }
}

interface Node {
  readonly api: string
  readonly server: ServerProcess
}

async function startSecondNode({ connection }: Portal): Promise<Node & { close(): Promise<void> }> {
  const folder = await temporaryFolder()
  const DATABASE_URL = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(connection.host ?? '')}`
  const limits = { REPORTS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE: '10000000' }
  const server = spawnServer({
    dataDir: folder.path,
    env: { ...sealedEnv, ...limits, DATABASE_URL, AUTH_MOCK: 'on' },
  })
  const api = await server.ready
  async function close() {
    await server.stop()
    await folder.remove()
  }
  return { api, server, close }
}

/** Calls of the desk that `scenariosOf` does not have. */
async function readScenarios({ api }: Portal): Promise<Record<'home' | 'badges', Pick<Scenario, 'send'>>> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ cf: 'FRRGLI70A41H501U' })
  const signedIn = await fetch(`${api}/v1/mock`, { method: 'POST', headers, body })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const read = (path: string): Pick<Scenario, 'send'> => ({
    async send(call) {
      const reply = await call(`${api}${path}`, { method: 'GET', headers: { cookie } })
      return reply.status === 200 ? reply.body : undefined
    },
  })
  return { home: read('/v1/segnalazioni/home'), badges: read('/v1/segnalazioni/numero-casi') }
}

interface Work {
  readonly nodes: readonly Node[]
  readonly scenarios: Readonly<Record<string, Pick<Scenario, 'send'>>>
  readonly pool: pg.Pool
  readonly seconds: number
}

/** Lets the office work for so many seconds. */
async function work({ nodes, scenarios, pool, seconds }: Work): Promise<OfficeFigures> {
  const caller = createCaller(256)
  const [first] = nodes
  if (!first) throw new Error('An office needs a node.')
  const times = new Map<string, number[]>()
  const errors = new Map<string, number>()
  const end = performance.now() + seconds * 1000
  const isOver = () => performance.now() >= end

  async function measure(kind: string, act: () => Promise<boolean>) {
    const from = performance.now()
    if (await act().catch(() => false)) times.set(kind, [...(times.get(kind) ?? []), performance.now() - from])
    else errors.set(kind, (errors.get(kind) ?? 0) + 1)
  }
  let index = 0
  async function act(kind: string, call: typeof caller.call) {
    const scenario = scenarios[kind]
    if (!scenario) throw new Error(`There is no scenario '${kind}'.`)
    const own = index++
    await measure(kind, async () => (await scenario.send(call, own)) !== undefined)
  }
  async function operate(node: Node, place: number) {
    // The scenarios know the first node; this operator works on another one.
    const call: typeof caller.call = (url, options) => caller.call(url.replace(first?.api ?? '', node.api), options)
    // Each is somewhere else in its turn.
    for (let step = place; !isOver(); step++) {
      await think()
      await act(turn[step % turn.length] ?? 'home', call)
    }
  }
  async function receiveReports() {
    const cookies = await solvedCaptchas(pool, reportsPerSecond * seconds)
    const sent: Promise<void>[] = []
    for (let place = 0; !isOver(); place++) {
      const node = nodes[place % nodes.length] ?? first
      sent.push(measure('a report', () => submit(node?.api ?? '', caller.call, cookies[place] ?? '')))
      await delay(1000 / reportsPerSecond)
    }
    await Promise.all(sent)
  }

  const memory = nodes.map(({ server }) => watchMemory(server.pid, seconds))
  const sizes = await sizesOf(pool)
  const before = await Promise.all(nodes.map(({ server }) => processorTimes(server, pool)))
  const people = Array.from({ length: operators }, (_, place) => operate(nodes[place % nodes.length] ?? first, place))
  await Promise.all([...people, receiveReports()])
  const after = await Promise.all(nodes.map(({ server }) => processorTimes(server, pool)))
  caller.close()
  const grown = await sizesOf(pool)
  const used = before.map((one, place) => usedBetween(one, after[place] ?? one))
  const all = [...times.values()].flat()
  const perCall = (total: number) => (total * 1000) / all.length
  return {
    kinds: Object.fromEntries(
      [...times].map(([kind, each]) => [
        kind,
        { calls: each.length, ...percentiles(each), errors: errors.get(kind) ?? 0 },
      ]),
    ),
    callsPerSecond: all.length / seconds,
    p95: percentiles(all).p95,
    errors: [...errors.values()].reduce((sum, count) => sum + count, 0),
    nodeMs: perCall(used.reduce((sum, { server }) => sum + server, 0)),
    // The sessions of both nodes are those of one database.
    databaseMs: perCall(used[0]?.database ?? 0),
    megabytes: await Promise.all(memory),
    growth: Object.fromEntries(
      [...grown].map(([table, { rows, bytes }]) => {
        const { rows: rowsBefore, bytes: bytesBefore } = sizes.get(table) ?? { rows: 0, bytes: 0 }
        return [table, { rows: rows - rowsBefore, bytes: bytes - bytesBefore }]
      }),
    ),
  }
}

const think = () => delay(1000 * (thinkSeconds[0] + Math.random() * (thinkSeconds[1] - thinkSeconds[0])))

function percentiles(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

async function submit(api: string, call: ReturnType<typeof createCaller>['call'], cookie: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie }
  const body = JSON.stringify(reportOnWire({ resoconto_fatti: `${narrative} ${randomUUID()}` }))
  return (await call(`${api}/v1/noauth/segnalazione`, { method: 'POST', headers, body })).status === 200
}

const megabytesOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** The median memory of a process in the second tenth of the time, and in the last. */
async function watchMemory(pid: number, seconds: number) {
  const samples: number[] = []
  for (let place = 0; place < 100; place++) {
    await delay(seconds * 10)
    samples.push(megabytesOf(pid))
  }
  const median = (from: number, to: number) => percentiles(samples.slice(from, to)).p50
  return { early: median(10, 20), late: median(90, 100) }
}

/** Rows inserted so far, and bytes with the indexes, of tables that grow for ever; partitions together. */
async function sizesOf(pool: pg.Pool) {
  const { rows } = await pool.query<{ table: string; rows: number; bytes: number }>(`
    select regexp_replace(relname, '_(default|\\d{4}_\\d{2})$', '') as table,
      sum(n_tup_ins)::float8 as rows, sum(pg_total_relation_size(relid))::float8 as bytes
    from pg_stat_user_tables where relname ~ '^(audit_entries|audit_links|audit_seals|case_events|cases|reports|report_tokens|mails|notices)'
    group by 1 order by 1`)
  return new Map(rows.map(({ table, ...size }) => [table, size]))
}
