import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createInTransaction } from '#platform/database/transaction.ts'
import { createFiles, type Files } from '#platform/files/files.ts'
import { folderStore } from '#platform/files/folder-store.ts'
import { s3Store } from '#platform/files/s3-store.ts'
import { openVault } from '#platform/protection/vault.ts'
import { prepareDatabase } from '../src/wiring/prepare-database.ts'
import { type BucketServer, startBucketServer } from './bucket-server.ts'
import { type Client, clientOf } from './run-client.ts'
import { spawnServer, temporaryFolder } from './run-server.ts'

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))
const master = Buffer.alloc(32, 7)
const log = pino({ level: 'silent' })
const count = 120
const path = '/v1/migrazione/migrazione-allegati'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let bucket: BucketServer
beforeAll(async () => {
  folder = await temporaryFolder()
  bucket = await startBucketServer(folder.path)
})
afterAll(async () => {
  await bucket.stop()
  await folder.remove()
})

const clock = { now: () => new Date() }
const textOf = (index: number) => `Contenuto numero ${index} ${'parola '.repeat(index * 300)}`

/** The files of the stopped server, with both stores; new ones go to the folder. */
async function onFiles<T>(work: (files: Files, database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir: folder.path })
  try {
    const { db } = database
    await migrate(database.pool, migrations)
    await prepareDatabase(db as never)
    const vault = await openVault({ db, inTransaction: createInTransaction(db), master, log })
    const stores = { target: folderStore(`${folder.path}/files`), others: [s3Store(bucket.url)] }
    return await work(createFiles({ db, vault, stores, clock, log }), database)
  } finally {
    await database.close()
  }
}

/** Stores the files; returns their ids in the order of their texts. */
async function fill(files: Files): Promise<string[]> {
  const ids: string[] = []
  const file = { name: 'atto.txt', mediaType: 'text/plain', purpose: 'upload', madeBy: null } as const
  for (let index = 0; index < count; index++)
    ids.push((await files.keep(file, Readable.from([Buffer.from(textOf(index))]))).id)
  return ids
}

/** The places of files that are not as they were stored. */
async function wrongAmong(files: Files, ids: readonly string[]): Promise<number[]> {
  const wrong: number[] = []
  for (const [index, id] of ids.entries()) {
    const text = await files.open(id).then(
      async ({ stream }) => (await buffer(stream)).toString(),
      (error) => String(error),
    )
    if (text !== textOf(index)) wrong.push(index)
  }
  return wrong
}

/** The two directions; the second one moves back what the first has moved. */
// biome-ignore format: a table
const directions = [
  { to: 'bucket', settings: (url: string) => ({ FILES_URL: url }),      isThere: (name: string) => name.endsWith('/bucket') },
  { to: 'folder', settings: (url: string) => ({ FILES_FROM_URL: url }), isThere: (name: string) => name === 'folder' },
] as const
type Direction = (typeof directions)[number]

interface Store {
  readonly nome: string
  readonly file: number
}
/** How many files the store has to which they move. */
const arrivedIn = (stores: readonly Store[], { isThere }: Direction) =>
  stores.find(({ nome }) => isThere(nome))?.file ?? 0

async function movedIn({ pool }: Database, { isThere }: Direction): Promise<number> {
  const { rows } = await pool.query('select store as nome, count(*)::int as file from files group by store')
  return rows.filter(({ nome }) => isThere(nome)).reduce((sum, { file }) => sum + file, 0)
}

/** Resolves when the running migration has moved more than `moved` files, or all. */
async function isFurther(client: Client, headers: Record<string, string>, moved: number, direction: Direction) {
  for (;;) {
    const { archivi } = (await client.call('GET', path, undefined, headers)).body.result
    const arrived = arrivedIn(archivi, direction)
    if (arrived > moved || arrived >= count) return
    await delay(10)
  }
}

let ids: string[] = []

test.each(directions)(
  'kills during the attachment migration to the $to lose no file, and the run ends after a restart',
  async (direction) => {
    if (ids.length === 0) ids = await onFiles(fill)
    const start = () => spawnServer({ dataDir: folder.path, env: direction.settings(bucket.url) })
    const moved = [0]
    for (let round = 0; round < 8; round++) {
      const server = start()
      const client = clientOf(await server.ready)
      const headers = await client.asManager()
      await client.call('POST', path, undefined, headers)
      await isFurther(client, headers, moved.at(-1) ?? 0, direction)
      await delay(Math.random() * 50)
      server.signal('SIGKILL')
      await server.ended
      await onFiles(async (files, database) => {
        expect({ round, wrong: await wrongAmong(files, ids) }).toEqual({ round, wrong: [] })
        moved.push(await movedIn(database, direction))
      })
    }
    expect(moved.filter((one) => one > 0 && one < count).length).toBeGreaterThan(2)
    const server = start()
    const client = clientOf(await server.ready)
    const headers = await client.asManager()
    const newest = async () => (await client.call('GET', path, undefined, headers)).body.result
    await client.call('POST', path, undefined, headers)
    await expect.poll(async () => (await newest()).esecuzione.stato, { timeout: 60_000 }).toBe('conclusa')
    const { archivi, esecuzione } = await newest()
    expect(esecuzione).toMatchObject({ saltati: 0 })
    expect(arrivedIn(archivi, direction)).toBe(count)
    expect(archivi.reduce((sum: number, { file }: Store) => sum + file, 0)).toBe(count)
    expect(await server.stop()).toBe(0)
    await onFiles(async (files) => {
      expect(await wrongAmong(files, ids)).toEqual([])
      await files.sweep(new Date(Date.now() + 3_600_000))
      expect(await wrongAmong(files, ids)).toEqual([])
    })
  },
  600_000,
)
