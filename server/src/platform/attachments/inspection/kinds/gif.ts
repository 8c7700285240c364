import type { SpooledFile } from '../../spool.ts'

const windowBytes = 64 * 1024

/** Reads a file forward byte by byte, in windows. */
function createCursor(file: SpooledFile) {
  let window: Buffer = Buffer.alloc(0)
  let start = 0
  let at = 0
  return {
    skip(bytes: number) {
      at += bytes
    },
    /** The next byte; undefined at the end. */
    byte(): number | undefined {
      if (at < start || at >= start + window.length) {
        start = at
        window = file.read(at, windowBytes)
      }
      return window[at++ - start]
    },
  }
}

type Cursor = ReturnType<typeof createCursor>

function skipBlocks(cursor: Cursor): boolean {
  for (;;) {
    const size = cursor.byte()
    if (size === undefined) return false
    if (size === 0) return true
    cursor.skip(size)
  }
}

const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/**
 * Whether a file is a complete GIF up to its last block (GIF89a). A file that only starts like one may be a script, because
 * `GIF89a` is also a valid variable name.
 */
export function isWholeGif(file: SpooledFile): boolean {
  const cursor = createCursor(file)
  cursor.skip(10)
  cursor.skip(2 + tableBytes(cursor.byte() ?? 0))
  let images = 0
  for (;;) {
    const kind = cursor.byte()
    if (kind === 0x3b) return images > 0
    if (kind === 0x21) cursor.skip(1)
    else if (kind === 0x2c) {
      images += 1
      cursor.skip(8)
      cursor.skip(tableBytes(cursor.byte() ?? 0) + 1)
    } else return false
    if (!skipBlocks(cursor)) return false
  }
}
