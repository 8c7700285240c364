import { Readable } from 'node:stream'
import { AppError } from '../app-error.ts'

export interface StoredObject {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date
}

/**
 * Store of sealed files. A name consists of letters, digits, `-`, `_` and `.`, and starts with two letters or digits. Every
 * failure except a missing object throws `StoreAwayError`; errors of the source of `put` are rethrown unchanged.
 */
export interface ObjectStore {
  /** `folder`, or the address of a bucket without its keys: the row of each file names its store. */
  readonly name: string
  /** Stores a stream completely or not at all; returns the number of bytes. */
  put(name: string, source: AsyncIterable<Uint8Array>): Promise<number>
  /** Returns the bytes; throws `MissingFileError`. */
  get(name: string): Promise<Readable>
  /** Deletes an object; a missing one is ignored. */
  delete(name: string): Promise<void>
  /** Lists every object, and leftovers of interrupted `put` calls under names that `delete` accepts. */
  list(): AsyncIterable<StoredObject>
}

/** The object is not in the store. */
export class MissingFileError extends AppError {
  readonly storedName: string
  constructor(storedName: string) {
    super('not_found')
    this.storedName = storedName
    this.name = 'MissingFileError'
    this.message = `The store has no object ${storedName}.`
  }
}

/** The store does not answer, refuses, or is full: 503, may be retried. */
export class StoreAwayError extends AppError {
  constructor(cause: unknown) {
    super('unavailable', { headers: { 'retry-after': '5' } })
    this.name = 'StoreAwayError'
    this.message = `The file store is away: ${cause instanceof Error ? cause.message : cause}`
    this.cause = cause
  }
}

const namePattern = /^[a-z0-9]{2}[\w.-]*$/i

export const isObjectName = (name: string) => namePattern.test(name)

/** Awaits an operation of the store and turns each error into a `StoreAwayError`. */
export async function fromStore<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new StoreAwayError(error)
  }
}

/** Transforms the chunks of a stream. Destroying the result destroys the source at once, even if it stalls. */
export function transformStream(
  source: Readable,
  step: (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>,
): Readable {
  const chunks = step(source)
  // An error before the first read is reported to the first reader.
  source.on('error', () => {})
  const result = new Readable({
    read() {
      chunks.next().then(
        ({ done, value }) => result.push(done ? null : value),
        (error) => result.destroy(error),
      )
    },
    destroy(error, done) {
      source.destroy()
      done(error)
    },
  })
  return result
}

/** The bytes of an object; errors while reading are those of the store. */
export const objectBytes = (source: Readable) =>
  transformStream(source, async function* (chunks) {
    try {
      yield* chunks
    } catch (error) {
      throw new StoreAwayError(error)
    }
  })
