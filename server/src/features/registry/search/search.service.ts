import type { MatchReason, Page, RegistryKind } from '@portal/contract'
import { invalidInput } from '#platform/app-error.ts'
import { idsOf } from '#platform/audit/audit-recorder.ts'
import { cutPage } from '#platform/database/list.ts'
import { answerPage, type PageQuery, readPage } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Caller, Reader } from '#platform/session/caller.ts'
import { type KindOfRecord, kindsOfRecord } from '../registry.kinds.ts'
import { anyTable, type StoredRecord } from '../registry.store.ts'
import type { TokenGroups } from './branches.ts'
import { maxExact, type RankedRecord, rankByName } from './rank.ts'
import { countWith, listById, listRecords, newestFirst } from './search.store.ts'
import { type Condition, planOf, type RegistryFilters } from './search-plan.ts'

/** The number of cases linked to each record, within the user's scope. */
export type CountLinkedCases = (
  kind: RegistryKind,
  ids: readonly number[],
  user: Reader,
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

/** The search of the registry (decisions §7): by the words of a name the best match first, otherwise the newest first. */
export function createRegistrySearch({ db, vault, countLinkedCases }: Needs) {
  async function findByWords(kind: KindOfRecord, request: PageQuery<unknown>, names: string, groups: TokenGroups) {
    const page = readPage(request, newestFirst.readKey)
    const ranked = await rankByWords({ db, vault }, kind, names, groups)
    const shown = cutPage(ranked, page)
    const records = await listById(db, vault, kind, idsOf(shown))
    const reasons = new Map(shown.map((row) => [row.id, row.reasons]))
    const rows = records.map((record) => ({ ...record, reasons: reasons.get(record.id) ?? [] }))
    const counted = { count: ranked.length, range: page.range }
    return {
      ...answerPage(rows, counted, { present: (row) => row, keyOf: newestFirst.keyOf }),
      ...(ranked.length >= maxExact && { countIsMore: true }),
    }
  }

  async function findByValues(kind: KindOfRecord, request: PageQuery<unknown>, groups: TokenGroups) {
    const count = groups.length === 0 ? undefined : await countWith(db, kind, groups, request.isExact === true)
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
    const groups = groupsOf(vault, kind, conditions)
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

/** The tokens of the conditions; reports each one that is too short. */
export function groupsOf(vault: Vault, kind: KindOfRecord, conditions: readonly Condition[]): TokenGroups {
  const found = conditions.map(({ fields, text }) => vault.find<Record<string, unknown>>(anyTable(kind), fields, text))
  const empty = conditions.filter((_, index) => found[index]?.length === 0)
  if (empty.length > 0) throw tooShort(empty.map(({ path }) => path))
  return found.flat()
}

/** The records whose names match the words, the best first. */
export function rankByWords(
  needs: Pick<Needs, 'db' | 'vault'>,
  kind: KindOfRecord,
  names: string,
  groups: TokenGroups,
): Promise<RankedRecord[]> {
  const words = needs.vault.findRanked(kind.sealed, kind.names, names)
  if (words.length === 0) throw tooShort(['filtri.parole'])
  return rankByName(needs, kind, { names, words, groups })
}

const tooShort = (paths: readonly string[]) =>
  invalidInput(paths.map((path) => ({ path, message: 'ricerca_troppo_corta' })))
