import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import type { Account } from '../server/test/postgres-server.ts'
import { signalAll, withDescendants } from './processes.ts'

export interface PartOptions {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The account that it runs as, where this process is root. */
  readonly account?: Account | undefined
  /** The file that its output is added to. */
  readonly log: string
  /** File with the number of a process that it starts and that outlives it, such as PostgreSQL under Patroni. */
  readonly pidFile?: string
}

/** A process of the installation that a fault ends, freezes or starts again, with the processes that it has started. */
export interface Part {
  readonly name: string
  /** Starts it unless it runs. */
  start(): void
  signal(name: NodeJS.Signals): void
  /** Sends a signal and waits for the end of the process. */
  end(name: NodeJS.Signals): Promise<void>
  isRunning(): boolean
}

const parts = new Set<Part>()
process.once('exit', () => {
  for (const part of parts) part.signal('SIGKILL')
})

export function createPart({ name, program, args, env, account, log, pidFile }: PartOptions): Part {
  let child: ChildProcess | undefined
  let ended = Promise.resolve()
  const outliving = () => (pidFile && existsSync(pidFile) ? [Number.parseInt(readFileSync(pidFile, 'utf8'), 10)] : [])
  const part: Part = {
    name,
    start() {
      if (part.isRunning()) return
      const output = createWriteStream(log, { flags: 'a' })
      const options = { env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env }, ...account }
      const started = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      started.stdout.pipe(output, { end: false })
      started.stderr.pipe(output, { end: false })
      child = started
      ended = new Promise((resolve) => void started.once('exit', () => resolve()))
    },
    signal(signal) {
      const own = child?.pid && part.isRunning() ? [child.pid] : []
      signalAll(withDescendants([...own, ...outliving()]), signal)
    },
    async end(signal) {
      part.signal(signal)
      if (part.isRunning()) await ended
    },
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
  }
  parts.add(part)
  return part
}
