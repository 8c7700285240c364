import type { CaseRow, CaseStatus, Page } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { listedFields } from '#features/reports/index.ts'
import { type AuditRecorder, idsOf } from '#platform/audit/audit-recorder.ts'
import { type Count, readCounts } from '#platform/database/counts.ts'
import { listIds } from '#platform/database/list.ts'
import { answerPage, type PageQuery, readPage } from '#platform/database/page.ts'
import type { Caller, Reader } from '#platform/session/caller.ts'
import type { Selection } from '#platform/spreadsheets/record-source.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { listCases, listOperatorsOf, openRowsInOrder, readBeside } from '../cases.store.ts'
import { presentRow } from '../record/case-present.ts'
import { presentOf } from '../record/case-reading.ts'
import { sourcesOf } from './case-filters.ts'
import { type CaseList, type PreparedList, prepareList } from './case-list.ts'
import {
  byOperatorName,
  type CaseOrder,
  keyOfPlace,
  officeOrder,
  operatorOrder,
  ordersOf,
  tooLongFor,
} from './case-order.ts'
import { readCasePage } from './case-page.store.ts'
import { boundedCount, idsInOrder, restrictionBy, storedCount } from './case-page-sql.ts'
import { planQuery, planWithoutSources } from './case-plan.ts'
import { type CappedCount, cappedCount, noKnownCounts, type QueueShape, readQueue } from './case-queue.store.ts'

// The one door to the lists of cases, which docs/finding-cases.md explains: no other folder imports another file of this one.

export type { CaseList } from './case-list.ts'

/** Records the read of a list, with the sealed fields that it opened. */
const recordListRead = (audit: AuditRecorder, rows: readonly { readonly id: number }[]) =>
  audit.record('case', idsOf(rows), rows.length > 0 ? listedFields : [])

/** Cases of a list in the order of the names of their operators, which alone are opened. */
async function inOrderOfNames(
  { db, vault }: CaseNeeds,
  ids: readonly number[],
  { orderings: [ordering] = [] }: Pick<PageQuery<unknown>, 'orderings'>,
): Promise<number[]> {
  return byOperatorName(await listOperatorsOf(db, vault, ids), ordering?.direction ?? 'asc')
}

/** The page in the first of these orders that the list is short enough for. */
async function pageInOrder(
  needs: CaseNeeds,
  { scope, query }: PreparedList,
  orders: readonly CaseOrder[],
  request: PageQuery<unknown>,
) {
  const plan = await planQuery(needs.db, query)
  for (const order of orders) {
    const page = readPage({ ...request, orderings: [] }, order.readKey)
    // A list sorted by name is read as a whole, and paged after its names are opened.
    const read = order === operatorOrder ? { range: { from: 1, to: operatorOrder.maxCases } } : page
    const found = await readCasePage(needs, { scope, query, plan, order }, read)
    if (found) return { ...found, order, page }
  }
  throw tooLongFor(orders.at(-1))
}

/**
 * A page of a list. Throws 403 where the user may not open the list; 400 for a search text that is too short, a page too far, and an
 * order that the list is too long for.
 */
export async function findPage(
  needs: CaseNeeds,
  list: CaseList,
  request: PageQuery<unknown>,
  { user, audit }: Caller,
): Promise<Page<CaseRow>> {
  const { db, vault } = needs
  const prepared = await prepareList(needs, list, user)
  const orders = await ordersOf(request, list, needs)
  const { order, page, count, ids, rows: read } = await pageInOrder(needs, prepared, orders, request)
  const isByName = order === operatorOrder
  const { from, to } = page.range
  const shown = isByName ? (await inOrderOfNames(needs, ids, request)).slice(from - 1, to) : ids
  const rows = read ? await openRowsInOrder(vault, read, shown) : await listCases(db, vault, shown, order.selected)
  recordListRead(audit, rows)
  const present = presentOf(needs)
  const answer = answerPage(
    rows,
    { count, ...page },
    { present: (row) => presentRow(present, row), keyOf: order.keyOf },
  )
  return isByName ? { ...answer, firstKey: undefined, lastKey: undefined } : answer
}

/**
 * The ids of all cases of a list, or of the chosen ones among them, in order. Only the order by name has a limit of length here: the
 * others are sorted once, in the database.
 */
export async function findIds(
  needs: CaseNeeds,
  list: CaseList,
  user: Reader,
  { chosen, orderings }: Selection,
): Promise<Int32Array> {
  const { scope, query } = await prepareList(needs, list, user)
  const [order] = await ordersOf({ orderings }, list, needs)
  const plan = await planQuery(needs.db, query)
  const candidates = plan.ids
  const ids = candidates && chosen ? chosen.filter((id) => candidates.includes(id)) : (chosen ?? candidates)
  const found = await listIds(needs.db, idsInOrder({ scope, query, plan: { ...plan, ids }, order }))
  if (order !== operatorOrder) return found
  if (found.length > operatorOrder.maxCases) throw tooLongFor(order)
  return Int32Array.from(await inOrderOfNames(needs, [...found], { orderings }))
}

