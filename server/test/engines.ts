import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database, postgresConnection } from '#platform/database/database.ts'
import { startInMemory } from '#platform/database/embedded-engine.ts'
import type { TestEngine } from './global-setup.ts'
import { withDatabase } from './postgres-server.ts'
import { restoreSnapshot } from './snapshot.ts'

/** The answer of the socket of `global-setup.ts`. */
type EngineAnswer = pg.PoolConfig & { readonly url?: string; readonly error?: string }

/** A copy of the template database for one test file: call it in `beforeAll`, close it in `afterAll`. */
export async function testDatabase(): Promise<Database> {
  const { url, ...connection } = await findEngine()
  return url ? postgresDatabase(url) : embeddedDatabase(connection)
}

/** A database for the server processes of one test file, and their settings for it. */
export interface ServerDatabase {
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/**
 * A copy of the template database for a server process: its start takes a fifth of the processor time of one that unpacks an
 * embedded engine. Without PostgreSQL the server starts its own engine in its data folder.
 */
export async function serverDatabase(): Promise<ServerDatabase> {
  if (inject('testEngine') === 'embedded') return { env: {}, remove: async () => {} }
  const { url = '' } = await findEngine()
  const name = await copyTemplate(url)
  return {
    env: { DATABASE_URL: withDatabase(url, name), AUTH_MOCK: 'on' },
    remove: () => administer(url, `drop database ${name} with (force)`),
  }
}

/** A database without tables, on the engine of the Vitest project. */
export interface EmptyDatabase {
  readonly engine: TestEngine
  readonly connection: pg.PoolConfig
  /** Deletes the database. */
  stop(): Promise<void>
}

/** Creates a database without tables: a new embedded engine, or a new database in PostgreSQL. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const engine = inject('testEngine')
  if (engine === 'embedded') return { engine, ...(await startInMemory()) }
  const { url = '' } = await findEngine()
  const name = newName()
  await administer(url, `create database ${name} template template0`)
  const connection = { connectionString: withDatabase(url, name) }
  return { engine, connection, stop: () => administer(url, `drop database ${name} with (force)`) }
}

async function findEngine(): Promise<EngineAnswer> {
  const socket = connect(inject('engineSocket'))
  socket.write(process.env.VITEST_POOL_ID ?? '1')
  const answer = (await json(socket)) as EngineAnswer
  if (answer.error) throw new Error(answer.error)
  return answer
}

async function embeddedDatabase(connection: pg.PoolConfig): Promise<Database> {
  await restoreSnapshot(connection)
  return connectDatabase({ connection, engine: 'embedded' })
}

const newName = () => `test_${randomBytes(6).toString('hex')}`

async function copyTemplate(url: string): Promise<string> {
  const name = newName()
  await administer(url, `create database ${name} template portale_template strategy file_copy`)
  return name
}

async function postgresDatabase(url: string): Promise<Database> {
  const name = await copyTemplate(url)
  return connectDatabase({
    connection: postgresConnection(withDatabase(url, name)),
    engine: 'postgres',
    preparesStatements: true,
    stop: () => administer(url, `drop database ${name} with (force)`),
  })
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
