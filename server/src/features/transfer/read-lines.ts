import { createReadStream } from 'node:fs'

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

/** Where reading goes on. */
export interface LinePosition {
  readonly row: number
  readonly offset: number
}

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
  for await (const chunk of createReadStream(path, { start: offset }) as AsyncIterable<Buffer>) {
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

/** Groups of at most `size` items. */
export async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
