import { tooBusy, tooMany } from './app-error.ts'

export interface ConcurrencyLimits {
  /** Tasks that run at the same time, of all clients together. */
  readonly atOnce: number
  /** Further tasks that may wait in the queue; none by default. */
  readonly waiting?: number
  /** Tasks of one client that run at the same time, while its others wait; by default as many as run at all. */
  readonly atOncePerClient?: number
  /** Tasks of one client, running and waiting together. */
  readonly perClient: number
  /** Reserves the last `places` of `atOnce` for clients with fewer than `perClient` tasks. */
  readonly reserve?: { readonly places: number; readonly perClient: number }
}

const retrySeconds = 5

/**
 * Limits how many tasks run at the same time. Waiting tasks start in rotation by client (such as a network), so that a
 * client with hundreds of tasks delays only itself. Throws 429 when the client has used up its own share and 503 when the
 * queue is full, both with `Retry-After`.
 */
export function createConcurrencyLimit(limits: ConcurrencyLimits) {
  const { atOnce, waiting = 0, atOncePerClient = atOnce, perClient, reserve } = limits
  /** Running and waiting tasks. */
  const tasks = createCounts()
  const running = createCounts()
  const queues = new Map<string, (() => void)[]>()
  let queued = 0

  const mayStart = (client: string) => running.total() < atOnce && running.of(client) < atOncePerClient

  function admit(client: string) {
    const own = tasks.of(client)
    if (own >= perClient) throw tooMany(retrySeconds)
    if (reserve && running.total() >= atOnce - reserve.places && own >= reserve.perClient) throw tooMany(retrySeconds)
    if (!mayStart(client) && queued >= waiting) throw tooBusy(retrySeconds)
    tasks.add(client, 1)
  }

  function waitForTurn(client: string, deadline: AbortSignal | undefined): Promise<void> {
    queued += 1
    return new Promise((resolve, reject) => {
      const proceed = () => {
        deadline?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        leaveQueue(client, proceed)
        reject(tooBusy(retrySeconds))
      }
      deadline?.addEventListener('abort', giveUp)
      queues.set(client, [...(queues.get(client) ?? []), proceed])
    })
  }

  function leaveQueue(client: string, proceed: () => void) {
    queued -= 1
    tasks.add(client, -1)
    const others = queues.get(client)?.filter((other) => other !== proceed) ?? []
    if (others.length > 0) queues.set(client, others)
    else queues.delete(client)
  }

  /** Gives the free place to the next client that may start a task, and moves that client to the end of the rotation. */
  function startNext() {
    for (const [client, [next, ...others]] of queues) {
      if (!mayStart(client)) continue
      queues.delete(client)
      if (others.length > 0) queues.set(client, others)
      queued -= 1
      running.add(client, 1)
      next?.()
      return
    }
  }

  function release(client: string) {
    running.add(client, -1)
    tasks.add(client, -1)
    startNext()
  }

  /** Runs a task when its turn comes; throws 503 where the deadline comes first. */
  return async <T>(client: string, task: () => Promise<T>, deadline?: AbortSignal): Promise<T> => {
    admit(client)
    if (mayStart(client)) running.add(client, 1)
    else await waitForTurn(client, deadline)
    try {
      return await task()
    } finally {
      release(client)
    }
  }
}

/** Counts by client, and of all. */
function createCounts() {
  const counts = new Map<string, number>()
  let total = 0
  return {
    of: (client: string) => counts.get(client) ?? 0,
    total: () => total,
    add(client: string, change: 1 | -1) {
      const count = (counts.get(client) ?? 0) + change
      if (count > 0) counts.set(client, count)
      else counts.delete(client)
      total += change
    },
  }
}
