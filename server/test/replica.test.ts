import { fileURLToPath } from 'node:url'
import { getCaseStatistics, startCaseStatistics } from '@portal/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { serverFolder } from '#platform/server-folder.ts'
import { readyDatabase } from '../src/wiring/ready-database.ts'
import { startTestApp, type TestApp } from './build-app.ts'
import { makeAssociation } from './make-association.ts'
import { makeCase } from './make-case.ts'
import { findPostgresBinaries, type PostgresServer, startPostgres, startReplica } from './postgres-server.ts'

async function execute(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const isMissing = !process.env.CI && !findPostgresBinaries()
if (isMissing) process.stderr.write('\nSKIPPED: PostgreSQL is not installed; reads on a replica are not tested.\n\n')

describe.skipIf(isMissing)('reads on a replica', { timeout: 60_000 }, () => {
  let leader: PostgresServer
  let replica: PostgresServer
  let database: Database
  const warnings: string[] = []
  beforeAll(async () => {
    leader = (await startPostgres({ settings: ['synchronous_commit=on'] })) as PostgresServer
    replica = await startReplica(leader)
    database = await openDatabase({
      dataDir: '',
      databaseUrl: leader.url,
      preparesStatements: true,
      replica: {
        url: replica.url,
        lagSeconds: 1,
        log: {
          info: () => {},
          warn: (_about: unknown, text?: string) => {
            void warnings.push(text ?? '')
          },
        },
      },
    })
    await readyDatabase(
      database,
      { databaseOwnerUrl: undefined, dataDir: '', isProduction: false },
      fileURLToPath(new URL('migrations', serverFolder)),
    )
    await sql`create table marks (mark int)`.execute(database.db)
  }, 60_000)
  afterAll(async () => {
    await database?.close()
    await replica?.stop()
    await leader?.stop()
  })

  const readsOnReplica = async () => {
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(database.reads.db)
    return rows[0]?.is
  }
  const untilReads = (where: 'replica' | 'leader') =>
    vi.waitFor(async () => expect(await readsOnReplica()).toBe(where === 'replica'), { timeout: 20_000, interval: 50 })
  const insertMark = (mark: number) => sql`insert into marks values (${mark})`.execute(database.db)
  const hasMark = async (mark: number) =>
    (await sql`select from marks where mark = ${mark}`.execute(database.reads.db)).rows.length === 1
  const onReplica = (statement: string) => execute(replica.url, statement)

  test('see what was committed before, once they have caught up', async () => {
    await untilReads('replica')
    for (let mark = 1; mark <= 40; mark++) {
      await insertMark(mark)
      await database.reads.catchUp()
      expect([mark, await hasMark(mark), await readsOnReplica()]).toEqual([mark, true, true])
    }
  })

  test('cannot write there', async () => {
    await untilReads('replica')
    const write = sql`insert into marks values (0)`.execute(database.reads.db)
    await expect(write).rejects.toMatchObject({ cause: { code: '25006' } })
  })

  test('go to the leader while the replica stands still, and back', async () => {
    await untilReads('replica')
    await onReplica('select pg_wal_replay_pause()')
    await insertMark(100)
    await database.reads.catchUp()
    expect([await hasMark(100), await readsOnReplica()]).toEqual([true, false])
    await vi.waitFor(() => expect(warnings.at(-1)).toMatch('the replica is left out'), { timeout: 20_000 })
    await onReplica('select pg_wal_replay_resume()')
    await untilReads('replica')
    expect(database.reads.replica?.lag()).toBeLessThanOrEqual(1000)
  })

  describe('of the portal', () => {
    let portal: TestApp
    beforeAll(async () => {
      portal = await startTestApp({ database })
      await untilReads('replica')
    })
    afterAll(() => portal?.close())

    const countOnReplica = async (work: () => Promise<unknown>) => {
      const before = { ...database.reads.replica?.reads() }
      await work()
      const after = database.reads.replica?.reads()
      return {
        replica: (after?.replica ?? 0) - (before.replica ?? 0),
        leader: (after?.leader ?? 0) - (before.leader ?? 0),
      }
    }
    const get = async (path: string, accept = 200) => {
      const reply = await portal.visitor.raw('GET', path)
      expect(reply.status).toBe(accept)
      return reply.body
    }

    test('statistics count a case of this moment there', async () => {
      const manager = await portal.as('manager')
      const count = async () => {
        const { id } = await manager.call(startCaseStatistics, { wire: {} })
        return (await manager.call(getCaseStatistics, { wire: { numero_univoco: id } }))?.result.total ?? 0
      }
      const before = await count()
      await makeCase(portal)
      let after = 0
      const reads = await countOnReplica(async () => {
        after = await count()
      })
      expect({ after, reads }).toEqual({ after: before + 1, reads: { replica: expect.any(Number), leader: 0 } })
      expect(reads.replica).toBeGreaterThan(0)
    })

    test.each([
      [
        'the file of chosen cases',
        async () => {
          const id = await makeCase(portal)
          const manager = await portal.as('manager')
          const { status, body } = await manager.raw('POST', '/v1/report/casi', {
            idsList: [id],
            formato: 'csv',
          })
          expect([status, Buffer.from(body).toString().trim().split('\n').length]).toEqual([200, 2])
        },
      ],
      ['open data', () => get('/v1/noauth/dati-aperti')],
      [
        'the public register, with what was published last',
        async () => {
          const wire = { ragione_sociale: 'Appena iscritta' }
          await makeAssociation(portal, { status: 'enrolled', wire })
          const { result } = await get('/v1/noauth/registro?da=1&a=10')
          expect(result.listaView).toHaveLength(2)
        },
      ],
      ['its file', () => get('/v1/noauth/registro/scarica?formato=csv')],
      ['its feed', () => get('/v1/noauth/registro/novita')],
    ] as const)('%s', async (_name, work) => {
      const { replica: there, leader: here } = await countOnReplica(work)
      expect({ isThere: there > 0, here }).toEqual({ isThere: true, here: 0 })
    })

    test('a list of cases stays on the leader', async () => {
      const manager = await portal.as('manager')
      const path = '/v1/segnalazioni/integrazione-segnalazione-view?da=1&a=10'
      expect(await countOnReplica(() => manager.raw('GET', path))).toEqual({ replica: 0, leader: 0 })
    })
  })

  test('go to the leader when the replica is gone, without an error', async () => {
    await untilReads('replica')
    let isOver = false
    const answers: boolean[] = []
    const reading = (async () => {
      while (!isOver) answers.push((await readsOnReplica()) ?? false)
    })()
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(20))
    await replica.stop()
    await vi.waitFor(() => expect(answers.at(-1)).toBe(false), { timeout: 20_000 })
    isOver = true
    await reading
    expect(answers[0]).toBe(true)
  })
})
