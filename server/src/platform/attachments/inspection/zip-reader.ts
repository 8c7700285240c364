import { Readable } from 'node:stream'
import yauzl, { type RandomAccessReader } from 'yauzl'
import type { SpooledFile } from '../spool.ts'

class Reader extends yauzl.RandomAccessReader {
  readonly #file: SpooledFile

  constructor(file: SpooledFile) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#file.windows(start, end))
  }
}

/** Lets yauzl read a zip file. */
export const zipReader = (file: SpooledFile): RandomAccessReader => new Reader(file)

/** Reads bytes in memory like an upload. */
export const bufferFile = (bytes: Buffer): SpooledFile => ({
  size: bytes.length,
  read: (at, length) => bytes.subarray(at, at + length),
  *windows(start = 0, end = bytes.length) {
    yield bytes.subarray(start, end)
  },
})
