import { Readable } from 'node:stream'
import { Problem } from '../problem.ts'

export interface StoredObject {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date
}

/**
 * Where sealed files lie. A name is of letters, digits, `-`, `_` and `.`, and begins with two letters or digits. Anything but
 * an object that is not there is a `StoreAwayError`; what the source of `put` throws passes as it is.
 */
export interface ObjectStore {
  /** Keeps a stream whole or not at all; gives the number of its bytes. */
  put(name: string, source: AsyncIterable<Uint8Array>): Promise<number>
  /** The bytes; throws `MissingFileError`. */
  get(name: string): Promise<Readable>
  /** Deletes an object; one that is not there is no error. */
  delete(name: string): Promise<void>
  /** Every object, and what a `put` that was broken off left behind, under a name that `delete` takes. */
  list(): AsyncIterable<StoredObject>
}

/** The object is not in the store. */
export class MissingFileError extends Problem {
  constructor(storedName: string) {
    super('not_found')
    this.name = 'MissingFileError'
    this.message = `The store has no object ${storedName}.`
  }
}

/** The store does not answer, refuses, or is full: answered 503, worth another try. */
export class StoreAwayError extends Problem {
  constructor(cause: unknown) {
    super('unavailable', { headers: { 'retry-after': '5' } })
    this.name = 'StoreAwayError'
    this.message = `The file store is away: ${cause instanceof Error ? cause.message : cause}`
    this.cause = cause
  }
}

const namePattern = /^[a-z0-9]{2}[\w.-]*$/i

export const isObjectName = (name: string) => namePattern.test(name)

/** Awaits work on the store; whatever fails there means that the store is away. */
export async function fromStore<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new StoreAwayError(error)
  }
}

/** A stream of what `step` makes of another's chunks. Destroying it destroys the other at once, even one that stalls. */
export function through(
  source: Readable,
  step: (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>,
): Readable {
  const chunks = step(source)
  // A fault that comes before anybody reads is met by the first who does.
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

/** The bytes of an object that was found; a fault while they come is the store's. */
export const bytesOf = (source: Readable) =>
  through(source, async function* (chunks) {
    try {
      yield* chunks
    } catch (error) {
      throw new StoreAwayError(error)
    }
  })
