interface Piece {
  /** Overwritten by the next piece: to be used up before it is asked for. */
  readonly bytes: Buffer
  readonly isLast: boolean
}

/**
 * Cuts a stream into pieces of `size` bytes, the first of `first`, whatever chunks it comes in. Only the last piece may be
 * shorter; it is empty only where the whole stream is. Memory: one piece.
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
      // Given out only now: more bytes came, so it is not the last.
      if (filled === limit) {
        yield { bytes: piece.subarray(0, limit), isLast: false }
        limit = size
        filled = 0
      }
      const taken = Math.min(limit - filled, chunk.length - read)
      piece.set(chunk.subarray(read, read + taken), filled)
      filled += taken
      read += taken
    }
  }
  yield { bytes: piece.subarray(0, filled), isLast: true }
}
