import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BucketServer, startBucketServer } from '../../../test/bucket-server.ts'
import { folderStore } from './folder-store.ts'
import { MissingFileError, type ObjectStore, objectBytes, StoreAwayError } from './object-store.ts'
import { s3Store } from './s3-store.ts'

const megabyte = 1024 * 1024
const partBytes = 5 * megabyte
let root: string
let s3: BucketServer
let bucket: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portale-files-'))
  s3 = await startBucketServer(root)
  bucket = s3.url
})
afterAll(async () => {
  await s3.stop()
  await rm(root, { recursive: true })
})

const bytesFrom = (bytes: Buffer, size = 50_000) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
  )

const read = async (store: ObjectStore, name: string) => buffer(await store.get(name))

async function listOf(store: ObjectStore) {
  const objects = []
  for await (const object of store.list()) objects.push(object)
  return objects
}

const breakingOff = async function* (bytes: Buffer) {
  yield bytes
  throw new Error('the sender went away')
}

describe.each([
  ['a folder', () => folderStore(join(root, 'files'))],
  ['S3', () => s3Store(bucket, { partBytes })],
])('%s', (_kind, open) => {
  let store: ObjectStore
  beforeAll(() => {
    store = open()
  })
  afterEach(async () => {
    for (const { name } of await listOf(store)) await store.delete(name)
  })

  test('is empty at first', async () => {
    expect(await listOf(store)).toEqual([])
  })

  test.each([0, 1, 65_557, partBytes - 1, partBytes, partBytes + 1, 12 * megabyte])(
    'gives %i bytes back as they were',
    async (size) => {
      const bytes = randomBytes(size)
      expect(await store.put('ab12', bytesFrom(bytes))).toBe(size)
      expect((await read(store, 'ab12')).equals(bytes)).toBe(true)
    },
  )

  test('lists what it has: name, size, time', async () => {
    const began = Date.now()
    await store.put('ab12', bytesFrom(Buffer.from('uno')))
    await store.put('ab34', bytesFrom(Buffer.from('quattro')))
    await store.put('cd56', bytesFrom(Buffer.from('sei')))
    const objects = await listOf(store)
    expect(objects.map(({ name, size }) => [name, size])).toEqual([
      ['ab12', 3],
      ['ab34', 7],
      ['cd56', 3],
    ])
    for (const { modifiedAt } of objects) {
      expect(modifiedAt.getTime()).toBeGreaterThan(began - 2000)
      expect(modifiedAt.getTime()).toBeLessThan(Date.now() + 2000)
    }
  })

  test('deletes an object, and ignores a missing one', async () => {
    await store.put('ab12', bytesFrom(Buffer.from('uno')))
    await store.delete('ab12')
    await store.delete('ab12')
    expect(await listOf(store)).toEqual([])
  })

  test('names the missing object', async () => {
    const missing = store.get('ab99')
    await expect(missing).rejects.toThrow(MissingFileError)
    await expect(missing).rejects.toThrow('ab99')
  })

  test.each([10, 6 * megabyte])('keeps nothing of a stream that breaks off after %i bytes', async (size) => {
    await expect(store.put('ab12', breakingOff(randomBytes(size)))).rejects.toThrow('the sender went away')
    expect(await listOf(store)).toEqual([])
    await expect(store.get('ab12')).rejects.toThrow(MissingFileError)
  })

  test('keeps an object while writing a new one of its name fails', async () => {
    await store.put('ab12', bytesFrom(Buffer.from('uno')))
    await expect(store.put('ab12', breakingOff(Buffer.from('due')))).rejects.toThrow('the sender went away')
    expect((await read(store, 'ab12')).toString()).toBe('uno')
  })

  test('lets a reader stop before the end', async () => {
    await store.put('ab12', bytesFrom(randomBytes(3 * megabyte)))
    const stream = await store.get('ab12')
    await once(stream, 'readable')
    stream.destroy()
    await once(stream, 'close')
    expect((await read(store, 'ab12')).length).toBe(3 * megabyte)
  })

  test('stores many at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${10 + index}x`)
    await Promise.all(names.map((name) => store.put(name, bytesFrom(Buffer.from(name)))))
    const texts = await Promise.all(names.map(async (name) => (await read(store, name)).toString()))
    expect(texts).toEqual(names)
  })
})

