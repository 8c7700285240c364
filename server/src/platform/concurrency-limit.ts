import { tooBusy, tooMany } from './app-error.ts'

export interface ConcurrencyLimits {
  /** Tasks that run at the same time, of all clients together. */
  readonly atOnce: number
  /** Further tasks that may wait in the queue; none by default. */
  readonly waiting?: number
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
export function createConcurrencyLimit({ atOnce, waiting = 0, perClient, reserve }: ConcurrencyLimits) {
  /** Number of running and waiting tasks, by client. */
  const tasksByClient = new Map<string, number>()
  const queues = new Map<string, (() => void)[]>()
  let running = 0
  let queued = 0

  function admit(client: string) {
    const own = tasksByClient.get(client) ?? 0
    if (own >= perClient) throw tooMany(retrySeconds)
    if (reserve && running >= atOnce - reserve.places && own >= reserve.perClient) throw tooMany(retrySeconds)
    if (running >= atOnce && queued >= waiting) throw tooBusy(retrySeconds)
    tasksByClient.set(client, own + 1)
  }

  function waitForTurn(client: string, deadline: AbortSignal | undefined): Promise<void> {
    queued += 1
    return new Promise((resolve, reject) => {
      const start = () => {
        deadline?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        leaveQueue(client, start)
        reject(tooBusy(retrySeconds))
      }
      deadline?.addEventListener('abort', giveUp)
      queues.set(client, [...(queues.get(client) ?? []), start])
    })
  }

  function leaveQueue(client: string, start: () => void) {
    queued -= 1
    forget(client)
    const others = queues.get(client)?.filter((other) => other !== start) ?? []
    if (others.length > 0) queues.set(client, others)
    else queues.delete(client)
  }

  /** Passes the free place to the next client and moves that client to the end of the rotation. */
  function startNext() {
    const [next] = queues
    if (!next) {
      running -= 1
      return
    }
    const [client, [start, ...others]] = next
    queues.delete(client)
    if (others.length > 0) queues.set(client, others)
    queued -= 1
    start?.()
  }

  function forget(client: string) {
    const remaining = (tasksByClient.get(client) ?? 1) - 1
    if (remaining > 0) tasksByClient.set(client, remaining)
    else tasksByClient.delete(client)
  }

  /** Runs a task when its turn comes; throws 503 where the deadline comes first. */
  return async <T>(client: string, task: () => Promise<T>, deadline?: AbortSignal): Promise<T> => {
    admit(client)
    if (running < atOnce) running += 1
    else await waitForTurn(client, deadline)
    try {
      return await task()
    } finally {
      forget(client)
      startNext()
    }
  }
}
