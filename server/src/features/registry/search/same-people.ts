import { maxSamePeople } from '@portal/contract'
import type { Caller } from '#platform/session/caller.ts'
import type { createRegistrySearch, FoundRecord } from './search.service.ts'
import type { RegistryFilters } from './search-plan.ts'

/** What is known of a person who calls. */
export interface CallerClues {
  readonly words?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
}

/**
 * The people who have one of the clues; those with most reasons come first. Each clue is a search of its own, since a person may
 * have changed the telephone number or be named otherwise.
 */
export async function findSamePeople(
  search: ReturnType<typeof createRegistrySearch>,
  { words, email, phone }: CallerClues,
  caller: Caller,
): Promise<FoundRecord[]> {
  const clues: readonly RegistryFilters[] = [
    ...(phone ? [{ phone }] : []),
    ...(email ? [{ email }] : []),
    ...(words ? [{ words }] : []),
  ]
  const pages = await Promise.all(
    clues.map((filters) => search('person', { from: 1, to: maxSamePeople, filters }, caller)),
  )
  if (clues.length === 0) caller.audit.record('person', [])
  const found = new Map<number, FoundRecord>()
  for (const row of pages.flatMap((page) => page.rows)) {
    const reasons = found.get(row.id)?.reasons ?? []
    found.set(row.id, { ...row, reasons: [...new Set([...reasons, ...row.reasons])] })
  }
  return [...found.values()].sort((one, other) => other.reasons.length - one.reasons.length).slice(0, maxSamePeople)
}
