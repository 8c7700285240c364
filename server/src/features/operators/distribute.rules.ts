import type { CaseStatus } from '@portal/contract'

/** An open case that is handed over. */
export interface MovedCase {
  readonly id: number
  readonly status: CaseStatus
}

/** A recipient: how many open cases they have, and which statuses they may work on. */
export interface CaseRecipient {
  readonly id: number
  readonly load: number
  readonly canTake: (status: CaseStatus) => boolean
}

/**
 * Shares cases among recipients, so that each goes to the one with the fewest open cases then; those that fewest may take come first.
 * Returns the ids for each recipient, or undefined where nobody may take a case.
 */
export function distributeByLoad(
  cases: readonly MovedCase[],
  recipients: readonly CaseRecipient[],
): ReadonlyMap<number, readonly number[]> | undefined {
  const shares = new Map<number, number[]>(recipients.map(({ id }) => [id, []]))
  const loadOf = ({ id, load }: CaseRecipient) => load + (shares.get(id)?.length ?? 0)
  const choices = cases.map(({ id, status }) => ({ id, able: recipients.filter(({ canTake }) => canTake(status)) }))
  for (const { id, able } of choices.toSorted(
    (one, other) => one.able.length - other.able.length || one.id - other.id,
  )) {
    const [first, ...others] = able
    if (!first) return undefined
    const least = others.reduce((best, one) => (loadOf(one) < loadOf(best) ? one : best), first)
    shares.get(least.id)?.push(id)
  }
  return shares
}
