/** A pseudorandom generator of numbers in [0, 1), deterministic by seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A value and its relative frequency. */
export type Weighted<T> = readonly [weight: number, value: T]

export type Draws = ReturnType<typeof drawsFrom>

/** Random choices, deterministic by seed. */
export function drawsFrom(seed: number) {
  const random = randomFrom(seed)
  /** A whole number from 0 to n − 1. */
  const below = (n: number) => Math.floor(random() * n)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T
  const chance = (share: number) => random() < share
  return {
    random,
    below,
    pick,
    chance,
    /** A whole number from `least` to `most`. */
    between: (least: number, most: number) => least + below(most - least + 1),
    maybe: <T>(share: number, make: () => T): T | undefined => (chance(share) ? make() : undefined),
    weighted<T>(table: readonly Weighted<T>[]): T {
      let rest = random() * table.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of table) {
        rest -= weight
        if (rest < 0) return value
      }
      return (table.at(-1) as Weighted<T>)[1]
    },
  }
}
