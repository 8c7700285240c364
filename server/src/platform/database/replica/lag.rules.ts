/** A position in the log of changes of the leader (an LSN, in bytes), at an instant of this process in milliseconds. */
export interface Sample {
  readonly at: number
  readonly position: number
}

/** The positions of the leader over the last seconds, oldest first; those of an earlier leader are of no use. */
export function withSample(samples: readonly Sample[], sample: Sample, keptMs: number): readonly Sample[] {
  const last = samples.at(-1)
  if (last && sample.position < last.position) return [sample]
  // The newest of those that are older than that stays: a replica must have reached it.
  const from = samples.findLastIndex(({ at }) => at <= sample.at - keptMs)
  return [...samples.slice(Math.max(0, from)), sample]
}

/** The milliseconds by which a replica at this position is behind; undefined where it is further behind than any sample. */
export function lagOf(samples: readonly Sample[], position: number, now: number): number | undefined {
  const index = samples.findLastIndex((sample) => sample.position <= position)
  const reached = samples[index]
  if (!reached) return undefined
  return index === samples.length - 1 ? 0 : now - reached.at
}