describe('a folder store', () => {
  let folder: string
  beforeAll(async () => {
    folder = join(root, 'other')
    await folderStore(folder).put('ab12', bytesFrom(Buffer.from('uno')))
  })

  test('shards by the first two letters, readable only by its own account', async () => {
    expect(await readdir(folder, { recursive: true })).toEqual(['ab', 'ab/ab12'])
    const modes = await Promise.all(
      ['', 'ab', 'ab/ab12'].map(async (path) => (await stat(join(folder, path))).mode & 0o777),
    )
    expect(modes).toEqual([0o700, 0o700, 0o600])
  })

  test('lists what a crash left of a put, so that the sweep can delete it', async () => {
    await writeFile(join(folder, 'ab', 'ab34.00c0ffee.part'), 'qua')
    await utimes(join(folder, 'ab', 'ab34.00c0ffee.part'), new Date(0), new Date(0))
    const store = folderStore(folder)
    expect(await listOf(store)).toMatchObject([
      { name: 'ab12' },
      { name: 'ab34.00c0ffee.part', size: 3, modifiedAt: new Date(0) },
    ])
    await expect(store.get('ab34')).rejects.toThrow(MissingFileError)
    await store.delete('ab34.00c0ffee.part')
    expect(await readdir(join(folder, 'ab'))).toEqual(['ab12'])
  })

  test('skips files that it did not write', async () => {
    const mixed = join(root, 'mixed')
    const store = folderStore(mixed)
    await store.put('ab12', bytesFrom(Buffer.from('uno')))
    await writeFile(join(mixed, 'README'), 'who put this here')
    await writeFile(join(mixed, 'ab', 'cd12'), 'in the wrong shard')
    expect(await listOf(store)).toMatchObject([{ name: 'ab12' }])
  })

  test.each(['../ab12', 'a', '', '..', '...', 'ab/../cd', '.ab'])('refuses the name "%s"', async (name) => {
    const store = folderStore(folder)
    await expect(store.put(name, bytesFrom(Buffer.from('x')))).rejects.toThrow(/is not the name of an object/)
    await expect(store.delete(name)).rejects.toThrow(/is not the name of an object/)
  })

  test('that cannot be created is unreachable', async () => {
    await writeFile(join(root, 'a-file'), '')
    const store = folderStore(join(root, 'a-file', 'files'))
    await expect(store.put('ab12', bytesFrom(Buffer.from('x')))).rejects.toThrow(StoreAwayError)
    await expect(store.get('ab12')).rejects.toThrow(StoreAwayError)
  })
})

