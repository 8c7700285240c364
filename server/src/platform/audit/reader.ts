/** Reads rows one after the other while it fetches them in batches: the memory needed does not grow with the table. */
export interface Reader<T> {
  peek(): Promise<T | undefined>
  take(): Promise<T | undefined>
}

/** `load` gives the rows after the last one. Where there were none left it is asked again: the table may grow meanwhile. */
export function readerOf<T>(load: (last: T | undefined) => Promise<readonly T[]>): Reader<T> {
  let batch: readonly T[] = []
  let next = 0
  const peek = async () => {
    if (next >= batch.length) {
      const rows = await load(batch.at(-1))
      // The last row of the old batch stays where nothing came after it: it is where the next look begins.
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
