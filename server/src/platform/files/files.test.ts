import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unaudited } from '#platform/database/transaction.ts'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { createLogger } from '../logger.ts'
import { DamagedError } from '../protection/vault.ts'
import { sealedFiles } from './files.store.ts'
import { createFiles, type Files } from './files.ts'
import { folderStore } from './folder-store.ts'
import type { NewFile } from './keep-file.ts'
import { MissingFileError, type ObjectStore, StoreAwayError } from './object-store.ts'
import { s3Store } from './s3-store.ts'
import { DamagedFileError } from './sealed-stream.ts'

const chunk = 64 * 1024
const name = 'certificato di Zenobia Quattrocchi.pdf'
const narrative = 'narrazione-riservata-8417 '
const plain = Buffer.alloc(2 * chunk + 500, narrative)
const upload: NewFile = { name, mediaType: 'application/pdf', purpose: 'upload', madeBy: null }
const hour = 60 * 60 * 1000

let dataDir: string
let folder: string
let portal: TestApp
let files: Files
const logLines: string[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portale-files-'))
  folder = join(dataDir, 'files')
  portal = await startTestApp({ env: { DATA_DIR: dataDir }, logLines })
  files = portal.services.files
})
afterAll(async () => {
  await portal.close()
  await rm(dataDir, { recursive: true })
})
afterEach(async () => {
  await portal.services.db.deleteFrom('files').execute()
  await rm(folder, { recursive: true, force: true })
  logLines.length = 0
})

const source = async function* (bytes: Buffer = plain) {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000)
}
const keep = (file: Partial<NewFile> = {}, bytes?: Buffer) => files.keep({ ...upload, ...file }, source(bytes))
const read = async (id: string) => buffer((await files.open(id)).stream)
const recordOf = async (id: string) => {
  const { record, stream } = await files.open(id)
  stream.destroy()
  return record
}

/** Paths of the objects on the disk. */
async function objects(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const rowOf = (id: string) =>
  portal.services.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function pathOf(id: string): Promise<string> {
  const { storedName } = await rowOf(id)
  return join(folder, storedName.slice(0, 2), storedName)
}

/** The same service with another store and the same log. */
const filesIn = (store: ObjectStore) =>
  createFiles({
    ...portal.services,
    stores: { target: store, others: [] },
    log: createLogger('info', { write: (line) => logLines.push(line) }),
  })

const away = s3Store('http://key:secret@127.0.0.1:1/bucket')

const alerts = () => logLines.map((line) => JSON.parse(line)).filter(({ alert }) => alert === 'damaged')

describe('a protected file', () => {
  test.each([0, 1, chunk, plain.length])('of %i bytes comes back as it was, with what is known of it', async (size) => {
    const madeBy = await portal.idOf('operatorOne')
    const stored = await keep({ madeBy }, plain.subarray(0, size))
    const { record, stream } = await files.open(stored.id)
    expect(record).toEqual(stored)
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...upload,
      madeBy,
      size,
      madeAt: portal.clock.now(),
      claimedAt: null,
    })
    expect((await buffer(stream)).equals(plain.subarray(0, size))).toBe(true)
  })

  test('leaves neither its bytes nor its name on the disk or in the database, in any encoding', async () => {
    await keep()
    await keep({ purpose: 'export' })
    const rows = await sql<{ row: string }>`select files::text as row from files`.execute(portal.services.db)
    const paths = await objects()
    expect(paths).toHaveLength(2)
    const stored = Buffer.concat([
      ...(await Promise.all(paths.map((path) => readFile(path)))),
      Buffer.from(paths.join('\n')),
      Buffer.from(rows.rows.map(({ row }) => row).join('\n')),
    ])
    const spellings = ['Zenobia Q', 'Quattrocchi', 'riservata-8417', 'certificato'].flatMap((text) => [
      text,
      Buffer.from(text, 'utf16le'),
      Buffer.from(text).toString('hex'),
      // A base64 of the whole contains one of these, at any offset of the text.
      ...[0, 1, 2].map((shift) => Buffer.from(text.slice(shift, shift + 6)).toString('base64')),
    ])
    expect(spellings.filter((spelling) => stored.includes(spelling))).toEqual([])
  })

  test('that does not exist is not found', async () => {
    await expect(files.open(randomUUID())).rejects.toMatchObject({ status: 404 })
  })

  test('keeps its bytes in the store when the keys rotate: only its key is sealed again', async () => {
    const { id } = await keep()
    const { db, vault } = portal.services
    const [before, path] = [await rowOf(id), await pathOf(id)]
    const bytes = await readFile(path)
    await vault.ring.add()
    const { columns } = await vault.reseal(sealedFiles, id, before)
    await db.updateTable('files').set(columns).where('id', '=', id).execute()
    const after = await rowOf(id)
    expect(after.keyId).toBeGreaterThan(before.keyId)
    expect(after.contentKey.equals(before.contentKey)).toBe(false)
    expect((await readFile(path)).equals(bytes)).toBe(true)
    const { record, stream } = await files.open(id)
    expect(record.name).toBe(name)
    expect((await buffer(stream)).equals(plain)).toBe(true)
  })

  test('is read through S3 and other stores alike', async () => {
    const elsewhere = folderStore(join(dataDir, 'elsewhere'))
    const { id } = await filesIn(elsewhere).keep(upload, source())
    expect((await buffer((await filesIn(elsewhere).open(id)).stream)).equals(plain)).toBe(true)
    await expect(files.open(id)).rejects.toThrow(MissingFileError)
  })
})

