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

/** What yauzl reads a zip file through. */
export const zipReader = (file: SpooledFile): RandomAccessReader => new Reader(file)

/** Bytes in memory, read as an upload is. */
export const bufferFile = (bytes: Buffer): SpooledFile => ({
  size: bytes.length,
  read: (at, length) => bytes.subarray(at, at + length),
  *windows(start = 0, end = bytes.length) {
    yield bytes.subarray(start, end)
  },
})
