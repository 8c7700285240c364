import { setTimeout as delay } from 'node:timers/promises'
import { type Fault, faults } from './faults.ts'

/** Numbers between 0 and 1 that a seed determines (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How long after the first fault of a pair the second one begins, at most. */
const apartMs = 15_000

/** Pairs of faults that a seed chooses, by their names: two at different things, the second one while the first is under way or after it. */
export function drawPairs(count: number, seed: number): Readonly<Record<string, Fault>> {
  const random = randomFrom(seed)
  const single = Object.entries<Fault>(faults).filter(([, { to }]) => to !== undefined)
  const pick = <T>(among: readonly T[]) => among[Math.floor(random() * among.length)] as T
  const draw = (): [string, Fault] => {
    const [firstName, first] = pick(single)
    const [secondName, second] = pick(single.filter(([, { to }]) => to !== first.to))
    const apart = Math.round(random() * apartMs)
    const pair: Fault = {
      cutsCalls: Boolean(first.cutsCalls || second.cutsCalls),
      run: async (all) => void (await Promise.all([first.run(all), delay(apart).then(() => second.run(all))])),
    }
    return [`${firstName}, and ${(apart / 1000).toFixed(1)} s later ${secondName}`, pair]
  }
  return Object.fromEntries(Array.from({ length: count }, draw))
}
