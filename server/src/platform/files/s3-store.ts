import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { S3mini, S3ServiceError, type UploadPart } from 's3mini'
import { fromStore, MissingFileError, type ObjectStore, objectBytes, StoreAwayError } from './object-store.ts'
import { bucketFormat, parseBucket } from './parse-bucket.ts'
import { piecesOf } from './pieces.ts'

interface Options {
  /** Milliseconds until the first byte of an answer. */
  readonly timeoutMs?: number
  /** Bytes that are sent at a time and held in memory; S3 requires 5 MiB except for the last part. */
  readonly partBytes?: number
}

/** Objects in a bucket of S3 or a compatible service, at `https://key:secret@host/bucket?region=…`. */
export function s3Store(url: string, { timeoutMs = 30_000, partBytes = 8 * 1024 * 1024 }: Options = {}): ObjectStore {
  const bucket = parseBucket(url)
  if (!bucket) throw new Error(`The address of the file store must be ${bucketFormat}.`)
  const s3 = new S3mini({ ...bucket, fetch: fetchWithTimeout(timeoutMs) })
  return {
    name: bucket.endpoint,
    async put(name, source) {
      let size = 0
      let upload: Upload | undefined
      try {
        for await (const { bytes, isLast } of piecesOf(source, partBytes)) {
          size += bytes.length
          if (isLast && !upload) await fromStore(s3.putObject(name, bytes))
          else {
            upload ??= { id: await fromStore(s3.getMultipartUploadId(name)), parts: [] }
            upload.parts.push(await fromStore(s3.uploadPart(name, upload.id, bytes, upload.parts.length + 1)))
          }
        }
        if (upload) await fromStore(complete(s3, name, upload))
        return size
      } catch (error) {
        if (upload) await s3.abortMultipartUpload(name, upload.id).catch(() => {})
        throw error
      }
    },
    async get(name) {
      try {
        const { body } = await s3.getObjectRaw(name)
        return objectBytes(body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]))
      } catch (error) {
        throw isMissing(error) ? new MissingFileError(name) : new StoreAwayError(error)
      }
    },
    async delete(name) {
      try {
        await s3.deleteObject(name)
      } catch (error) {
        if (!isMissing(error)) throw new StoreAwayError(error)
      }
    },
    async *list() {
      let next: string | undefined
      do {
        const page = await fromStore(s3.listObjectsPaged('/', '', 1000, next))
        if (!page?.objects) throw new StoreAwayError('there is no such bucket')
        for (const { Key, Size, LastModified } of page.objects)
          yield { name: Key, size: Size, modifiedAt: LastModified }
        next = page.nextContinuationToken
      } while (next)
    },
  }
}

interface Upload {
  readonly id: string
  readonly parts: UploadPart[]
}

// A timeout of the whole call would interrupt long downloads.
const fetchWithTimeout =
  (timeoutMs: number): typeof fetch =>
  async (input, init) => {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    try {
      return await fetch(input, { ...init, signal: controller.signal })
    } finally {
      clearTimeout(timer)
    }
  }

/** Completes an upload. S3 may report a failure here with status 200. */
async function complete(s3: S3mini, name: string, { id, parts }: Upload): Promise<void> {
  const { etag } = await s3.completeMultipartUpload(name, id, parts)
  if (!etag) throw new Error('the store did not complete the upload')
}

const isMissing = (error: unknown) =>
  error instanceof S3ServiceError && error.status === 404 && !error.body?.includes('NoSuchBucket')
