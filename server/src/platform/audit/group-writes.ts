interface Waiting<T> {
  readonly items: readonly T[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes the items of concurrent callers together: while one write runs, the others wait and are the next one. Nobody waits when
 * nothing runs. Where a common write fails each caller's items are written alone, so that nobody fails for the items of another.
 */
export function groupWrites<T>(write: (items: readonly T[]) => Promise<unknown>) {
  let waiting: Waiting<T>[] = []
  let isWriting = false

  async function writeGroup(group: readonly Waiting<T>[]): Promise<void> {
    try {
      await write(group.flatMap(({ items }) => items))
      for (const { resolve } of group) resolve()
    } catch (error) {
      if (group.length > 1) await Promise.all(group.map((one) => writeGroup([one])))
      else group[0]?.reject(error)
    }
  }

  async function writeWaiting(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await writeGroup(group)
    }
    isWriting = false
  }

  return (items: readonly T[]): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ items, resolve, reject })
      if (!isWriting) void writeWaiting()
    })
}
