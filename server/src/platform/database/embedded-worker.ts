import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { makePipelinesAtomic } from './atomic-pipelines.ts'
import { ensurePgFolder } from './pg-folder.ts'

export interface WorkerSettings {
  socketFolder: string
  /** Folder of the data; undefined keeps it in memory. */
  dataDir: string | undefined
  templateFile: string | undefined
  maxConnections: number
}

export type WorkerRequest = { kind: 'stop' } | { kind: 'dump'; file: string }
export type WorkerAnswer = { error?: string }

// All of them at every start, because an index that needs a missing one cannot be read.
const extensions = { pg_trgm, unaccent }

// A start runs many functions of the engine a few times. By default V8 would spend 0.5 s on optimising them; with this
// budget it waits until a function is used often. Measured: 900 queries take as long as without it.
setFlagsFromString('--wasm-tiering-budget=100000000')

const settings: WorkerSettings = workerData
const engine = await openEngine(settings)
const crash = (error: unknown) => {
  setImmediate(() => {
    throw error
  })
}
const socketPath = join(settings.socketFolder, '.s.PGSQL.5432')
rmSync(socketPath, { force: true })
const server = new PGLiteSocketServer({
  db: makePipelinesAtomic(engine, crash),
  path: socketPath,
  maxConnections: settings.maxConnections,
})
await server.start()
chmodSync(socketPath, 0o600)

parentPort?.on('message', ({ port, ...request }: WorkerRequest & { port: MessagePort }) => {
  answer(request).then(
    (reply) => port.postMessage(reply),
    (error) => port.postMessage({ error: String(error) }),
  )
})
parentPort?.postMessage('ready')

async function openEngine({ dataDir, templateFile }: WorkerSettings): Promise<PGlite> {
  if (dataDir === undefined) {
    const template = templateFile ? new Blob([readFileSync(templateFile)], { type: 'application/gzip' }) : undefined
    return tune(await PGlite.create({ extensions, ...(template && { loadDataDir: template }) }))
  }
  const folder = await ensurePgFolder(dataDir, templateFile, async (fresh) => {
    const first = await PGlite.create({ dataDir: fresh, extensions })
    await first.close()
  })
  return tune(await PGlite.create({ dataDir: folder, extensions }))
}

/** The files are in memory or on an SSD, so random access is cheap. */
async function tune(engine: PGlite): Promise<PGlite> {
  await engine.exec('set random_page_cost = 1.1')
  return engine
}

async function answer(request: WorkerRequest): Promise<WorkerAnswer> {
  if (request.kind === 'dump') {
    // Compressed here, because the engine would hold its mutex during the compression.
    const archive = await engine.dumpDataDir('none')
    await writeFile(request.file, await promisify(gzip)(await archive.arrayBuffer()))
    return {}
  }
  await server.stop()
  await engine.close()
  setImmediate(() => parentPort?.close())
  return {}
}
