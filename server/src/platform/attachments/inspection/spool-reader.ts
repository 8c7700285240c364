import { Readable } from 'node:stream'
import yauzl, { type RandomAccessReader } from 'yauzl'
import type { Spool } from '../spool.ts'

class Reader extends yauzl.RandomAccessReader {
  readonly #stream: (start: number, end: number) => Readable

  constructor(stream: (start: number, end: number) => Readable) {
    super()
    this.#stream = stream
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#stream(start, end)
  }
}

/** What yauzl reads a zip file through. */
export const spoolReader = (source: Spool | Buffer): RandomAccessReader =>
  new Reader((start, end) =>
    Readable.from(Buffer.isBuffer(source) ? [source.subarray(start, end)] : source.stream(start, end)),
  )
