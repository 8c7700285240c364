import { createHmac, randomBytes } from 'node:crypto'
import { tooMany } from '../app-error.ts'
import type { Clock } from '../clock.ts'

/** Networks whose costs of the minute are counted; beyond, counting begins again. */
const countedNetworks = 10_000

/**
 * Counts what calls of a network cost in a minute, in the memory of the node, where a count in the database would cost as much as the
 * call. Throws 429 beyond `perMinute`. Networks have a keyed hash, whose key ends with the process.
 */
export function createNetworkCosts({ clock, perMinute }: { readonly clock: Clock; readonly perMinute: number }) {
  const key = randomBytes(32)
  const spent = new Map<string, number>()
  let minute = 0
  return function spend(network: string, cost: number): void {
    const now = clock.now().getTime()
    const current = Math.floor(now / 60_000)
    if (current !== minute || spent.size >= countedNetworks) spent.clear()
    minute = current
    const hash = createHmac('sha256', key).update(network).digest('base64url').slice(0, 22)
    const total = (spent.get(hash) ?? 0) + cost
    if (total > perMinute) throw tooMany(Math.ceil(((current + 1) * 60_000 - now) / 1000))
    spent.set(hash, total)
  }
}
