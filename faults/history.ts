/** What a client knows of a write: the answer said so, the answer said that nothing was done, or there was no such answer. */
export type Outcome = 'done' | 'denied' | 'unknown'

/** One act of a client, which it may have sent several times under one key. */
export interface Act {
  readonly kind: string
  /** What only this act writes: a key, a text. */
  readonly mark: string
  readonly outcome: Outcome
  /** What the answer says of the record, and what the client knows of it. */
  readonly record: Readonly<Record<string, unknown>>
  /** The id of the request that was acknowledged, which its audit entry has. */
  readonly requestId?: string | undefined
}

/** One call and its answer. */
interface Answered {
  readonly kind: string
  readonly at: number
  readonly ms: number
  /** HTTP status; 0 for a call that was cut off. */
  readonly status: number
  readonly isWrite: boolean
  /** Status and stable word of an answer that no client expects. */
  readonly wrong: string | undefined
}

export type History = ReturnType<typeof createHistory>

/** The history of all calls and acts, which the clients write and the checker reads. */
export function createHistory() {
  const acts: Act[] = []
  const calls: Answered[] = []
  return {
    acts,
    calls,
    note: (act: Act) => void acts.push(act),
    answered: (call: Answered) => void calls.push(call),
    actsOf: (kind: string) => acts.filter((act) => act.kind === kind),
    /** Milliseconds of the longest time without an accepted write between two instants. */
    longestGap(from: number, to: number): number {
      const accepted = calls.filter((call) => call.isWrite && call.status === 200).map(({ at, ms }) => at + ms)
      const instants = [from, ...accepted.filter((at) => at >= from && at <= to).toSorted((a, b) => a - b), to]
      return Math.max(...instants.slice(1).map((at, index) => at - (instants[index] ?? at)))
    },
  }
}