describe('a file that cannot be stored', () => {
  test('because the sender disconnected leaves nothing', async () => {
    const broken = async function* () {
      yield plain
      throw new Error('the sender went away')
    }
    await expect(files.keep(upload, broken())).rejects.toThrow('the sender went away')
    expect(await objects()).toEqual([])
    expect(await files.listExpired(new Date(8e15), 10)).toEqual([])
  })

  test('because the store is unreachable is answered 503 and leaves no row', async () => {
    await expect(filesIn(away).keep(upload, source())).rejects.toThrow(StoreAwayError)
    await expect(filesIn(away).keep(upload, source())).rejects.toMatchObject({ status: 503 })
    expect(await files.listExpired(new Date(8e15), 10)).toEqual([])
  })

  test('because the database refuses leaves bytes that the sweep deletes later', async () => {
    await expect(keep({ madeBy: 2_000_000_000 })).rejects.toThrow(/foreign key/)
    const [path = ''] = await objects()
    await utimes(path, new Date(hour), new Date(hour))
    expect(await files.sweep(new Date(hour))).toBe(0)
    expect(await files.sweep(new Date(hour + 1000))).toBe(1)
    expect(await objects()).toEqual([])
  })

  test('because a transaction is open is refused before a byte is stored', async () => {
    await expect(portal.services.inTransaction(unaudited, () => keep())).rejects.toThrow(/pass the transaction/)
    expect(await objects()).toEqual([])
  })
})

