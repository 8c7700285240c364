import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database, postgresConnection } from '#platform/database/database.ts'
import { withDatabase } from './postgres-server.ts'
import { restoreSnapshot } from './snapshot.ts'

/** What the socket of `global-setup.ts` answers. */
type EngineAnswer = pg.PoolConfig & { readonly url?: string; readonly error?: string }

/** A database as `prepareTemplate` left it, for one test file: call it in `beforeAll`, close it in `afterAll`. */
export async function testDatabase(): Promise<Database> {
  const socket = connect(inject('engineSocket'))
  socket.write(process.env.VITEST_POOL_ID ?? '1')
  const { url, error, ...connection } = (await json(socket)) as EngineAnswer
  if (error) throw new Error(error)
  return url ? postgresDatabase(url) : embeddedDatabase(connection)
}

async function embeddedDatabase(connection: pg.PoolConfig): Promise<Database> {
  await restoreSnapshot(connection)
  return connectDatabase({ connection, engine: 'embedded' })
}

async function postgresDatabase(url: string): Promise<Database> {
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
