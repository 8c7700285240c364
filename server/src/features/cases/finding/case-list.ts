import type { CaseFilters, RegistryKind, SearchedList, SearchedView } from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import { findByKeys } from '#platform/record/source-keys.store.ts'
import type { Reader } from '#platform/session/caller.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { latenessDates } from '../case-terms.rules.ts'
import { type CaseScope, listScope, narrowed, ownPartOf, statusesOf } from '../cases.rules.ts'
import { readScopeOf } from '../record/case-reading.ts'
import type { CaseQuery } from './case-filters.ts'
import { searchTokens } from './search-tokens.ts'

/** A list of cases: one of the views (0 by default), for view 9 with its registry record, and filters. */
export interface CaseList extends SearchedList {
  readonly filters?: CaseFilters | undefined
}

/** A list as the database reads it, as plain data: the cases that it may have, and what they must meet. */
export interface PreparedList {
  readonly scope: CaseScope
  readonly query: CaseQuery
}

/** The lists that are filtered by operator (specification 2 §2): the other lists hold only the user's own or unassigned cases. */
const viewsWithOperator: readonly SearchedView[] = ['all', 'everywhere']

function scopeOfView(view: SearchedView, user: Reader): CaseScope {
  if (view === 'registry' || view === 'everywhere') return readScopeOf(user)
  const scope = listScope(view, user.selectedRole, user.id)
  if (!scope) throw new AppError('not_allowed')
  return scope
}

/** The registry record of view 9; throws 400 where it lacks one, or another view has one. */
function recordOf({ view, personId, organisationId }: CaseList): { kind: RegistryKind; id: number } | undefined {
  const id = organisationId ?? personId
  if (view === 'registry' && id === undefined)
    throw invalidInput([{ path: 'id_persona_fisica', message: 'campo_obbligatorio' }])
  if (view !== 'registry' && id !== undefined) throw invalidInput([{ path: 'vista', message: 'valore_non_valido' }])
  return id === undefined ? undefined : { kind: organisationId === undefined ? 'person' : 'organisation', id }
}

/** The cases that had one of the numbers of a filter as their key in the system that they came from. */
async function listKeyed({ db, vault }: CaseNeeds, { protocolNumbers = [] }: CaseFilters): Promise<number[]> {
  const typed = protocolNumbers.map((text) => text.trim()).filter((text) => text !== '')
  if (typed.length === 0) return []
  const keys = [...new Set([...typed, ...typed.map((text) => text.toUpperCase())])]
  return [...(await findByKeys(db, vault, 'case', keys)).values()]
}

/** Prepares a list for its reader. Throws 403 where they may not open it, 400 for a search text that is too short. */
export async function prepareList(needs: CaseNeeds, list: CaseList, user: Reader): Promise<PreparedList> {
  const { vault, clock, office, terms } = needs
  const { view = 'all', filters = {} } = list
  const record = recordOf(list)
  const whole = scopeOfView(view, user)
  const { scope, statuses } = narrowed(filters.isOwn ? ownPartOf(whole, user.id) : whole, filters.statuses ?? [])
  const operators = viewsWithOperator.includes(view) && filters.user
  const named = operators ? await needs.operatorsLike(operators) : undefined
  const query = {
    filters: { ...filters, statuses: [...statuses] },
    statuses: statuses.length > 0 ? statuses : statusesOf(scope),
    tokens: searchTokens(vault, filters),
    operatorIds: filters.isOwn ? [user.id].filter((id) => named?.includes(id) ?? true) : named,
    late: latenessDates(terms, todayOf(clock)),
    keyedIds: await listKeyed(needs, filters),
    tag: office.productTag,
    record,
  }
  return { scope, query }
}
