import { loadavg } from 'node:os'
import type pg from 'pg'
import { startBare, transact as transactOn } from './bare.ts'
import { scenariosOf } from './case-scenarios.ts'
import { startFilled, withVault } from './filled-cases.ts'
import { createCaller, type Measurement, type Operation, runAlternating, runAtRate, runConcurrently } from './load.ts'
import type { Engine, Portal } from './portal.ts'
import { processorTimes, usedBetween } from './processor.ts'
import { createReplay } from './replay.ts'
import type { Call, Scenario, Transact } from './scenario.ts'
import { statementLog } from './sent-statements.ts'

/** One scenario of a working day over HTTP, and the same by SQL alone in the same run. */
export interface CaseWorkFigures {
  readonly kind: Scenario['kind']
  /** One call at a time, alternating with the SQL. */
  readonly alone: Measurement
  readonly bareAlone: Measurement
  /** The page of a list without its count; NaN for other calls. */
  readonly pageAlone: Measurement
  readonly steady: Measurement
  readonly full: Measurement
  readonly bareSteady: Measurement
  readonly bareFull: Measurement
  /** Size of the largest answer. */
  readonly bytes: number
  /** Kilobytes that PostgreSQL wrote to its log for one of the concurrent calls, with what other sessions wrote. */
  readonly walKilobytes: number
  /** Milliseconds of processor time for one of the concurrent calls. */
  readonly serverMs: number
  readonly databaseMs: number
  /** The same of the bare server, for writes; for reads only the database. */
  readonly bareServerMs: number
  readonly bareDatabaseMs: number
}

const connections = 16
const offeredPerSecond = 40

const noMeasurement: Measurement = {
  perSecond: Number.NaN,
  p50: Number.NaN,
  p95: Number.NaN,
  p99: Number.NaN,
  errors: 0,
}

/** Measures lists, searches, detail, save and transition with `rows` cases; calls `report` with the figures of each scenario. */
export async function measureCaseWork(
  engine: Engine,
  rows: number,
  { seconds, only }: { seconds: number; only: string | undefined },
  report: (name: string, figures: CaseWorkFigures) => void,
): Promise<void> {
  const portal = await startFilled(engine, rows, { settings: engine === 'postgres' ? statementLog : [] })
  if (!portal) return
  const pool = portal.connect(connections)
  const caller = createCaller(connections)
  const crowd = createCaller(256)
  const bare = await startBare(portal)
  const transact: Transact = (statements) => transactOn(bare, caller.call, statements)
  try {
    await withVault(portal, async (vault) => {
      const scenarios = await scenariosOf({ api: portal.api, pool, vault, transact })
      for (const [name, scenario] of Object.entries(scenarios)) {
        if (only && !name.includes(only)) continue
        let bytes = 0
        const sendBy =
          ({ call }: typeof caller): Operation =>
          async (index) => {
            const body = await scenario.send(call, index)
            bytes = Math.max(bytes, Buffer.byteLength(body ?? ''))
            return body !== undefined
          }
        await scenario.compare?.(caller.call)
        const bareWork = await bareOf(scenario, { pool, portal, call: caller.call, transact })
        await runAlternating(1, [sendBy(caller), bareWork])
        const [alone, bareAlone] = await runAlternating(seconds, [sendBy(caller), bareWork])
        const pageAlone = scenario.page ? await runConcurrently(1, seconds / 2, scenario.page) : noMeasurement
        // Where one call takes too long, calls at a rate would only queue, for minutes, and change the same cases.
        const atRate = (once: Measurement, send: Operation) =>
          once.p50 * offeredPerSecond < 2000 ? runAtRate(offeredPerSecond, seconds, send) : noMeasurement
        const bareSteady = await atRate(bareAlone, bareWork)
        const steady = await atRate(alone, sendBy(crowd))
        const ofBare = await loadFully(bare, pool, seconds / 2, bareWork)
        const { full, ...costs } = await loadFully(portal.server, pool, seconds / 2, sendBy(caller))
        report(name, {
          kind: scenario.kind,
          alone,
          bareAlone,
          pageAlone,
          steady,
          full,
          bareSteady,
          bareFull: ofBare.full,
          bareServerMs: ofBare.serverMs,
          bareDatabaseMs: ofBare.databaseMs,
          bytes,
          ...costs,
        })
      }
    })
  } finally {
    caller.close()
    crowd.close()
    await bare.stop()
    await pool.end()
    await portal.close()
  }
}

