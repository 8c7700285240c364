import { limits, type MatchReason } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import type { RankedTerms } from '#platform/protection/names/ranked-terms.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { KindOfRecord } from '../registry.kinds.ts'
import { exactBranches, looseBranches, nearBranch, type TokenGroups, variedBranches } from './branches.ts'
import { createNameMatch } from './match-name.ts'
import { type Candidate, listCandidates } from './search.store.ts'

/** How many records a search of the index reads, of those that match exactly, and of others. */
export const maxExact = 100
const maxCandidates = 200
/** With so many matches as typed or in another script, which fill a page, others are not searched. */
const enough = limits.page.rows
/** If no record matches so well, those are compared too of which a word does not match, or only the other values. */
const goodScore = 0.7
/** Records that match so much worse than the best are left out. */
const maxDistance = 0.35

export interface RankedRecord {
  readonly id: number
  readonly score: number
  readonly reasons: readonly MatchReason[]
}

interface NameQuery {
  readonly names: string
  /** The tokens of its words. */
  readonly words: readonly RankedTerms[]
  /** The tokens of other values, which every record has. */
  readonly groups: TokenGroups
}

/** Records that cannot be decrypted come last. */
const noMatch = { score: 0, reasons: [] }

const scored = (candidates: readonly Candidate[], matchName: ReturnType<typeof createNameMatch>): RankedRecord[] =>
  candidates.flatMap(({ id, names }) => {
    const match = names ? matchName(names) : noMatch
    return match ? [{ id, ...match }] : []
  })

/** The records whose names match a query, the best first: from few records of the index, compared one by one. */
export async function rankByName(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  kind: KindOfRecord,
  { names, words, groups }: NameQuery,
): Promise<RankedRecord[]> {
  const list = async (branches: readonly TokenGroups[], most = maxCandidates) => {
    const possible = branches
      .map((branch) => [...branch, ...groups])
      .filter((branch) => branch.length > 0 && branch.every(({ length }) => length > 0))
    return possible.length === 0 ? [] : listCandidates(db, vault, kind, { branches: possible, most })
  }
  const matchName = createNameMatch(names)
  const ranked = scored(await list(exactBranches(words), maxExact), matchName)
  if (ranked.length < enough) {
    const near = await list([nearBranch(words)])
    const isComplete = near.length < maxCandidates
    ranked.push(...scored(isComplete ? near : [...near, ...(await list(variedBranches(words)))], matchName))
  }
  if (ranked.every(({ score }) => score < goodScore))
    ranked.push(...scored(await list(looseBranches(words)), createNameMatch(names, true)))
  return inOrder(ranked)
}

/** The best first, of equal ones the newest; without those that match much worse than the best. */
function inOrder(ranked: readonly RankedRecord[]): RankedRecord[] {
  const all = [...new Map(ranked.map((row) => [row.id, row])).values()]
  const sorted = all.sort((one, other) => other.score - one.score || other.id - one.id)
  const least = (sorted[0]?.score ?? 0) - maxDistance
  return sorted.filter(({ score }) => score >= least || score === 0)
}
