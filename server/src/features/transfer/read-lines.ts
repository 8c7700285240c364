import { constants, createReadStream } from 'node:fs'

/** A line of a file, without its end. */
export interface Line {
  /** From 1. */
  readonly row: number
  /** Undefined for a line that is longer than allowed. */
  readonly bytes: Buffer | undefined
  /** Where the next line begins, in bytes. */
  readonly end: number
}

/** Longest line, in bytes: a narrative of the greatest length in letters of four bytes, escaped, and the other fields. */
const longestLine = 4 * 2 ** 20
const newLine = 0x0a

/** Opens no symbolic link. */
export const plainFile = constants.O_RDONLY | constants.O_NOFOLLOW

/** Where reading goes on. */
export interface LinePosition {
  readonly row: number
  readonly offset: number
}

/** Reads the bytes of a file from a position on, and follows no symbolic link. */
export const readPlain = (path: string, start = 0) =>
  // The types know the flags of streams as texts alone.
  createReadStream(path, { start, flags: plainFile as unknown as string })

/** Reads the lines of a file from a position on. Nothing longer than a line and a chunk is in memory; `watch` sees all bytes. */
export async function* readLines(
  path: string,
  { row: before, offset }: LinePosition = { row: 0, offset: 0 },
  watch: (chunk: Buffer) => void = () => {},
): AsyncGenerator<Line> {
  let row = before
  let end = offset
  let parts: Buffer[] = []
  let length = 0
  const finish = (): Line => {
    const bytes = length > longestLine ? undefined : Buffer.concat(parts)
    parts = []
    length = 0
    row += 1
    return { row, bytes, end }
  }
  for await (const chunk of readPlain(path, offset) as AsyncIterable<Buffer>) {
    watch(chunk)
    let from = 0
    for (let at = chunk.indexOf(newLine); at >= 0; at = chunk.indexOf(newLine, from)) {
      end += at + 1 - from
      length += at - from
      if (length <= longestLine) parts.push(chunk.subarray(from, at))
      yield finish()
      from = at + 1
    }
    end += chunk.length - from
    length += chunk.length - from
    // What is too long is not collected.
    if (length <= longestLine) parts.push(chunk.subarray(from))
    else parts = []
  }
  if (length > 0) yield finish()
}

/** Groups of so many items, or of fewer that are so large together. */
export async function* inGroups<T>(
  items: AsyncIterable<T>,
  most: { readonly items: number; readonly size: number },
  sizeOf: (item: T) => number,
): AsyncGenerator<T[]> {
  let group: T[] = []
  let size = 0
  for await (const item of items) {
    group.push(item)
    size += sizeOf(item)
    if (group.length < most.items && size < most.size) continue
    yield group
    group = []
    size = 0
  }
  if (group.length > 0) yield group
}

/** Maps items in order; works on `ahead` more of them than the caller has taken. */
export async function* mapAhead<T, R>(
  items: AsyncIterable<T>,
  ahead: number,
  map: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting: Promise<R>[] = []
  for await (const item of items) {
    const result = map(item)
    // The caller sees the error when it takes the result, if it still does.
    result.catch(() => {})
    waiting.push(result)
    if (waiting.length > ahead) yield (await waiting.shift()) as R
  }
  for (const result of waiting) yield await result
}
