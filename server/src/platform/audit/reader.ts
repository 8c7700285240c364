/** Reads rows one by one and fetches them in batches, in constant memory. */
export interface Reader<T> {
  peek(): Promise<T | undefined>
  take(): Promise<T | undefined>
}

/** `load` returns the rows after the last one. After an empty batch it is called again, because the table may grow. */
export function readerOf<T>(load: (last: T | undefined) => Promise<readonly T[]>): Reader<T> {
  let batch: readonly T[] = []
  let next = 0
  const peek = async () => {
    if (next >= batch.length) {
      const rows = await load(batch.at(-1))
      // After an empty load the last row remains the position of the next load.
      if (rows.length === 0) return undefined
      batch = rows
      next = 0
    }
    return batch[next]
  }
  return {
    peek,
    async take() {
      const row = await peek()
      if (row !== undefined) next += 1
      return row
    },
  }
}
