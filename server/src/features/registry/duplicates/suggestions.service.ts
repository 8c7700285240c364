import {
  can,
  type Page,
  type RegistryKind,
  reportCode,
  type SuggestionRow,
  type SuggestionSource,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { RegistryNeeds } from '../registry-needs.ts'
import { describeRecords } from './duplicates.service.ts'
import {
  holdSuggestion,
  listOpenSuggestions,
  markDifferent,
  type ReadScope,
  type StoredSuggestion,
} from './suggestions.store.ts'

const scopeOf = ({ readableCases }: RegistryNeeds, user: SessionUser): ReadScope => ({
  cases: readableCases(user),
  hasAssociations: can('register', user.selectedRole),
})

const recordOf = ({ personId, organisationId }: StoredSuggestion): { kind: RegistryKind; id: number } =>
  personId === null ? { kind: 'organisation', id: organisationId ?? 0 } : { kind: 'person', id: personId }

/** Records what a user reads or changes: the records, with the cases or associations for which they are suggested. */
function recordAccess(audit: AuditRecorder, rows: readonly StoredSuggestion[], changed: readonly string[] = []) {
  const idsOf = (column: 'personId' | 'organisationId' | 'caseId' | 'associationId') => [
    ...new Set(rows.flatMap((row) => row[column] ?? [])),
  ]
  // The action is one of people, also where there are none.
  audit.record('person', idsOf('personId'), changed)
  const others = { organisation: 'organisationId', case: 'caseId', association: 'associationId' } as const
  for (const [kind, column] of Object.entries(others))
    if (idsOf(column).length > 0) audit.record(kind as keyof typeof others, idsOf(column), changed)
}

type SuggestionRequest = PageQuery<{
  source?: SuggestionSource | undefined
  caseId?: number | undefined
}>

async function listSuggestionsOf(
  needs: RegistryNeeds,
  request: SuggestionRequest,
  { user, audit }: Caller,
): Promise<Page<SuggestionRow>> {
  const page = await listOpenSuggestions(needs.db, request, { ...scopeOf(needs, user), ...request.filters })
  recordAccess(audit, page.rows)
  const describe = await describeRecords(needs, page.rows.map(recordOf))
  const present = (row: StoredSuggestion): SuggestionRow => {
    const { id, source, weight, foundAt, protocolYear, protocolNumber } = row
    const code = reportCode(needs.productTag, protocolYear ?? 0, protocolNumber ?? 0)
    return {
      id,
      source,
      weight,
      foundAt,
      kind: recordOf(row).kind,
      record: describe(recordOf(row)),
      sourceId: row.caseId ?? row.associationId ?? 0,
      sourceName: row.associationName ?? code,
    }
  }
  return { ...page, rows: page.rows.map(present) }
}

/** Records that may be those of reporters, victims and associations: the list of them, and what somebody decided. */
export const createSuggestions = (needs: RegistryNeeds) => ({
  list: (request: SuggestionRequest, caller: Caller): Promise<Page<SuggestionRow>> =>
    listSuggestionsOf(needs, request, caller),

  /** Notes that a record is of somebody else; 404 where somebody has decided, or the user may not read the case. */
  reject: (id: number, { user, audit }: Caller): Promise<{ id: number }> =>
    needs.inTransaction(audit, async (tx) => {
      const suggestion = await holdSuggestion(tx, scopeOf(needs, user), id)
      if (!suggestion) throw new AppError('not_found')
      recordAccess(audit, [suggestion], ['suggestions'])
      await markDifferent(tx, id, user.id, needs.clock.now())
      return { id }
    }),
})
