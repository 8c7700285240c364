import {
  type CaseFilters,
  type CaseRow,
  type OperatorFilter,
  type Page,
  pendingStatuses,
  type SearchedList,
  type SearchedView,
} from '@portal/contract'
import { touched } from '#platform/audit/audit-act.ts'
import { todayOf } from '#platform/clock.ts'
import { answerPage, type PageAsked, readPage } from '#platform/database/page.ts'
import { invalidInput, Problem } from '#platform/problem.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { lateBefore } from '../case-terms.rules.ts'
import { type CaseScope, listScope } from '../cases.rules.ts'
import { listCases, type StoredCase } from '../cases.store.ts'
import { presentRow } from '../record/case-present.ts'
import { type CaseNeeds, presentOf, readScopeOf } from '../record/case-reading.ts'
import { type LookedUp, lookUp, type Wanted } from './case-conditions.ts'
import {
  type CaseOrder,
  isByName,
  latestFirst,
  mostNames,
  orderingOf,
  orderOf,
  refuseTooMany,
  unlessTooMany,
} from './case-order.ts'
import { findPage } from './case-page.store.ts'
import { searchTokens } from './case-search.ts'
import { createLongLists } from './long-lists.ts'

export interface ListNeeds extends CaseNeeds {
  /** Ids of the accounts, of any time, that a filter means; undefined where it tells nothing of them. */
  readonly operatorsLike: (filter: OperatorFilter) => Promise<readonly number[] | undefined>
}

/** The lists that are filtered by operator (specification 2 §2): where cases are not one's own or free. */
const viewsWithOperator: readonly SearchedView[] = ['all', 'everywhere']

/** What a list is asked for by, beside its filters. */
export interface ListAsked {
  readonly view: SearchedView
  /** The record of the registry that the cases of view 9 name. */
  readonly record?: Wanted['record']
}

/** The list that an address asks for: the cases of a record and no other list are asked for by it. */
export function listAskedBy({ view = 'all', personId, organisationId }: SearchedList): ListAsked {
  const person = personId === undefined ? undefined : ({ kind: 'person', id: personId } as const)
  const record = organisationId === undefined ? person : ({ kind: 'organisation', id: organisationId } as const)
  if (view === 'registry' && !record) throw invalidInput([{ path: 'id_persona_fisica', message: 'campo_obbligatorio' }])
  if (view !== 'registry' && record) throw invalidInput([{ path: 'vista', message: 'valore_non_valido' }])
  return { view, record }
}

function scopeOfView(view: SearchedView, user: SessionUser): CaseScope {
  if (view === 'registry' || view === 'everywhere') return readScopeOf(user)
  const scope = listScope(view, user.selectedRole, user.id)
  if (!scope) throw new Problem('not_allowed')
  return scope
}

/** What filters ask for in a list, made ready for the database. */
async function wantedBy(
  needs: ListNeeds,
  filters: CaseFilters,
  { view, record }: ListAsked,
  user: SessionUser,
): Promise<Wanted> {
  const { vault, clock, office, terms } = needs
  const named = viewsWithOperator.includes(view) && filters.user ? await needs.operatorsLike(filters.user) : undefined
  return {
    filters,
    tokens: searchTokens(vault, filters),
    operatorIds: filters.isOwn ? [user.id].filter((id) => named?.includes(id) ?? true) : named,
    late: lateBefore(terms, todayOf(clock)),
    tag: office.productTag,
    record,
  }
}

/** The lists of cases. */
export function createCaseLists(needs: ListNeeds) {
  const { db, vault } = needs
  const longLists = createLongLists(needs.clock)

  /** All of few cases, by the names of whoever works on them. */
  function byName(rows: StoredCase[], direction: 'asc' | 'desc'): StoredCase[] {
    const { compare } = new Intl.Collator('it')
    const sign = direction === 'asc' ? 1 : -1
    return rows.sort(
      (one, other) => sign * compare(one.operator ?? '\uffff', other.operator ?? '\uffff') || other.id - one.id,
    )
  }

  async function pageOf(request: PageAsked<CaseFilters>, scope: CaseScope, wanted: LookedUp): Promise<Page<CaseRow>> {
    const ordering = orderingOf(request)
    const names = isByName(ordering) ? ordering : undefined
    // Few enough to be cut here: such pages go by row number alone.
    const find = async (order: CaseOrder, refuse: (count: number) => void) => {
      const page = readPage({ ...request, orderings: [] }, names ? () => undefined : order.readKey)
      const asked = names ? { range: { from: 1, to: mostNames } } : page
      return { order, page, ...(await findPage(db, { scope, wanted, order }, asked, { refuse, longLists })) }
    }
    const isByLateness = !ordering && request.filters?.isLate
    const { order, page, count, ids } =
      (isByLateness && (await unlessTooMany((refuse) => find(latestFirst(needs.terms), refuse)))) ||
      (await find(await orderOf(ordering, needs), (found) => refuseTooMany(ordering, found)))
    const found = await listCases(db, vault, ids, order.selected)
    const rows = names ? byName(found, names.direction).slice(page.range.from - 1, page.range.to) : found
    touched(
      'case',
      rows.map(({ id }) => id),
    )
    const present = presentOf(needs)
    const answer = answerPage(
      rows,
      { count, ...page },
      { present: (row) => presentRow(present, row), keyOf: order.keyOf },
    )
    return names ? { ...answer, firstKey: undefined, lastKey: undefined } : answer
  }

  return {
    /** A page of one of the lists. */
    async list(asked: ListAsked, request: PageAsked<CaseFilters>, user: SessionUser): Promise<Page<CaseRow>> {
      const scope = scopeOfView(asked.view, user)
      return pageOf(request, scope, await lookUp(db, await wantedBy(needs, request.filters ?? {}, asked, user)))
    },

    /** The open cases of an operator, as far as whoever asks sees them. */
    async listOfOperator(taxCode: string, request: PageAsked<never>, user: SessionUser): Promise<Page<CaseRow>> {
      const filters: CaseFilters = { statuses: [...pendingStatuses], user: { taxCode } }
      return pageOf(request, readScopeOf(user), await lookUp(db, await wantedBy(needs, filters, { view: 'all' }, user)))
    },

    /** The first cases that filters find, among all that whoever asks may open. */
    async first(filters: CaseFilters, user: SessionUser, count: number): Promise<CaseRow[]> {
      const wanted = await lookUp(db, await wantedBy(needs, filters, { view: 'all' }, user))
      const order = await orderOf(undefined, needs)
      const { ids } = await findPage(db, { scope: readScopeOf(user), wanted, order }, { range: { from: 1, to: count } })
      const rows = await listCases(db, vault, ids)
      const present = presentOf(needs)
      return rows.map((row) => presentRow(present, row))
    },
  }
}
