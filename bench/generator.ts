import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Options } from 'autocannon'

/** What autocannon measured, with the processor time that it took itself. */
interface Sent {
  readonly calls: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly bytes: number
  readonly errors: number
  readonly clientSeconds: number
}

/** Starts autocannon in a process of its own. One that has sent much becomes slow: each load has its own. */
export function startGenerator() {
  const child = fork(fileURLToPath(new URL('./generator.mjs', import.meta.url)))
  return {
    async send(options: Options): Promise<Sent> {
      child.send(options)
      const waiting = new AbortController()
      const answered = once(child, 'message', waiting).then(([sent]) => sent as Sent)
      const ended = once(child, 'exit', waiting).then(([code, signal]) => {
        throw new Error(`The generator ended (${signal ?? `exit code ${code}`}).`)
      })
      return Promise.race([answered, ended]).finally(() => waiting.abort())
    },
    stop: () => void child.kill(),
  }
}