describe('an S3 store', () => {
  const servers: Server[] = []
  const serverThat = async (listener: RequestListener) => {
    const server = createServer(listener).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return `http://key:secret@127.0.0.1:${(server.address() as AddressInfo).port}/bucket`
  }
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  const expectAway = async (store: ObjectStore) => {
    await expect(store.put('ab12', bytesFrom(Buffer.from('uno')))).rejects.toThrow(StoreAwayError)
    await expect(store.put('ab12', bytesFrom(randomBytes(11 * megabyte)))).rejects.toThrow(StoreAwayError)
    await expect(store.get('ab12')).rejects.toThrow(StoreAwayError)
    await expect(store.delete('ab12')).rejects.toThrow(StoreAwayError)
    await expect(listOf(store)).rejects.toThrow(StoreAwayError)
  }

  test('that nobody serves is unreachable: 503, may be retried', async () => {
    await expectAway(s3Store('http://key:secret@127.0.0.1:1/bucket'))
    const away = await s3Store('http://key:secret@127.0.0.1:1/bucket')
      .get('ab12')
      .catch((error) => error)
    expect(away).toMatchObject({ status: 503, details: { headers: { 'retry-after': '5' } } })
    expect(String(away)).not.toContain('secret')
  })

  test.each([
    [500, 'InternalError'],
    [503, 'SlowDown'],
    [403, 'AccessDenied'],
  ])('that answers %i is unreachable', async (status, code) => {
    const url = await serverThat((request, response) => {
      request.resume().on('end', () => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`))
    })
    await expectAway(s3Store(url))
  })

  test('that accepts the call and never answers is unreachable after its timeout', async () => {
    const url = await serverThat((request) => request.resume())
    await expectAway(s3Store(url, { timeoutMs: 50 }))
  })

  test('without its bucket, or with an unknown key, is unreachable', async () => {
    await expectAway(s3Store(bucket.replace('/bucket?', '/nowhere?')))
    await expectAway(s3Store(bucket.replace('S3RVER:S3RVER', 'stranger:S3RVER')))
  })

  test('that disappears in the middle of an object aborts the stream', async () => {
    let goAway = () => {}
    const url = await serverThat((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('a beginning')
      goAway = () => void response.destroy()
    })
    const stream = await s3Store(url).get('ab12')
    goAway()
    await expect(buffer(stream)).rejects.toThrow(StoreAwayError)
  })

  test('that reports a failure with status 200 has not stored the object', async () => {
    const answers: Record<string, string> = {
      uploads: '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>',
      uploadId: '<Error><Code>InternalError</Code></Error>',
    }
    const calls: string[] = []
    const url = await serverThat((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://bucket')
      calls.push(`${request.method} ${[...searchParams.keys()].sort()}`)
      const key = Object.keys(answers).find((name) => searchParams.has(name) && request.method === 'POST')
      request.resume().on('end', () => response.setHeader('etag', '"1"').end(key && answers[key]))
    })
    await expect(s3Store(url).put('ab12', bytesFrom(randomBytes(9 * megabyte)))).rejects.toThrow(StoreAwayError)
    expect(calls).toEqual([
      'POST uploads',
      'PUT partNumber,uploadId',
      'PUT partNumber,uploadId',
      'POST uploadId',
      'DELETE uploadId',
    ])
  })

  // S3rver's own pages need a cipher (DES) that Node no longer has.
  test('is listed page by page', async () => {
    const pages: Record<string, string> = {
      first: '<Contents><Key>ab12</Key><Size>3</Size></Contents><Contents><Key>ab34</Key><Size>4</Size></Contents>',
      'second page=': '<Contents><Key>cd56</Key><Size>5</Size></Contents>',
    }
    const url = await serverThat((request, response) => {
      const token = new URL(request.url ?? '', 'http://bucket').searchParams.get('continuation-token') ?? 'first'
      const more = token === 'first' ? '<NextContinuationToken>second page=</NextContinuationToken>' : ''
      const isTruncated = `<IsTruncated>${more !== ''}</IsTruncated>`
      response.end(`<ListBucketResult>${pages[token]}${isTruncated}${more}</ListBucketResult>`)
    })
    expect((await listOf(s3Store(url))).map(({ name, size }) => [name, size])).toEqual([
      ['ab12', 3],
      ['ab34', 4],
      ['cd56', 5],
    ])
  })

  test.each([
    'https://host/bucket',
    'https://key@host/bucket',
    'https://key:secret@host',
    'https://key:secret@host/bucket/folder',
    'https://key:100%@host/bucket',
    's3://key:secret@host/bucket',
    'a folder',
  ])('is not created from %s', (url) => {
    expect(() => s3Store(url)).toThrow(/^The address of the file store must be/)
  })

  test('accepts keys with characters that an address escapes', async () => {
    let authorization = ''
    const url = await serverThat((request, response) => {
      authorization = request.headers.authorization ?? ''
      response.end('x')
    })
    await read(s3Store(url.replace('key:secret', 'k%2Fey:sec%3Aret').concat('?region=eu-south-1')), 'ab12')
    expect(authorization).toMatch(/Credential=k\/ey\/\d{8}\/eu-south-1\/s3\/aws4_request/)
  })
})

test('a reader who stops a stalled stream ends it at once', async () => {
  const stalled = new Readable({ read() {} })
  const stream = objectBytes(stalled)
  stalled.push('a beginning')
  await once(stream, 'readable')
  stream.destroy()
  await once(stream, 'close')
  expect(stalled.destroyed).toBe(true)
})
