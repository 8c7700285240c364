import { appendFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { getRun } from '@portal/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unaudited } from '#platform/database/transaction.ts'
import { createFileMoves } from '#platform/files/file-moves.ts'
import type { FileStores } from '#platform/files/file-stores.ts'
import { createFiles } from '#platform/files/files.ts'
import { folderStore } from '#platform/files/folder-store.ts'
import type { ObjectStore } from '#platform/files/object-store.ts'
import { s3Store } from '#platform/files/s3-store.ts'
import { createLogger } from '#platform/logger.ts'
import { createRuns } from '#platform/runs/runs.ts'
import { type BucketServer, startBucketServer } from '../../../test/bucket-server.ts'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { numberOfFile, uploadCaseFile } from '../../../test/claimed-file.ts'
import { migrationRun } from './attachment-migration.ts'

let root: string
let folder: string
let bucket: BucketServer
let portal: TestApp
const logLines: string[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portale-files-'))
  folder = join(root, 'files')
  bucket = await startBucketServer(root)
  portal = await startTestApp({ env: { DATA_DIR: root } })
})
afterAll(async () => {
  await portal.close()
  await bucket.stop()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => {
  logLines.length = 0
})
afterEach(async () => {
  await query('delete from runs')
  await query('delete from attachments')
  await query('delete from files')
  await rm(folder, { recursive: true, force: true })
  for (const { name } of await listOf(inBucket())) await inBucket().delete(name)
})

const query = async (statement: string, values: unknown[] = []) =>
  (await portal.database.pool.query(statement, values)).rows
const inFolder = () => folderStore(folder)
const inBucket = () => s3Store(bucket.url, { timeoutMs: 2000 })
async function listOf(store: ObjectStore) {
  const objects = []
  for await (const object of store.list()) objects.push(object)
  return objects
}

/** A server with these stores on the same database: the first is the target. */
function serverWith(target: ObjectStore, ...others: ObjectStore[]) {
  const stores: FileStores = { target, others }
  const log = createLogger('info', { write: (line) => logLines.push(line) })
  const base = { ...portal.services, log, stores }
  const runs = createRuns({ ...base, filesHours: 24 })
  const moves = createFileMoves(base)
  const migration = runs.defineRun(migrationRun({ ...base, moves }))
  return {
    runs,
    moves,
    migration,
    files: createFiles(base),
    async start() {
      const amount = await moves.amountOutside()
      const { run } = await portal.services.inTransaction(unaudited, (tx) =>
        migration.start(tx, { startedBy: null, ...amount }),
      )
      return run.id
    },
  }
}
type Server = ReturnType<typeof serverWith>
const toBucket = () => serverWith(inBucket(), inFolder())

const textOf = (index: number) => `Contenuto numero ${index} ${'x'.repeat(index * 10_000)}`
/** Stores files by this server; returns their ids. */
async function fill({ files }: Pick<Server, 'files'>, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const file = {
      name: `atto di Zenobia ${index}.txt`,
      mediaType: 'text/plain',
      purpose: 'upload',
      madeBy: null,
    } as const
    ids.push((await files.keep(file, Readable.from([Buffer.from(textOf(index))]))).id)
  }
  return ids
}
const read = async ({ files }: Pick<Server, 'files'>, id: string) =>
  (await buffer((await files.open(id)).stream)).toString()
const readAll = async (server: Pick<Server, 'files'>, ids: readonly string[]) =>
  Promise.all(ids.map((id) => read(server, id)))
const textsOf = (ids: readonly string[]) => ids.map((_id, index) => textOf(index))
async function pathOf(id: string): Promise<string> {
  const [{ stored_name: name } = { stored_name: '' }] = await query('select stored_name from files where id = $1', [id])
  return join(folder, name.slice(0, 2), name)
}
const storesOfRows = async () =>
  Object.fromEntries(
    (await query('select store, count(*)::int as count from files group by 1')).map(({ store, count }) => [
      store,
      count,
    ]),
  )
const filesInFolder = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) => entry.isFile())

