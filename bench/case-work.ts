import { loadavg } from 'node:os'
import type pg from 'pg'
import { startBare, transact as transactOn } from './bare.ts'
import { scenariosOf } from './case-scenarios.ts'
import { startFilled, withVault } from './filled-cases.ts'
import { createCaller, type Measurement, type Operation, runAlternating, runAtRate, runConcurrently } from './load.ts'
import type { Engine } from './portal.ts'
import { processorTimes, usedBetween } from './processor.ts'
import type { Scenario, Transact } from './scenario.ts'

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
  const portal = await startFilled(engine, rows)
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
        await runAlternating(1, [sendBy(caller), scenario.bare])
        const [alone, bareAlone] = await runAlternating(seconds, [sendBy(caller), scenario.bare])
        const pageAlone = scenario.page ? await runConcurrently(1, seconds / 2, scenario.page) : noMeasurement
        // If SQL cannot keep up, calls would only queue, for minutes.
        const keepsUp = bareAlone.p50 * offeredPerSecond < 2000
        const bareSteady = keepsUp ? await runAtRate(offeredPerSecond, seconds, scenario.bare) : noMeasurement
        const steady = await runAtRate(offeredPerSecond, seconds, sendBy(crowd))
        const ofBare = await loadFully(bare, pool, seconds / 2, scenario.bare)
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
