import { limits, type MatchReason, type Page, type RegistryKind } from '@portal/contract'
import { invalidInput } from '#platform/app-error.ts'
import { idsOf } from '#platform/audit/audit-recorder.ts'
import { cutPage } from '#platform/database/list.ts'
import { answerPage, type PageQuery, readPage } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { type KindOfRecord, kindsOfRecord } from '../registry.kinds.ts'
import type { StoredRecord } from '../registry.store.ts'
import { firstBranches, looseBranches, nearBranch, type TokenGroups } from './branches.ts'
import { createNameMatch } from './match-name.ts'
import { countWith, listById, listCandidates, listRecords, newestFirst } from './search.store.ts'
import { type Condition, planOf, type RegistryFilters } from './search-plan.ts'

/** The number of cases linked to each record, within the user's scope. */
export type CountLinkedCases = (
  kind: RegistryKind,
  ids: readonly number[],
  user: SessionUser,
) => Promise<Map<number, number>>

export interface FoundRecord extends StoredRecord {
  readonly cases: number
  /** Why the record was found; empty without filters. */
  readonly reasons: readonly MatchReason[]
}

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly countLinkedCases: CountLinkedCases
}

/** How many records of one kind of match are compared with the query. */
const maxCandidates = 200
/** With fewer records that differ in one word, those that differ in every word are compared too. */
const enough = 50
/** If no record matches so well, those are compared too of which a word does not match, or only the other values. */
const goodScore = 0.7
/** Records that match so much worse than the best are left out. */
const maxDistance = 0.35

interface RankedRecord {
  readonly id: number
  readonly score: number
  readonly reasons: readonly MatchReason[]
}

/** The search of the registry (decisions §7): by the words of a name the best match first, otherwise the newest first. */
export function createRegistrySearch({ db, vault, countLinkedCases }: Needs) {
  /** The tokens of the conditions; reports each one that is too short. */
  function groupsOf(kind: KindOfRecord, conditions: readonly Condition[]): TokenGroups {
    const found = conditions.map(({ fields, text }) => vault.find(kind.sealed as never, fields as never[], text))
    const empty = conditions.filter((_, index) => found[index]?.length === 0)
    if (empty.length > 0) throw tooShort(empty.map(({ path }) => path))
    return found.flat()
  }

  async function rank(kind: KindOfRecord, names: string, groups: TokenGroups) {
    const words = vault.findRanked(kind.sealed, kind.names, names)
    if (words.length === 0) throw tooShort(['filtri.parole'])
    const read = async (branches: readonly TokenGroups[], matchName = createNameMatch(names)) => {
      const possible = branches
        .map((branch) => [...branch, ...groups])
        .filter((branch) => branch.length > 0 && branch.every(({ length }) => length > 0))
      if (possible.length === 0) return []
      const candidates = await listCandidates(db, vault, kind, { branches: possible, most: maxCandidates })
      return candidates.flatMap(({ id, names: known }): RankedRecord[] => {
        const match = known ? matchName(known) : { score: 0, reasons: [] }
        return match ? [{ id, ...match }] : []
      })
    }
    const ranked = await read(firstBranches(words))
    if (words.length > 1 && ranked.length < enough) ranked.push(...(await read([nearBranch(words)])))
    if (ranked.every(({ score }) => score < goodScore))
      ranked.push(...(await read(looseBranches(words), createNameMatch(names, true))))
    return inOrder(ranked)
  }

  async function findByWords(kind: KindOfRecord, request: PageQuery<unknown>, names: string, groups: TokenGroups) {
    const page = readPage(request, newestFirst.readKey)
    const ranked = await rank(kind, names, groups)
    const shown = cutPage(ranked, page)
    const records = await listById(db, vault, kind, idsOf(shown))
    const reasons = new Map(shown.map((row) => [row.id, row.reasons]))
    const rows = records.map((record) => ({ ...record, reasons: reasons.get(record.id) ?? [] }))
    const counted = { count: ranked.length, range: page.range }
    return {
      ...answerPage(rows, counted, { present: (row) => row, keyOf: newestFirst.keyOf }),
      ...(ranked.length >= maxCandidates && { countIsMore: true }),
    }
  }

  async function findByValues(kind: KindOfRecord, request: PageQuery<unknown>, groups: TokenGroups) {
    const most = request.isExact ? maxInteger : limits.page.exactCount + 1
    const count = groups.length === 0 ? undefined : await countWith(db, kind, groups, most)
    const page = await listRecords(db, request, { kind, groups, count, vault })
    return { ...page, rows: page.rows.map((row) => ({ ...row, reasons: [] as readonly MatchReason[] })) }
  }

  return async (
    name: RegistryKind,
    request: PageQuery<RegistryFilters>,
    { user, audit }: Caller,
  ): Promise<Page<FoundRecord>> => {
    const kind = kindsOfRecord[name]
    const { names, conditions } = planOf(kind, request.filters ?? {})
    const groups = groupsOf(kind, conditions)
    const page =
      names === '' ? await findByValues(kind, request, groups) : await findByWords(kind, request, names, groups)
    const ids = idsOf(page.rows)
    audit.record(name, ids)
    const caseCounts = await countLinkedCases(name, ids, user)
    const ofConditions = conditions.map(({ reason }) => reason)
    const present = (row: (typeof page.rows)[number]): FoundRecord => ({
      ...row,
      cases: caseCounts.get(row.id) ?? 0,
      reasons: [...new Set([...row.reasons, ...ofConditions])],
    })
    return { ...page, rows: page.rows.map(present) }
  }
}

const maxInteger = 2_147_483_647

const tooShort = (paths: readonly string[]) =>
  invalidInput(paths.map((path) => ({ path, message: 'ricerca_troppo_corta' })))

/** The best first, of equal ones the newest; without those that match much worse than the best. */
function inOrder(ranked: readonly RankedRecord[]): RankedRecord[] {
  const all = [...new Map(ranked.map((row) => [row.id, row])).values()]
  const sorted = all.sort((one, other) => other.score - one.score || other.id - one.id)
  const least = (sorted[0]?.score ?? 0) - maxDistance
  return sorted.filter(({ score }) => score >= least || score === 0)
}
