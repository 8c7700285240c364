import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedEngine, startEmbedded, startInMemory } from './embedded-engine.ts'

let root: string
let templateFile: string
let engine: EmbeddedEngine
let pool: pg.Pool

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portale-engine-'))
  templateFile = join(root, 'template.tar.gz')
  engine = await startInMemory()
  pool = new pg.Pool({ ...engine.connection, max: 8 })
  await pool.query(`
    create extension pg_trgm; create extension unaccent;
    create table counters (id int primary key, value int not null);
    insert into counters select n, 0 from generate_series(1, 4) n`)
  await engine.dumpTemplate(templateFile)
}, 60_000)

afterAll(async () => {
  await pool.end()
  await engine.stop()
  await rm(root, { recursive: true })
})

const wait = (millis: number) => new Promise((done) => setTimeout(done, millis))

async function newClient(): Promise<pg.Client> {
  const client = new pg.Client(engine.connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

test('eight clients with interleaved transactions lose no update and see no partial work', async () => {
  const transfer = async (from: number, to: number, fails: boolean) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('update counters set value = value - 1 where id = $1', [from])
      await wait(Math.random() * 3)
      const { rows } = await client.query('select sum(value)::int as sum from counters')
      expect(rows[0].sum).toBe(-1)
      await client.query('update counters set value = value + 1 where id = $1', [to])
      await client.query(fails ? 'rollback' : 'commit')
    } finally {
      client.release()
    }
  }
  const readers = Array.from({ length: 40 }, async () => {
    const { rows } = await pool.query('select sum(value)::int as sum from counters')
    expect(rows[0].sum).toBe(0)
  })
  await Promise.all([...readers, ...Array.from({ length: 80 }, (_, n) => transfer(1, 2, n % 4 === 0))])
  const { rows } = await pool.query('select value from counters where id = 2')
  expect(rows[0].value).toBe(60)
})

test('concurrent large queries never return the rows of another client', async () => {
  const statements = ['select $1::text as a', "select $1::text || '' as a", 'select $2::text as b, $1::text as a']
  const ask = async (client: number) => {
    for (let n = 0; n < 12; n++) {
      const text = `${client}-${n}-`.padEnd(1_000_000, 'x')
      const statement = statements[client % 3] ?? ''
      const { rows } = await pool.query(statement, client % 3 === 2 ? [text, 'b'] : [text])
      expect(rows[0].a === text).toBe(true)
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, client) => ask(client)))
}, 30_000)

test('each connection plans with cheap random access', async () => {
  for (let round = 0; round < 2; round++) {
    const client = await newClient()
    expect((await client.query('show random_page_cost')).rows).toEqual([{ random_page_cost: '1.1' }])
    await client.end()
  }
})

test('a failed query does not disturb the answers of other clients', async () => {
  const ask = async (n: number) => {
    if (n % 2) return expect(pool.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
    const { rows } = await pool.query('select $1::int as n', [n])
    expect(rows).toEqual([{ n }])
  }
  await Promise.all(Array.from({ length: 100 }, (_, n) => ask(n)))
})

test('a client that dies in a transaction leaves no rows and no lock', async () => {
  for (let round = 0; round < 10; round++) {
    const client = await newClient()
    await client.query('begin')
    await client.query('insert into counters values (100, 100)')
    const other = pool.query('select count(*)::int as n from counters where id = 100')
    // Sometimes while a query runs.
    if (round % 2) client.query('select pg_sleep(0.01)').catch(() => {})
    await wait(round)
    client.connection.stream.destroy()
    expect((await other).rows).toEqual([{ n: 0 }])
  }
})

test('a client that dies in the middle of a large query blocks no other', async () => {
  for (let round = 0; round < 10; round++) {
    const client = await newClient()
    client.query('select $1::text', ['x'.repeat(5_000_000)]).catch(() => {})
    await wait(round)
    client.connection.stream.destroy()
    const { rows } = await pool.query('select $1::int as n', [round])
    expect(rows).toEqual([{ n: round }])
  }
})

test('other clients wait for an open transaction, and are served in their order', async () => {
  const [client, ...others] = await Promise.all(Array.from({ length: 6 }, newClient))
  await client?.query('begin')
  const served: number[] = []
  const queries = others.map((other, n) => other.query('select 1').then(() => served.push(n)))
  // A new connection waits as well, even for its greeting.
  const late = newClient()
  // Each of these would serve one of the other clients, if they did not wait.
  for (let turn = 0; turn < 20; turn++) await client?.query('select 1')
  expect(served).toEqual([])
  await client?.query('commit')
  await Promise.all(queries)
  expect(served).toEqual([0, 1, 2, 3, 4])
  for (const one of [client, ...others, await late]) await one?.end()
})

test('the first start uses the template, the second finds the rows again, and stopping twice is harmless', async () => {
  const dataDir = join(root, 'first')
  for (const rows of [4, 5]) {
    const started = await startEmbedded({ dataDir, templateFile })
    const client = new pg.Client(started.connection)
    await client.connect()
    const { rowCount } = await client.query(`select similarity('a', unaccent('à')) from counters`)
    expect(rowCount).toBe(rows)
    await client.query('insert into counters values (5, 0)').catch(() => {})
    await client.end()
    await Promise.all([started.stop(), started.stop()])
  }
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  expect(await readdir(dataDir)).toEqual(['pg'])
}, 30_000)

test('a partial folder left by a kill is not used as a database', async () => {
  const dataDir = join(root, 'killed')
  await mkdir(join(dataDir, 'pg.new-0a', 'base'), { recursive: true })
  await writeFile(join(dataDir, 'pg.new-0a', 'PG_VERSION'), '18')
  const started = await startEmbedded({ dataDir, templateFile })
  expect((await readdir(dataDir)).filter((name) => name.startsWith('pg'))).toEqual(['pg'])
  await started.stop()
}, 30_000)

test('a second engine on the same folder is refused, also through a deep path', async () => {
  const dataDir = join(root, 'd'.repeat(80), 'e'.repeat(80))
  const started = await startEmbedded({ dataDir, templateFile })
  const client = new pg.Client(started.connection)
  await client.connect()
  await expect(startEmbedded({ dataDir, templateFile })).rejects.toThrow(/in use by another program/)
  await client.end()
  await started.stop()
}, 30_000)

test('an engine that dies is reported, refuses queries and can still be stopped', async () => {
  const spawned = once(process, 'worker')
  let report = (_: Error) => {}
  const crashed = new Promise<Error>((resolve) => {
    report = resolve
  })
  const started = await startEmbedded({ dataDir: join(root, 'dies'), templateFile, onCrash: (error) => report(error) })
  const [worker]: Worker[] = await spawned
  await worker?.terminate()
  expect((await crashed).message).toMatch(/The embedded database ended by itself/)
  await expect(new pg.Client(started.connection).connect()).rejects.toThrow()
  await expect(started.dumpTemplate(join(root, 'never'))).rejects.toThrow('The embedded database has ended.')
  await started.stop()
}, 30_000)

test('a truncated template is refused, and the folder can then start from a complete one', async () => {
  const dataDir = join(root, 'broken')
  const broken = join(root, 'broken.tar.gz')
  await writeFile(broken, 'not a template')
  await expect(startEmbedded({ dataDir, templateFile: broken })).rejects.toThrow(/could not be started/)
  const started = await startEmbedded({ dataDir, templateFile })
  await started.stop()
}, 30_000)
