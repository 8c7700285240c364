import { tooBusy, tooMany } from './problem.ts'

export interface ConcurrencyLimits {
  /** Pieces of work at the same time, of all sharers together. */
  readonly atOnce: number
  /** Pieces that wait for a turn beyond these; none by default. */
  readonly waiting?: number
  /** Pieces of one sharer, at work and waiting together. */
  readonly ofSharer: number
  /** The last `places` of `atOnce` are for sharers with fewer than `ofSharer` pieces. */
  readonly reserve?: { readonly places: number; readonly ofSharer: number }
}

const retrySeconds = 5

/**
 * Runs a limited number of pieces of work at the same time. Waiting pieces take turns by sharer (a network, say), so that
 * one that sends hundreds delays itself and not the others. Throws 429 where the sharer's own work fills its share, 503
 * where everybody's work fills the queue, both with `Retry-After`.
 */
export function createConcurrencyLimit({ atOnce, waiting = 0, ofSharer, reserve }: ConcurrencyLimits) {
  /** Work in progress and waiting, by sharer. */
  const pieces = new Map<string, number>()
  const queues = new Map<string, (() => void)[]>()
  let running = 0
  let queued = 0

  function admit(sharer: string) {
    const own = pieces.get(sharer) ?? 0
    if (own >= ofSharer) throw tooMany(retrySeconds)
    if (reserve && running >= atOnce - reserve.places && own >= reserve.ofSharer) throw tooMany(retrySeconds)
    if (running >= atOnce && queued >= waiting) throw tooBusy(retrySeconds)
    pieces.set(sharer, own + 1)
  }

  function waitForTurn(sharer: string): Promise<void> {
    queued += 1
    return new Promise((resolve) => {
      queues.set(sharer, [...(queues.get(sharer) ?? []), resolve])
    })
  }

  /** Gives the free place to the sharer whose turn it is, who then goes to the end of the line. */
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

  function leave(sharer: string) {
    const left = (pieces.get(sharer) ?? 1) - 1
    if (left > 0) pieces.set(sharer, left)
    else pieces.delete(sharer)
    startNext()
  }

  return async <T>(sharer: string, work: () => Promise<T>): Promise<T> => {
    admit(sharer)
    if (running < atOnce) running += 1
    else await waitForTurn(sharer)
    try {
      return await work()
    } finally {
      leave(sharer)
    }
  }
}
