import { tooBusy, tooMany } from './problem.ts'

export interface ConcurrencyLimits {
  /** Tasks that run at the same time, of all sharers together. */
  readonly atOnce: number
  /** Further tasks that may wait in the queue; none by default. */
  readonly waiting?: number
  /** Tasks of one sharer, running and waiting together. */
  readonly ofSharer: number
  /** Reserves the last `places` of `atOnce` for sharers with fewer than `ofSharer` tasks. */
  readonly reserve?: { readonly places: number; readonly ofSharer: number }
}

const retrySeconds = 5

/**
 * Limits how many tasks run at the same time. Waiting tasks start in rotation by sharer (such as a network), so that a
 * sharer with hundreds of tasks delays only itself. Throws 429 when the sharer has used up its own share and 503 when the
 * queue is full, both with `Retry-After`.
 */
export function createConcurrencyLimit({ atOnce, waiting = 0, ofSharer, reserve }: ConcurrencyLimits) {
  /** Number of running and waiting tasks, by sharer. */
  const tasksBySharer = new Map<string, number>()
  const queues = new Map<string, (() => void)[]>()
  let running = 0
  let queued = 0

  function admit(sharer: string) {
    const own = tasksBySharer.get(sharer) ?? 0
    if (own >= ofSharer) throw tooMany(retrySeconds)
    if (reserve && running >= atOnce - reserve.places && own >= reserve.ofSharer) throw tooMany(retrySeconds)
    if (running >= atOnce && queued >= waiting) throw tooBusy(retrySeconds)
    tasksBySharer.set(sharer, own + 1)
  }

  function waitForTurn(sharer: string): Promise<void> {
    queued += 1
    return new Promise((resolve) => {
      queues.set(sharer, [...(queues.get(sharer) ?? []), resolve])
    })
  }

  /** Passes the free place to the next sharer and moves that sharer to the end of the rotation. */
  function startNext() {
    const [next] = queues
    if (!next) {
      running -= 1
      return
    }
    const [sharer, [start, ...others]] = next
    queues.delete(sharer)
    if (others.length > 0) queues.set(sharer, others)
    queued -= 1
    start?.()
  }

  function release(sharer: string) {
    const remaining = (tasksBySharer.get(sharer) ?? 1) - 1
    if (remaining > 0) tasksBySharer.set(sharer, remaining)
    else tasksBySharer.delete(sharer)
    startNext()
  }

  return async <T>(sharer: string, work: () => Promise<T>): Promise<T> => {
    admit(sharer)
    if (running < atOnce) running += 1
    else await waitForTurn(sharer)
    try {
      return await work()
    } finally {
      release(sharer)
    }
  }
}
