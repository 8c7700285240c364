import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '../server/test/postgres-server.ts'
import { spawnServer, temporaryFolder } from '../server/test/run-server.ts'
import { createCaller, runConcurrently } from './load.ts'
import type { Engine } from './portal.ts'

/** Milliseconds, except for the memory. */
export interface StartStopFigures {
  /** Start on an empty folder or database, until the first request would be answered. */
  readonly firstStart: number
  /** Later starts on the same folder; the median of three. */
  readonly warmStart: number
  /** Memory of the process (resident set) five seconds after a warm start, in megabytes. */
  readonly idleMegabytes: number
  /** From SIGTERM under load to the end of the process; the slowest of all. */
  readonly stop: number
}

const megabytesOf = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000)

/** Calls of visitors from 16 connections; those that a stopping server refuses do not count. */
async function loadFor(seconds: number, api: string): Promise<void> {
  const caller = createCaller(16)
  const send = async () => {
    const reply = await caller.call(`${api}/v1/tipologiche/all-dettaglio/it`, { method: 'GET' }).catch(() => undefined)
    return reply?.status === 200
  }
  await runConcurrently(16, seconds, send)
  caller.close()
}

/** Starts and stops the built server four times; undefined if the engine is not installed. */
export async function measureStartStop(engine: Engine): Promise<StartStopFigures | undefined> {
  const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
  if (engine === 'postgres' && !postgres) return undefined
  const folder = await temporaryFolder()
  const starts: number[] = []
  let [stop, idleMegabytes] = [0, Number.NaN]
  for (let run = 0; run < 4; run++) {
    const from = performance.now()
    const server = spawnServer({ dataDir: folder.path, env: postgres ? { DATABASE_URL: postgres.url } : {} })
    const api = await server.ready
    starts.push(performance.now() - from)
    if (run === 3) {
      await delay(5000)
      idleMegabytes = megabytesOf(server.pid)
    }
    const load = loadFor(2, api)
    await delay(1000)
    const stopped = performance.now()
    await server.stop()
    stop = Math.max(stop, performance.now() - stopped)
    await load
  }
  await folder.remove()
  await postgres?.stop()
  const [firstStart = Number.NaN, ...warm] = starts
  const [, warmStart = Number.NaN] = warm.sort((a, b) => a - b)
  return { firstStart, warmStart, idleMegabytes, stop }
}
