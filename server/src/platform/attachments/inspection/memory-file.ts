import type { SpooledFile } from '../spool.ts'

/** Reads bytes in memory like an upload. */
export const memoryFile = (bytes: Buffer): SpooledFile => ({
  size: bytes.length,
  read: (at, length) => bytes.subarray(at, at + length),
  *windows(start = 0, end = bytes.length) {
    yield bytes.subarray(start, end)
  },
})
