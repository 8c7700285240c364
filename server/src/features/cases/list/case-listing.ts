import {
  type CaseFilters,
  type CaseRow,
  type OperatorFilter,
  type Page,
  pendingStatuses,
  type SearchedList,
  type SearchedView,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { type AuditRecorder, idsOf } from '#platform/audit/audit-recorder.ts'
import { todayOf } from '#platform/clock.ts'
import { listIds } from '#platform/database/list.ts'
import { answerPage, type PageQuery, readPage } from '#platform/database/page.ts'
import type { Caller, Reader } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { Selection } from '#platform/sheets/record-source.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { latenessDates } from '../case-terms.rules.ts'
import { type CaseScope, listScope, narrowed, statusesOf } from '../cases.rules.ts'
import { listCases, listOperatorsOf, openedFields } from '../cases.store.ts'
import { presentRow } from '../record/case-present.ts'
import { presentOf, readScopeOf } from '../record/case-reading.ts'
import {
  type CaseOrder,
  isByName,
  latestFirst,
  mostNames,
  officeOrder,
  orderingOf,
  orderOf,
  refuseTooMany,
  unlessTooMany,
  wholeNamesFirst,
} from './case-order.ts'
import { findPage } from './case-page.store.ts'
import { idsInOrder, restrictionOf } from './case-page-sql.ts'
import type { CaseQuery } from './case-query.ts'
import { planQuery, type QueryPlan } from './case-query-plan.ts'
import { createLargeListCache, type LargeListCache } from './large-list-cache.ts'
import { searchTokens } from './search-tokens.ts'

export interface ListNeeds extends CaseNeeds {
  /** Ids of the accounts, deleted ones included, that a filter selects; undefined for a filter without conditions. */
  readonly operatorsLike: (filter: OperatorFilter) => Promise<readonly number[] | undefined>
}

/** The lists that are filtered by operator (specification 2 §2): the other lists hold only the user's own or unassigned cases. */
const viewsWithOperator: readonly SearchedView[] = ['all', 'everywhere']

/** The requested list, without its filters. */
export interface ListRequest {
  readonly view: SearchedView
  /** The registry record that the cases of view 9 refer to. */
  readonly record?: CaseQuery['record']
}

/** The list that an address requests; throws 400 where view 9 lacks a registry record, or another view has one. */
export function listRequestOf({ view = 'all', personId, organisationId }: SearchedList): ListRequest {
  const person = personId === undefined ? undefined : ({ kind: 'person', id: personId } as const)
  const record = organisationId === undefined ? person : ({ kind: 'organisation', id: organisationId } as const)
  if (view === 'registry' && !record) throw invalidInput([{ path: 'id_persona_fisica', message: 'campo_obbligatorio' }])
  if (view !== 'registry' && record) throw invalidInput([{ path: 'vista', message: 'valore_non_valido' }])
  return { view, record }
}

function scopeOfView(view: SearchedView, user: Reader): CaseScope {
  if (view === 'registry' || view === 'everywhere') return readScopeOf(user)
  const scope = listScope(view, user.selectedRole, user.id)
  if (!scope) throw new AppError('not_allowed')
  return scope
}

/** A list and its filters, prepared for the database; `named` are the operators that the filter by operator selects. */
export function preparedList(
  { vault, clock, office, terms }: CaseNeeds,
  filters: CaseFilters,
  { view, record }: ListRequest,
  user: Reader,
  named?: readonly number[],
): { readonly scope: CaseScope; readonly query: CaseQuery } {
  const { scope, statuses } = narrowed(scopeOfView(view, user), filters.statuses ?? [])
  const query = {
    filters: { ...filters, statuses: [...statuses] },
    statuses: statuses.length > 0 ? statuses : statusesOf(scope),
    tokens: searchTokens(vault, filters),
    operatorIds: filters.isOwn ? [user.id].filter((id) => named?.includes(id) ?? true) : named,
    late: latenessDates(terms, todayOf(clock)),
    tag: office.productTag,
    record,
  }
  return { scope, query }
}

/** A list and how it is found. */
interface PlannedList {
  readonly scope: CaseScope
  readonly plan: QueryPlan
}

async function plannedList(
  needs: ListNeeds,
  filters: CaseFilters,
  request: ListRequest,
  user: Reader,
): Promise<PlannedList> {
  const isNamed = viewsWithOperator.includes(request.view) && filters.user
  const named = isNamed ? await needs.operatorsLike(isNamed) : undefined
  const { scope, query } = preparedList(needs, filters, request, user, named)
  return { scope, plan: await planQuery(needs.db, query) }
}

interface CaseOfOperator {
  readonly id: number
  readonly operator: string | null
}

/** Sorts cases by the name of their operator; cases without one come last in ascending order. */
function byOperatorName(rows: CaseOfOperator[], direction: 'asc' | 'desc'): CaseOfOperator[] {
  const { compare } = new Intl.Collator('it')
  const sign = direction === 'asc' ? 1 : -1
  return rows.sort(
    (one, other) => sign * compare(one.operator ?? '\uffff', other.operator ?? '\uffff') || other.id - one.id,
  )
}

/**
 * The default order of a list below the cap for exact counts, where it is not the office's own. Late cases come by deadline, also those
 * found by name.
 */
export function shortListOrderOf({ vault, terms }: CaseNeeds, filters: CaseFilters): CaseOrder | undefined {
  return filters.isLate ? latestFirst(terms) : wholeNamesFirst(vault, filters)
}

/** Records the read of a list, with the sealed fields that it opened. */
export const recordListRead = (audit: AuditRecorder, rows: readonly { readonly id: number }[]) =>
  audit.record('case', idsOf(rows), rows.length > 0 ? openedFields : [])

/** Reads a page of the cases in scope that match the plan. */
async function readCasePage(
  needs: ListNeeds & { readonly largeLists: LargeListCache },
  request: PageQuery<CaseFilters>,
  { scope, plan }: PlannedList,
  audit: AuditRecorder,
): Promise<Page<CaseRow>> {
  const { db, vault, largeLists } = needs
  const ordering = orderingOf(request)
  const names = isByName(ordering) ? ordering : undefined
  // Sorted by name the list is short and is paged here, by row numbers only.
  const find = async (order: CaseOrder, refuse: (count: number) => void) => {
    const page = readPage({ ...request, orderings: [] }, names ? () => undefined : order.readKey)
    const range = names ? { range: { from: 1, to: mostNames } } : page
    return { order, page, ...(await findPage(db, { scope, plan, order }, range, { refuse, largeLists })) }
  }
  const shortListOrder = ordering ? undefined : shortListOrderOf(needs, request.filters ?? {})
  const { order, page, count, ids } =
    (shortListOrder && (await unlessTooMany((refuse) => find(shortListOrder, refuse)))) ||
    (await find(await orderOf(ordering, needs), (found) => refuseTooMany(ordering, found)))
  // Only the page is opened: of the other rows the operator alone.
  const pageIds = names
    ? idsOf(
        byOperatorName(await listOperatorsOf(db, vault, ids), names.direction).slice(
          page.range.from - 1,
          page.range.to,
        ),
      )
    : ids
  const rows = await listCases(db, vault, pageIds, order.selected)
  recordListRead(audit, rows)
  const present = presentOf(needs)
  const answer = answerPage(
    rows,
    { count, ...page },
    { present: (row) => presentRow(present, row), keyOf: order.keyOf },
  )
  return names ? { ...answer, firstKey: undefined, lastKey: undefined } : answer
}

interface WholeList extends PlannedList {
  readonly filters: CaseFilters
}

/** The ids of a whole list. Only the order by name has a limit of length here: the others are sorted once, in the database. */
async function idsInOrderOf(needs: ListNeeds, orderings: Selection['orderings'], { filters, ...list }: WholeList) {
  const { db, vault } = needs
  const ordering = orderingOf({ orderings })
  const order = (!ordering && shortListOrderOf(needs, filters)) || (await orderOf(ordering, needs))
  const ids = await listIds(db, idsInOrder({ ...list, order }))
  if (!isByName(ordering)) return ids
  refuseTooMany(ordering, ids.length)
  return Int32Array.from(idsOf(byOperatorName(await listOperatorsOf(db, vault, [...ids]), ordering.direction)))
}

/** The lists of cases. */
export function createCaseLists(needs: ListNeeds) {
  const { db, vault } = needs
  const pageNeeds = { ...needs, largeLists: createLargeListCache(needs.clock) }

  return {
    /** A page of one of the lists. */
    async list(
      requested: ListRequest,
      request: PageQuery<CaseFilters>,
      { user, audit }: Caller,
    ): Promise<Page<CaseRow>> {
      return readCasePage(pageNeeds, request, await plannedList(needs, request.filters ?? {}, requested, user), audit)
    },

    /** The open cases of an operator, as far as the caller may read them. */
    async listOfOperator(taxCode: string, request: PageQuery<never>, { user, audit }: Caller): Promise<Page<CaseRow>> {
      const filters: CaseFilters = { statuses: [...pendingStatuses], user: { taxCode } }
      return readCasePage(pageNeeds, request, await plannedList(needs, filters, { view: 'everywhere' }, user), audit)
    },

    /** The first cases that match the filters, among all that the caller may open. */
    async first(filters: CaseFilters, user: SessionUser, count: number): Promise<CaseRow[]> {
      const list = await plannedList(needs, filters, { view: 'everywhere' }, user)
      const { ids } = await findPage(db, { ...list, order: officeOrder }, { range: { from: 1, to: count } })
      const rows = await listCases(db, vault, ids)
      const present = presentOf(needs)
      return rows.map((row) => presentRow(present, row))
    },

    /** SQL for the ids of the cases of a list that match the filters; undefined where that is every case: for statistics. */
    async restrictionOf(filters: CaseFilters, requested: ListRequest, user: Reader) {
      const { scope, plan } = await plannedList(needs, filters, requested, user)
      return restrictionOf(scope, plan)
    },

    /** The ids of all cases of a list that match the filters, or of the chosen ones among them, in order: for exports. */
    async caseIds(
      filters: CaseFilters,
      requested: ListRequest,
      user: Reader,
      { chosen, orderings }: Selection,
    ): Promise<Int32Array> {
      const { scope, plan } = await plannedList(needs, filters, requested, user)
      const ids = plan.ids && chosen ? chosen.filter((id) => plan.ids?.includes(id)) : (chosen ?? plan.ids)
      return idsInOrderOf(needs, orderings, { scope, plan: { ...plan, ids }, filters })
    },
  }
}
