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
import { startPostgres, withDatabase } from './postgres-server.ts'
import { prepareTemplate, templateInputs } from './prepare-template.ts'
import { takeSnapshot } from './snapshot.ts'

export type TestEngine = 'embedded' | 'postgres'

declare module 'vitest' {
  interface ProvidedContext {
    testEngine: TestEngine
    /** A socket that answers the number of a worker with the connection of its engine. */
    engineDesk: string
    /** A server with the database `portale_template`; undefined where PostgreSQL is not installed. */
    postgresUrl: string | undefined
  }
}

const serverFolder = fileURLToPath(new URL('..', import.meta.url))
const migrationsFolder = `${serverFolder}migrations`
const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/portal/', import.meta.url))

/** Starts the engine of the project's TEST_ENGINE once for all its test files; returns what ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = project.config.env.TEST_ENGINE ?? process.env.TEST_ENGINE ?? 'embedded'
  if (engine !== 'embedded' && engine !== 'postgres') throw new Error(`TEST_ENGINE is ${engine}.`)
  project.provide('testEngine', engine)
  return engine === 'embedded' ? setupEmbedded(project) : setupPostgres(project)
}

// The engines live here and not in the tests, so that a file pays for no start of its own. A worker of vitest asks
// for its engine with its number; how many workers there will be is not known beforehand.
async function setupEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const file = `${cacheFolder}template-${inputsHash()}.tar.gz`
  if (!existsSync(file)) await makeTemplate({ migrationsFolder, prepare: prepareTemplate, file })
  const engines = new Map<string, Promise<EmbeddedEngine>>()
  const engineFor = (worker: string) => {
    const engine = engines.get(worker) ?? startEngine(file)
    engines.set(worker, engine)
    return engine
  }
  const folder = await mkdtemp(join(tmpdir(), 'portale-test-'))
  const desk = createServer((socket) => {
    socket.once('data', async (worker) => {
      try {
        socket.end(JSON.stringify((await engineFor(worker.toString())).connection))
      } catch (error) {
        socket.destroy()
        throw error
      }
    })
  })
  desk.listen(join(folder, 'desk.sock'))
  project.provide('engineDesk', join(folder, 'desk.sock'))
  return async () => {
    desk.close()
    await Promise.all([...engines.values()].map(async (engine) => (await engine).stop()))
    await rm(folder, { recursive: true })
  }
}

async function startEngine(templateFile: string): Promise<EmbeddedEngine> {
  const engine = await startInMemory(templateFile)
  await takeSnapshot(engine.connection)
  return engine
}

async function setupPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgresUrl', server?.url)
  if (!server) return async () => {}
  const admin = new pg.Client(postgresConnection(server.url))
  await admin.connect()
  await admin.query('create database portale_template')
  await admin.end()
  const connection = postgresConnection(withDatabase(server.url, 'portale_template'))
  const template = connectDatabase({ connection, engine: 'postgres' })
  try {
    await migrate(template.pool, migrationsFolder)
    await prepareTemplate(template.db as Kysely<unknown>)
  } finally {
    await template.close()
  }
  return server.stop
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
