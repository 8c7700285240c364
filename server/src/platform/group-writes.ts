import { OutcomeUnknownError } from './database/database-errors.ts'

interface Waiting<T, R> {
  readonly item: T
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/** A longer write would keep those waiting for long who come after it. */
const mostAtOnce = 100

/**
 * Writes the items of concurrent callers together: while one write runs, the others wait and are the next one. Nobody waits when
 * nothing runs. `write` returns a result for each item. Where a common write fails each caller's item is written alone, so that
 * nobody fails for the item of another; not so where nobody knows whether it was carried out.
 */
export function groupWrites<T, R>(write: (items: readonly T[]) => Promise<readonly R[]>) {
  const waiting: Waiting<T, R>[] = []
  let isWriting = false

  async function writeGroup(group: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await write(group.map(({ item }) => item))
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R)
    } catch (error) {
      const isDone = group.length === 1 || error instanceof OutcomeUnknownError
      await Promise.all(group.map((one) => (isDone ? one.reject(error) : writeGroup([one]))))
    }
  }

  async function writeWaiting(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      await writeGroup(waiting.splice(0, mostAtOnce))
    }
    isWriting = false
  }

  return (item: T): Promise<R> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWriting) void writeWaiting()
    })
}

/** Reads one thing for concurrent callers: each gets an answer that was asked for after it came. */
export function groupReads<R>(read: () => Promise<R>): () => Promise<R> {
  const one = groupWrites<undefined, R>(async (callers) => {
    const result = await read()
    return callers.map(() => result)
  })
  return () => one(undefined)
}
