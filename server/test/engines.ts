import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database, postgresConnection } from '#platform/database/database.ts'
import type { TestEngine } from './global-setup.ts'
import { withDatabase } from './postgres-server.ts'
import { restoreSnapshot } from './snapshot.ts'

/** The engine that this run of the tests is for. */
const engine: TestEngine = inject('testEngine')

/** A database as `prepareTemplate` left it, for one test file: call it in `beforeAll`, close it in `afterAll`. */
export async function testDatabase(): Promise<Database> {
  return engine === 'embedded' ? embeddedDatabase() : postgresDatabase()
}

async function embeddedDatabase(): Promise<Database> {
  const socket = connect(inject('engineDesk'))
  socket.write(process.env.VITEST_POOL_ID ?? '1')
  const connection = await json(socket)
  await restoreSnapshot(connection as pg.PoolConfig)
  return connectDatabase({ connection: connection as pg.PoolConfig, engine: 'embedded' })
}

async function postgresDatabase(): Promise<Database> {
  const url = inject('postgresUrl')
  if (!url) throw new Error('PostgreSQL is not installed: leave out the project with TEST_ENGINE=postgres.')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(url, `create database ${name} template portale_template`)
  return connectDatabase({
    connection: postgresConnection(withDatabase(url, name)),
    engine: 'postgres',
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
