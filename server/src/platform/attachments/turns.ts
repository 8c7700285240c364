import { tooMany } from '../http/api-platform.ts'
import { Problem } from '../problem.ts'

/** Lets so much work of each sharer be done at once; refuses what goes beyond, for the moment. */
export function createShares(each: number) {
  const busy = new Map<string, number>()
  return async <T>(sharer: string, work: () => Promise<T>): Promise<T> => {
    const own = busy.get(sharer) ?? 0
    if (own >= each) throw tooMany(5)
    busy.set(sharer, own + 1)
    try {
      return await work()
    } finally {
      const left = (busy.get(sharer) ?? 1) - 1
      if (left > 0) busy.set(sharer, left)
      else busy.delete(sharer)
    }
  }
}

/** Lets so much work be done at once, and so much more wait for its turn; refuses what goes beyond, for the moment. */
export function createTurns(atOnce: number, waitingAtMost: number) {
  const waiting: (() => void)[] = []
  let busy = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= atOnce && waiting.length >= waitingAtMost)
      throw new Problem('unavailable', { headers: { 'retry-after': '5' } })
    if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
