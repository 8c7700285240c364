import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { lockDataFolder } from './data-folder-lock.ts'
import type { WorkerAnswer, WorkerRequest, WorkerSettings } from './embedded-worker.ts'
import { shortPath } from './short-path.ts'

export interface EmbeddedEngine {
  connection: PoolConfig
  /** Writes the committed data as a template for `templateFile`. */
  dumpTemplate(file: string): Promise<void>
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  /** A migrated database to start from where the folder has none. */
  templateFile?: string | undefined
  /** Called when the engine ends unexpectedly; the database is unusable from then on. */
  onCrash?: ((error: Error) => void) | undefined
}

/** More than all pools of the process need together, because the engine drops a further connection without a message. */
const maxConnections = 100
const stopTimeoutMillis = 5000

/** Starts PGlite on `<dataDir>/pg` in a worker thread and serves it to clients of this process on a Unix socket. */
export async function startEmbedded({ dataDir, templateFile, onCrash }: EmbeddedOptions): Promise<EmbeddedEngine> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // A mounted volume may have another owner; the socket and the pg folder are closed to others anyway.
  await chmod(dataDir, 0o700).catch(() => {})
  const lock = await lockDataFolder(dataDir)
  const short = await shortPath(dataDir)
  const free = async () => {
    await short.remove()
    await lock.release()
  }
  return startWorker({ socketFolder: short.path, dataDir, templateFile, maxConnections }, onCrash, free)
}

/** Starts an engine in memory, for templates and tests. */
export async function startInMemory(templateFile?: string): Promise<EmbeddedEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'portale-'))
  const free = () => rm(folder, { recursive: true, force: true })
  return startWorker({ socketFolder: folder, dataDir: undefined, templateFile, maxConnections }, undefined, free)
}

async function startWorker(
  settings: WorkerSettings,
  onCrash: EmbeddedOptions['onCrash'],
  free: () => Promise<void>,
): Promise<EmbeddedEngine> {
  const worker = spawnWorker(settings)
  const exited = once(worker, 'exit').catch(() => {})
  try {
    await Promise.race([
      once(worker, 'message'),
      exited.then(() => Promise.reject(new Error('it ended during its start'))),
    ])
  } catch (cause) {
    await worker.terminate()
    await free()
    throw new Error(`The embedded database could not be started: ${reason(cause)}`, { cause })
  }
  let stopped: Promise<void> | undefined
  let isStopping = false
  let failure: unknown
  worker.on('error', (error) => {
    failure = error
  })
  worker.on('exit', (code) => {
    if (isStopping) return
    onCrash?.(new Error(`The embedded database ended by itself: ${reason(failure ?? `code ${code}`)}`))
  })
  const stop = async () => {
    isStopping = true
    const timer = setTimeout(() => worker.terminate(), stopTimeoutMillis)
    await ask(worker, exited, { kind: 'stop' }).catch(() => {})
    await exited
    clearTimeout(timer)
    await free()
  }
  return {
    connection: { host: settings.socketFolder, user: 'postgres', database: 'postgres', idleTimeoutMillis: 0 },
    dumpTemplate: (file) => ask(worker, exited, { kind: 'dump', file }),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

const reason = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

// In the bundle the worker is a file beside the program; in development the sources run directly.
function spawnWorker(settings: WorkerSettings): Worker {
  const file = import.meta.url.endsWith('.ts') ? './embedded-worker-dev.mjs' : './embedded-worker.js'
  return new Worker(new URL(file, import.meta.url), { workerData: settings })
}

async function ask(worker: Worker, exited: Promise<unknown>, request: WorkerRequest): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ ...request, port: port2 }, [port2])
  const exitAnswer = exited.then(() => [{ error: 'The embedded database has ended.' }])
  const [answer]: WorkerAnswer[] = await Promise.race([once(port1, 'message'), exitAnswer])
  port1.close()
  if (answer?.error) throw new Error(answer.error)
}