describe('a damaged file', () => {
  const flip = async (path: string, at: number) => {
    const bytes = await readFile(path)
    const place = at < 0 ? bytes.length + at : at
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
    await writeFile(path, bytes)
  }
  const cutAt = async (path: string, size: number) => writeFile(path, (await readFile(path)).subarray(0, size))
  const sealedChunk = chunk + 16

  test.each<[string, (path: string) => Promise<void>]>([
    ['with a bit of its header flipped', (path) => flip(path, 0)],
    ['with a bit of its first chunk flipped', (path) => flip(path, 100)],
    ['with its last bit flipped', (path) => flip(path, -1)],
    ['cut between two chunks', (path) => cutAt(path, 4 + sealedChunk)],
    ['cut to nothing', (path) => cutAt(path, 0)],
    [
      'with its chunks swapped',
      async (path) => {
        const bytes = await readFile(path)
        const [one, two, three] = [4, 4 + sealedChunk, 4 + 2 * sealedChunk]
        const parts = [
          bytes.subarray(0, one),
          bytes.subarray(two, three),
          bytes.subarray(one, two),
          bytes.subarray(three),
        ]
        await writeFile(path, Buffer.concat(parts))
      },
    ],
  ])('%s is reported by its id, never by its name, with an alert in the log', async (_error, tamper) => {
    const { id } = await keep()
    await tamper(await pathOf(id))
    const error = await read(id).catch((error) => error)
    expect(error).toBeInstanceOf(DamagedFileError)
    expect(error.message).toContain(id)
    expect(alerts()).toMatchObject([
      { level: 50, err: { name: 'DamagedFileError', message: expect.stringContaining(id) } },
    ])
    expect(logLines.join()).not.toMatch(/Zenobia|riservata/)
  })

  test('swapped with another one on the disk is refused, both of them', async () => {
    const [one, other] = [await keep(), await keep()]
    const [pathOfOne, pathOfOther] = [await pathOf(one.id), await pathOf(other.id)]
    await rename(pathOfOne, join(dataDir, 'aside'))
    await rename(pathOfOther, pathOfOne)
    await rename(join(dataDir, 'aside'), pathOfOther)
    await expect(read(one.id)).rejects.toThrow(DamagedFileError)
    await expect(read(other.id)).rejects.toThrow(DamagedFileError)
  })

  test('whose row has key and bytes of another row is refused', async () => {
    const [one, other] = [await keep(), await keep()]
    const { contentKey, keyId } = await rowOf(other.id)
    await portal.services.db.updateTable('files').set({ contentKey, keyId }).where('id', '=', one.id).execute()
    await expect(files.open(one.id)).rejects.toThrow(DamagedError)
    expect(alerts()).toHaveLength(1)
  })

  test('without its bytes is missing, with an alert in the log', async () => {
    const { id } = await keep()
    await rm(await pathOf(id))
    await expect(files.open(id)).rejects.toThrow(MissingFileError)
    expect(alerts()).toMatchObject([{ err: { name: 'MissingFileError' } }])
  })

  test('yields the bytes before the damage and no wrong byte', async () => {
    const { id } = await keep()
    await flip(await pathOf(id), 4 + sealedChunk + 10)
    const { stream } = await files.open(id)
    const got: Buffer[] = []
    await expect(
      (async () => {
        for await (const bytes of stream) got.push(bytes)
      })(),
    ).rejects.toThrow(DamagedFileError)
    expect(Buffer.concat(got).equals(plain.subarray(0, chunk))).toBe(true)
  })

  test('aborts the answer that contains it', async () => {
    const { id } = await keep()
    await flip(await pathOf(id), -1)
    const app = fastify()
    app.get('/', async (_request, reply) => reply.send((await files.open(id)).stream))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
    await app.close()
  })

  test('does not end the process where its reader ignores errors', async () => {
    const { id } = await keep()
    await flip(await pathOf(id), 0)
    const { stream } = await files.open(id)
    stream.resume()
    await new Promise((resolve) => stream.once('close', resolve))
    expect(alerts()).toHaveLength(1)
  })

  test('is not reported as an unreachable store', async () => {
    const { id } = await keep()
    await expect(filesIn(away).open(id)).rejects.toThrow(StoreAwayError)
    expect(alerts()).toEqual([])
  })
})

