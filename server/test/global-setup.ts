import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connectDatabase, postgresConnection } from '#platform/database/database.ts'
import { type EmbeddedEngine, startInMemory } from '#platform/database/embedded-engine.ts'
import { migrate } from '#platform/database/migrate.ts'
import { makeTemplate } from '#platform/database/template.ts'
import { type PostgresServer, startPostgres, withDatabase } from './postgres-server.ts'
import { prepareTemplate, templateInputs } from './prepare-template.ts'
import { takeSnapshot } from './snapshot.ts'

export type TestEngine = 'embedded' | 'postgres'

declare module 'vitest' {
  interface ProvidedContext {
    testEngine: TestEngine
    /** A socket that reads a worker's number and answers with its database connection as JSON. */
    engineSocket: string
  }
}

/** The engines of one run. An engine starts on the first request, so that files without database do not wait. */
interface Engines {
  /** The connection of the embedded engine, or PostgreSQL's URL. */
  forWorker(worker: string): Promise<pg.PoolConfig | { url: string }>
  stop(): Promise<void>
}

const serverFolder = fileURLToPath(new URL('..', import.meta.url))
const migrationsFolder = `${serverFolder}migrations`
const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/portal/', import.meta.url))

/** Serves the engine of the project's TEST_ENGINE to its test files; returns the teardown function. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = project.config.env.TEST_ENGINE
  if (engine !== 'embedded' && engine !== 'postgres') throw new Error(`TEST_ENGINE is ${engine}.`)
  const engines = engine === 'embedded' ? embeddedEngines() : postgresEngine()
  const folder = await mkdtemp(join(tmpdir(), 'portale-test-'))
  const path = join(folder, 'engine.sock')
  const listener = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (worker) => {
      engines.forWorker(worker.toString()).then(
        (connection) => socket.end(JSON.stringify(connection)),
        (error: Error) => socket.end(JSON.stringify({ error: error.message })),
      )
    })
  })
  listener.listen(path)
  project.provide('testEngine', engine)
  project.provide('engineSocket', path)
  return async () => {
    listener.close()
    await engines.stop()
    await rm(folder, { recursive: true })
  }
}

/** One engine for each worker, in memory. */
function embeddedEngines(): Engines {
  const file = `${cacheFolder}template-${inputsHash()}.tar.gz`
  const engines = new Map<string, Promise<EmbeddedEngine>>()
  let template: Promise<void> | undefined
  const start = async () => {
    if (!existsSync(file)) template ??= makeTemplate({ migrationsFolder, prepare: prepareTemplate, file })
    await template
    const engine = await startInMemory(file)
    await takeSnapshot(engine.connection)
    return engine
  }
  return {
    async forWorker(worker) {
      const engine = engines.get(worker) ?? start()
      engines.set(worker, engine)
      return (await engine).connection
    },
    stop: async () => {
      await Promise.all([...engines.values()].map(async (engine) => (await engine).stop()))
    },
  }
}

/** One server for all workers; each test file gets a copy of its database `portale_template`. */
function postgresEngine(): Engines {
  let server: Promise<PostgresServer> | undefined
  const start = async () => {
    const started = await startPostgres()
    if (!started) throw new Error('PostgreSQL is not installed.')
    await fillTemplate(started.url)
    return started
  }
  return {
    async forWorker() {
      server ??= start()
      return { url: (await server).url }
    },
    stop: async () => (await server)?.stop(),
  }
}

async function fillTemplate(url: string): Promise<void> {
  const admin = new pg.Client(postgresConnection(url))
  await admin.connect()
  await admin.query('create database portale_template')
  await admin.end()
  const connection = postgresConnection(withDatabase(url, 'portale_template'))
  const template = connectDatabase({ connection, engine: 'postgres' })
  try {
    await migrate(template.pool, migrationsFolder)
    await prepareTemplate(template.db as Kysely<unknown>)
  } finally {
    await template.close()
  }
}

function inputsHash(): string {
  const hash = createHash('sha256')
  for (const path of templateInputs.flatMap((input) => filesIn(serverFolder + input))) {
    hash.update(path.slice(serverFolder.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((file) => `${file.parentPath}/${file.name}`).sort()
}
