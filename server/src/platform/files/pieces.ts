interface Piece {
  /** Overwritten by the next piece, so it must be used before that. */
  readonly bytes: Buffer
  readonly isLast: boolean
}

/**
 * Cuts a stream into pieces of `size` bytes, the first of `first` bytes, independent of its chunks. Only the last piece may
 * be shorter; it is empty only if the whole stream is. Uses the memory of one piece.
 */
export async function* piecesOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
  first: number = size,
): AsyncGenerator<Piece, void, undefined> {
  const piece = Buffer.allocUnsafe(Math.max(size, first))
  let limit = first
  let filled = 0
  for await (const chunk of source) {
    for (let read = 0; read < chunk.length; ) {
      // Yielded only now: more bytes follow, so it is not the last piece.
      if (filled === limit) {
        yield { bytes: piece.subarray(0, limit), isLast: false }
        limit = size
        filled = 0
      }
      const count = Math.min(limit - filled, chunk.length - read)
      piece.set(chunk.subarray(read, read + count), filled)
      filled += count
      read += count
    }
  }
  yield { bytes: piece.subarray(0, filled), isLast: true }
}
