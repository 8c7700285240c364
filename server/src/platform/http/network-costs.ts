import { createHmac, randomBytes } from 'node:crypto'
import { tooMany } from '../app-error.ts'
import type { Clock } from '../clock.ts'

/** Networks whose costs are counted; with more of them all counts are deleted. */
const countedNetworks = 10_000
/** How much of a minute's costs a network may have at once. */
const burstShare = 5
/** When a refusal is sent. */
const answerAfterMs = 500

/**
 * Counts what the calls of a network cost, in the memory of the node, where a count in the database would cost as much as the call. A
 * network may spend `perMinute` evenly, and a fifth of it at once; beyond, throws 429 with the seconds until the cost is covered.
 * Networks have a keyed hash, whose key ends with the process.
 */
export function createNetworkCosts({ clock, perMinute }: { readonly clock: Clock; readonly perMinute: number }) {
  const key = randomBytes(32)
  const perMillisecond = perMinute / 60_000
  const most = perMinute / burstShare
  /** For each network the instant at which everything that it spent is covered. */
  const coveredAt = new Map<string, number>()
  return function spend(network: string, cost: number): void {
    const now = clock.now().getTime()
    const hash = createHmac('sha256', key).update(network).digest('base64url').slice(0, 22)
    const open = Math.max(0, (coveredAt.get(hash) ?? now) - now) * perMillisecond
    if (open + cost > most)
      throw tooMany(Math.max(1, Math.ceil((open + cost - most) / perMillisecond / 1000)), answerAfterMs)
    if (coveredAt.size >= countedNetworks) coveredAt.clear()
    coveredAt.set(hash, now + (open + cost) / perMillisecond)
  }
}
