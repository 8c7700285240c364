import { spawnServer, temporaryFolder } from '../server/test/run-server.ts'

/** Milliseconds. */
export interface StartStopFigures {
  /** Start on an empty folder, until the first request would be answered. */
  readonly firstStart: number
  /** Later starts on the same folder; the median of three. */
  readonly warmStart: number
  /** From SIGTERM to the end of the process, idle; the slowest of all. */
  readonly stop: number
}

export async function measureStartStop(): Promise<StartStopFigures> {
  const folder = await temporaryFolder()
  const starts: number[] = []
  let stop = 0
  for (let run = 0; run < 4; run++) {
    const from = performance.now()
    const server = spawnServer({ dataDir: folder.path })
    await server.ready
    const ready = performance.now()
    starts.push(ready - from)
    await server.stop()
    stop = Math.max(stop, performance.now() - ready)
  }
  await folder.remove()
  const [firstStart = Number.NaN, ...warm] = starts
  const [, warmStart = Number.NaN] = warm.sort((a, b) => a - b)
  return { firstStart, warmStart, stop }
}