/** SQL for the ids of the cases of a list; undefined where that is every case. */
export async function restrictionOf(
  needs: CaseNeeds,
  list: CaseList,
  user: Reader,
): Promise<RawBuilder<{ id: number }> | undefined> {
  const { scope, query } = await prepareList(needs, list, user)
  return restrictionBy(scope, await planQuery(needs.db, query))
}

/**
 * What of a queue is read: the place of one of its parts, or all their cases; how many ids, and how many of them as rows; and lists of which
 * the ledger has the number.
 */
export interface QueueRequest extends Pick<QueueShape, 'part' | 'ids' | 'rows'> {
  readonly beside?: readonly CaseList[]
}

/** A queue: the counts of its lists, of all their cases and of the lists beside it, the first ids, and the rows of the first of them. */
export interface FoundQueue {
  readonly counts: readonly CappedCount[]
  readonly total: CappedCount
  readonly beside: readonly number[]
  readonly ids: readonly number[]
  /** The sort key of the last id. */
  readonly lastKey: string | undefined
  readonly rows: readonly { readonly row: CaseRow; readonly isClosingProposed: boolean }[]
}

/** How long counts are used again at most. */
const queueCountsMs = 60_000

/**
 * The queue of several lists by one statement: the count of each, and of one list or of all the first cases in order of term, each case
 * once. Throws for filters whose cases no index holds.
 */
export async function findQueue(
  needs: CaseNeeds,
  lists: readonly CaseList[],
  { beside = [], ...request }: QueueRequest,
  { user: { id, selectedRole }, audit }: { readonly user: Reader; readonly audit: AuditRecorder },
): Promise<FoundQueue> {
  const { db, vault, terms } = needs
  const prepare = (all: readonly CaseList[]) =>
    Promise.all(all.map((list) => prepareList(needs, list, { id, selectedRole })))
  const [parts, others] = await Promise.all([prepare(lists), prepare(beside)])
  const key = JSON.stringify(parts)
  const { mark, uncounted } = needs.queueCounts.get(key) ?? noKnownCounts
  const values = { mark, uncounted: `{${uncounted.join()}}` }
  const { found: queue, rows } = readBeside(await readQueue(db, values, { ...request, parts, beside: others, terms }))
  if (queue.mark !== mark) needs.queueCounts.set(key, { mark: queue.mark, uncounted: queue.uncounted }, queueCountsMs)
  const inOrder = await openRowsInOrder(vault, rows, queue.ids)
  recordListRead(audit, inOrder)
  const present = presentOf(needs)
  const lastId = queue.ids.at(-1)
  return {
    counts: queue.counts.map(cappedCount),
    total: cappedCount(queue.total),
    beside: queue.beside,
    ids: queue.ids,
    lastKey: lastId === undefined || queue.lastKey === null ? undefined : keyOfPlace(queue.lastKey, lastId),
    rows: inOrder.map((row) => ({
      row: presentRow(present, row),
      isClosingProposed: row.closingProposedAt !== null,
    })),
  }
}

/**
 * The number of cases of each list by one statement, exact up to the limit of lists and above it where the ledger has it; undefined for
 * a list that other indexes than those of the rows have to be read for.
 */
export async function countLists(
  { db, ...needs }: CaseNeeds,
  lists: readonly CaseList[],
  user: Reader,
): Promise<(number | undefined)[]> {
  const prepared = await Promise.all(lists.map((list) => prepareList({ db, ...needs }, list, user)))
  const counts = prepared.map(({ scope, query }) =>
    sourcesOf(query).length > 0
      ? undefined
      : boundedCount({ scope, query, plan: planWithoutSources(query), order: officeOrder }),
  )
  const numbers = await readCounts(
    db,
    Object.fromEntries(counts.flatMap((count, place) => (count ? [[`n${place}`, count]] : []))),
  )
  return counts.map((_count, place) => numbers[`n${place}`])
}

/** Cases in statuses: of all, those of one operator or of nobody, or those that a user entered. */
export interface CountedCases {
  readonly statuses: readonly CaseStatus[]
  readonly assignedTo?: number | null
  readonly createdBy?: number
}

/** SQL for the exact number of such cases within the office's remit: from the ledger, unless by who entered them. */
export function countCases({ statuses, assignedTo, createdBy }: CountedCases): Count {
  const areIn = sql`status = any(${[...statuses]}::text[]) and not is_out_of_remit`
  if (createdBy !== undefined)
    return sql`(select count(*)::int from cases where created_by = ${createdBy} and ${areIn})`
  if (assignedTo === undefined) return storedCount(sql`where ${areIn}`)
  return storedCount(sql`where ${areIn} and assigned_to is not distinct from ${assignedTo}::int`)
}