describe('an upload', () => {
  const claim = (id: string) => portal.services.inTransaction(unaudited, (tx) => files.claim(tx, id))

  test('is claimed once', async () => {
    const { id } = await keep()
    await claim(id)
    expect((await recordOf(id)).claimedAt).toEqual(portal.clock.now())
    await expect(claim(id)).rejects.toMatchObject({ status: 404 })
  })

  test('is claimed together with the record, or not at all', async () => {
    const { id } = await keep()
    const failing = portal.services.inTransaction(unaudited, async (tx) => {
      await files.claim(tx, id)
      throw new Error('the record is refused')
    })
    await expect(failing).rejects.toThrow('the record is refused')
    expect((await recordOf(id)).claimedAt).toBeNull()
  })

  test('is the only kind of file to be claimed: neither an export nor a missing file', async () => {
    const { id } = await keep({ purpose: 'export' })
    await expect(claim(id)).rejects.toMatchObject({ status: 404 })
    await expect(claim(randomUUID())).rejects.toMatchObject({ status: 404 })
  })

  test('that nobody claims expires, as exports do, oldest first', async () => {
    const first = await keep()
    portal.clock.advance(3600)
    const second = await keep({ purpose: 'export' })
    const claimed = await keep()
    await claim(claimed.id)
    portal.clock.advance(3600)
    const before = portal.clock.now()
    await keep()
    expect(await files.listExpired(before, 10)).toEqual([first.id, second.id])
    expect(await files.listExpired(before, 1)).toEqual([first.id])
  })

  test('that is claimed while it is about to expire remains', async () => {
    const { id, madeAt } = await keep()
    const later = new Date(madeAt.getTime() + 1)
    expect(await files.deleteExpired(id, madeAt)).toBe(false)
    await claim(id)
    expect(await files.deleteExpired(id, later)).toBe(false)
    expect((await read(id)).equals(plain)).toBe(true)
    const other = await keep()
    expect(await files.deleteExpired(other.id, later)).toBe(true)
    await expect(files.open(other.id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('deletion', () => {
  test('removes row and bytes, and says whether there was a file', async () => {
    const { id } = await keep()
    expect(await files.delete(id)).toBe(true)
    expect(await objects()).toEqual([])
    await expect(files.open(id)).rejects.toMatchObject({ status: 404 })
    expect(await files.delete(id)).toBe(false)
  })

  test('while the store is unreachable removes the key, and the sweep removes the bytes later', async () => {
    const { id } = await keep()
    expect(await filesIn(away).delete(id)).toBe(true)
    await expect(files.open(id)).rejects.toMatchObject({ status: 404 })
    expect(await objects()).toHaveLength(1)
    expect(await files.sweep(new Date(Date.now() + hour))).toBe(1)
    expect(await objects()).toEqual([])
  })

  test('by the sweep spares files, recent objects, and objects of another database', async () => {
    const stored = await keep()
    const path = await pathOf(stored.id)
    const young = await keep()
    await portal.services.db.deleteFrom('files').where('id', '=', young.id).execute()
    const foreign = `ab${'0'.repeat(30)}-0badcafe`
    await folderStore(folder).put(foreign, source())
    const leftover = `${path}.00c0ffee.part`
    await writeFile(leftover, randomBytes(100))
    const old = new Date(Date.now() - 48 * hour)
    for (const place of [path, leftover, join(folder, 'ab', foreign)]) await utimes(place, old, old)
    expect(await files.sweep(new Date(Date.now() - 24 * hour))).toBe(1)
    expect(await stat(leftover).catch((error) => error.code)).toBe('ENOENT')
    expect(await objects()).toHaveLength(3)
    expect((await read(stored.id)).equals(plain)).toBe(true)
  })

  test('by the sweep handles many objects', async () => {
    const names = Array.from({ length: 1100 }, () => randomBytes(16).toString('hex'))
    const mark = (await rowOf((await keep()).id)).storedName.slice(32)
    const store = folderStore(folder)
    for (let at = 0; at < names.length; at += 100)
      await Promise.all(names.slice(at, at + 100).map((random) => store.put(random + mark, source(Buffer.of(1)))))
    expect(await files.sweep(new Date(Date.now() + hour))).toBe(1100)
    expect(await objects()).toHaveLength(1)
  })

  test('by the sweep of an unreachable store is postponed', async () => {
    await expect(filesIn(away).sweep(new Date())).rejects.toThrow(StoreAwayError)
  })
})

test('names of objects end in one suffix per database, however many are written at once', async () => {
  await portal.services.db.deleteFrom('fileStoreMarks').execute()
  const stored = await Promise.all(Array.from({ length: 8 }, () => keep({}, Buffer.of(1))))
  const rows = await Promise.all(stored.map(({ id }) => rowOf(id)))
  expect(new Set(rows.map(({ storedName }) => storedName.slice(32))).size).toBe(1)
  expect(new Set(rows.map(({ storedName }) => storedName.slice(0, 32))).size).toBe(8)
  expect(rows[0]?.storedName).toMatch(/^[0-9a-f]{32}-[0-9a-f]{8}$/)
})