interface Office {
  readonly pool: pg.Pool
  readonly portal: Portal
  readonly call: Call
  readonly transact: Transact
}

/** What the bare server does: of a write what the portal sends for it, an action and the one that takes it back in turn. */
async function bareOf(
  { bare, repeated }: Pick<Scenario, 'bare' | 'repeated'>,
  { pool, portal, call, transact }: Office,
): Promise<Operation> {
  if (bare) return bare
  const [one, other, ...bareIds] = repeated?.bareIds ?? []
  if (!repeated || !one || !other) throw new Error('A write has no statements to compare it with.')
  const write = (id: number) => repeated.write(call, id)
  // The second begins with the state that the first leaves.
  const first = await createReplay(pool, portal, write, [one, other])
  const second = await createReplay(pool, portal, write, [one, other])
  return (index) => {
    const statementsFor = Math.floor(index / bareIds.length) % 2 === 0 ? first : second
    return transact(statementsFor(bareIds[index % bareIds.length] ?? 0))
  }
}

/** Sends calls over all connections, and measures what one of them costs. */
async function loadFully(server: { readonly pid: number }, pool: pg.Pool, seconds: number, send: Operation) {
  const [walBefore, before] = [await walBytes(pool), await processorTimes(server, pool)]
  const full = await runConcurrently(connections, seconds, send)
  const [walAfter, used] = [await walBytes(pool), usedBetween(before, await processorTimes(server, pool))]
  const perCall = (total: number) => total / (full.perSecond * seconds)
  return {
    full,
    walKilobytes: perCall((walAfter - walBefore) / 1000),
    serverMs: perCall(used.server * 1000),
    databaseMs: perCall(used.database * 1000),
  }
}

const walBytes = async (pool: pg.Pool) =>
  Number((await pool.query("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes")).rows[0].bytes)

/** The figures of a scenario as a row of a table. */
export const figuresOf = (figures: CaseWorkFigures) => ({
  'alone p50 ms': round(figures.alone.p50),
  'alone p95': round(figures.alone.p95),
  'bare p50': round(figures.bareAlone.p50),
  'bare p95': round(figures.bareAlone.p95),
  'page alone p50': round(figures.pageAlone.p50),
  ratio: Number((figures.alone.p50 / figures.bareAlone.p50).toFixed(4)),
  'ratio to the page': Number((figures.alone.p50 / figures.pageAlone.p50).toFixed(4)),
  '40/s p50': round(figures.steady.p50),
  '40/s p95': round(figures.steady.p95),
  'bare 40/s p50': round(figures.bareSteady.p50),
  'bare 40/s p95': round(figures.bareSteady.p95),
  'concurrent, per second': Math.round(figures.full.perSecond),
  'concurrent p50': round(figures.full.p50),
  'concurrent p95': round(figures.full.p95),
  'bare per second': Math.round(figures.bareFull.perSecond),
  bytes: figures.bytes,
  'WAL kB': round(figures.walKilobytes),
  'server ms': round(figures.serverMs),
  'database ms': round(figures.databaseMs),
  'bare server ms': round(figures.bareServerMs),
  'bare database ms': round(figures.bareDatabaseMs),
  load: round(loadavg()[0] ?? 0),
})
export const errorsOf = ({ alone, bareAlone, steady, full, bareSteady, bareFull }: CaseWorkFigures) =>
  [alone, bareAlone, steady, full, bareSteady, bareFull].reduce((sum, { errors }) => sum + errors, 0)
const round = (value: number) => Number(value.toFixed(1))
