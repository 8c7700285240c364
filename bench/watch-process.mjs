// Loaded into the server (`--import`): appends its memory and the longest block of its event loop, ten times a second, to the
// file of WATCH_FILE.
import { appendFileSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolution = 5
const file = process.env.WATCH_FILE
if (file) {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  // Of the main thread: nanoseconds on a processor, and waiting for one (Linux).
  const waited = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  let before = waited()
  setInterval(() => {
    const blocked = Math.max(0, delays.max / 1e6 - resolution)
    const waits = waited() - before
    before += waits
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), bytes: process.memoryUsage.rss(), blocked, waits })}\n`)
    delays.reset()
  }, 100).unref()
}