describe('the attachment migration', () => {
  test('moves every file to the configured store, verified, and finds nothing left to do after that', async () => {
    const before = serverWith(inFolder())
    const ids = await fill(before, 10)
    const server = toBucket()
    const id = await server.start()
    await server.runs.work({ runId: id })
    const bytes = ids.reduce((sum, _id, index) => sum + textOf(index).length, 0)
    expect(await server.migration.get(id)).toMatchObject({
      state: 'done',
      done: 10,
      skipped: 0,
      total: 10,
      totalBytes: bytes,
      doneBytes: bytes,
      outcome: { unmoved: [] },
    })
    expect(await readAll(server, ids)).toEqual(textsOf(ids))
    expect(await storesOfRows()).toEqual({ [inBucket().name]: 10 })
    expect(await filesInFolder()).toEqual([])
    expect(await listOf(inBucket())).toHaveLength(10)
    const again = await server.start()
    await server.runs.work({ runId: again })
    expect(await server.migration.get(again)).toMatchObject({ state: 'done', done: 0, total: 0 })
    expect(await readAll(server, ids)).toEqual(textsOf(ids))
  })

  test('moves files out of a bucket as well, and takes those from before stores had names', async () => {
    const ids = await fill(serverWith(inBucket()), 3)
    await query('update files set store = null where id = $1', [ids[0]])
    const server = serverWith(inFolder(), inBucket())
    expect(await readAll(server, ids)).toEqual(textsOf(ids))
    const [kept = ''] = await fill(server, 1)
    await query('update files set store = null where id = $1', [kept])
    expect(await read(server, kept)).toBe(textOf(0))
    const id = await server.start()
    await server.runs.work({ runId: id })
    expect(await server.migration.get(id)).toMatchObject({ state: 'done', done: 4, skipped: 0 })
    expect(await storesOfRows()).toEqual({ folder: 4 })
    expect(await readAll(server, ids)).toEqual(textsOf(ids))
    expect(await listOf(inBucket())).toEqual([])
  })

  test('killed in the middle goes on where it was; what the kill left behind is swept', async () => {
    const ids = await fill(serverWith(inFolder()), 10)
    const sorted = ids.toSorted()
    const dying = toBucket()
    const id = await dying.start()
    await query(`create function die() returns trigger language plpgsql as $$ begin
      if new.id = '${sorted[5]}' then raise 'killed'; end if; return new; end $$`)
    await query('create trigger die before update on files for each row execute function die()')
    await expect(dying.runs.work({ runId: id })).rejects.toThrow('killed')
    await query('drop function die() cascade')
    expect(await dying.migration.get(id)).toMatchObject({ state: 'running', done: 4 })
    expect(await storesOfRows()).toEqual({ [inBucket().name]: 4, folder: 6 })
    expect(await readAll(dying, ids)).toEqual(textsOf(ids))
    const next = toBucket()
    await next.runs.resume()
    await next.runs.work({ runId: id })
    expect(await next.migration.get(id)).toMatchObject({ state: 'done', done: 10, skipped: 0 })
    expect(await readAll(next, ids)).toEqual(textsOf(ids))
    expect(await listOf(inBucket())).toHaveLength(14)
    expect(await next.files.sweep(new Date(Date.now() + 3_600_000))).toBe(4)
    expect(await readAll(next, ids)).toEqual(textsOf(ids))
  })

  test('carried out twice at the same time moves each file once', async () => {
    const ids = await fill(serverWith(inFolder()), 6)
    const server = toBucket()
    const id = await server.start()
    await Promise.all([server.runs.work({ runId: id }), toBucket().runs.work({ runId: id })])
    expect(await server.migration.get(id)).toMatchObject({ state: 'done', done: 6, skipped: 0 })
    expect(await readAll(server, ids)).toEqual(textsOf(ids))
    expect(await listOf(inBucket())).toHaveLength(6)
  })

  test('skips a file that is missing or damaged, counts it, and lists it by its number, never by its name', async () => {
    const attachment = await uploadCaseFile(portal)
    const ids = await fill(serverWith(inFolder()), 3)
    const number = await numberOfFile(portal, attachment)
    await rm(await pathOf(attachment))
    await appendFile(await pathOf(ids[1] ?? ''), 'x')
    const server = toBucket()
    const id = await server.start()
    await server.runs.work({ runId: id })
    const { outcome, ...run } = await server.migration.get(id)
    expect(run).toMatchObject({ state: 'done', done: 2, skipped: 2 })
    const listed = await (await portal.as('manager')).call(getRun, { params: { id } })
    expect(listed).toMatchObject({ hasErrors: true, unmovedFiles: outcome?.unmoved })
    expect(outcome?.unmoved).toHaveLength(2)
    expect(outcome?.unmoved).toEqual(
      expect.arrayContaining([
        { number, reason: 'missing' },
        { id: ids[1], reason: 'damaged' },
      ]),
    )
    expect(await filesInFolder()).toHaveLength(1)
    expect(await listOf(inBucket())).toHaveLength(2)
    expect(logLines.join()).not.toMatch(/Zenobia/)
    expect(logLines.filter((line) => JSON.parse(line).alert === 'damaged')).toHaveLength(2)
  })

  test('leaves a file whose copy differs where it is, and deletes the copy', async () => {
    const ids = await fill(serverWith(inFolder()), 2)
    const bad: ObjectStore = {
      ...inBucket(),
      // Loses the last bytes of what it is given.
      async put(name, source) {
        const bytes = await buffer(Readable.from(source))
        return inBucket().put(name, Readable.from([bytes.subarray(0, -3)]))
      },
    }
    const server = serverWith(bad, inFolder())
    const id = await server.start()
    await server.runs.work({ runId: id })
    const { outcome } = await server.migration.get(id)
    expect(outcome?.unmoved).toEqual(ids.toSorted().map((one) => ({ id: one, reason: 'different' })))
    expect(await storesOfRows()).toEqual({ folder: 2 })
    expect(await listOf(inBucket())).toEqual([])
    expect(await readAll(server, ids)).toEqual(textsOf(ids))
  })

  test('waits while a store is away, says so, and goes on when it is back', async () => {
    const ids = await fill(serverWith(inFolder()), 5)
    const server = toBucket()
    const id = await server.start()
    const { port } = bucket
    await bucket.stop()
    await query("delete from pgboss.job where name = 'runs.work'")
    for (let times = 0; times < 5; times++) await server.runs.work({ runId: id })
    expect(await server.migration.get(id)).toMatchObject({
      state: 'running',
      waitingFor: 'file_store',
      done: 0,
      skipped: 0,
    })
    // Several waits in a row are one job.
    const jobs = await query("select data from pgboss.job where name = 'runs.work' and start_after > now()")
    expect(jobs.length).toBeLessThanOrEqual(2)
    expect(jobs[0]).toEqual({ data: { runId: id } })
    expect(await readAll(server, ids)).toEqual(textsOf(ids))
    bucket = await startBucketServer(root, port)
    await server.runs.work({ runId: id })
    expect(await server.migration.get(id)).toMatchObject({ state: 'done', waitingFor: undefined, done: 5, skipped: 0 })
    expect(await readAll(server, ids)).toEqual(textsOf(ids))
  })

  test('leaves a single file that its store never gives, once the store itself answers', async () => {
    const ids = await fill(serverWith(inFolder()), 3)
    const path = await pathOf(ids[1] ?? '')
    await rm(path)
    // A folder in the place of a file can be opened but not read.
    await mkdir(path)
    const server = toBucket()
    const id = await server.start()
    for (let times = 0; times < 4; times++) await server.runs.work({ runId: id })
    const { outcome, ...run } = await server.migration.get(id)
    expect(run).toMatchObject({ state: 'done', done: 2, skipped: 1 })
    expect(outcome?.unmoved).toEqual([{ id: ids[1], reason: 'unreadable' }])
  })

  test('cancelled ends at its next step: moved files stay moved, the others stay', async () => {
    const ids = await fill(serverWith(inFolder()), 8)
    let id = 0
    const cancelling: ObjectStore = {
      ...inBucket(),
      async put(name, source) {
        if ((await server.migration.get(id)).done === 4) await server.migration.cancel(id, unaudited).catch(() => {})
        return inBucket().put(name, source)
      },
    }
    const server = serverWith(cancelling, inFolder())
    id = await server.start()
    await server.runs.work({ runId: id })
    expect(await server.migration.get(id)).toMatchObject({ state: 'cancelled', done: 4 })
    expect(await storesOfRows()).toEqual({ [inBucket().name]: 4, folder: 4 })
    expect(await listOf(inBucket())).toHaveLength(4)
    expect(await readAll(server, ids)).toEqual(textsOf(ids))
  })

  test('passes over a file that is deleted at the moment in which it moves', async () => {
    const ids = await fill(serverWith(inFolder()), 3)
    const deleting: ObjectStore = {
      ...inFolder(),
      async get(name) {
        await toBucket().files.delete(ids[1] ?? '')
        return inFolder().get(name)
      },
    }
    const server = serverWith(inBucket(), deleting)
    const id = await server.start()
    await server.runs.work({ runId: id })
    expect(await server.migration.get(id)).toMatchObject({
      state: 'done',
      done: 2,
      skipped: 0,
      total: 2,
      totalBytes: textOf(0).length + textOf(2).length,
      outcome: { unmoved: [] },
    })
    expect(await listOf(inBucket())).toHaveLength(2)
    expect(logLines.filter((line) => JSON.parse(line).alert === 'damaged')).toEqual([])
  })

  test('never disturbs a reader, even one who opens a file at the moment in which it moves', async () => {
    const [id = ''] = await fill(serverWith(inFolder()), 1)
    const mover = toBucket()
    let isMoved = false
    const slow: ObjectStore = {
      ...inFolder(),
      async get(name) {
        if (!isMoved) {
          isMoved = true
          await mover.runs.work({ runId: await mover.start() })
        }
        return inFolder().get(name)
      },
    }
    expect(await read(serverWith(inBucket(), slow), id)).toBe(textOf(0))
    expect(await filesInFolder()).toEqual([])
  })
})
