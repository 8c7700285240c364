import {
  limits,
  type Ordering,
  type Page,
  type RightsDetail,
  type RightsFilters,
  type RightsRow,
  rangeOf,
  recordId,
} from '@portal/contract'
import * as z from 'zod/mini'
import type { Db } from '#platform/database/transaction.ts'
import { invalidInput } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { reportCode } from '#platform/report-code.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { listCoveredCases, namesOf, type StoredRequest } from './requests.store.ts'
import { decisionRefusal, seesFindings } from './rights.rules.ts'
import { isBeingWorkedOn, listCasesById } from './subject.store.ts'
import { type Found, findSubject, type Search } from './subject.ts'

export interface ListRequest {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly filters?: RightsFilters | undefined
  readonly orderings?: readonly Ordering[] | undefined
}

const keyText = ({ id }: StoredRequest) => `r-${id}`

function readKey(path: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const id = Number(/^r-([0-9]{1,10})$/.exec(text)?.[1])
  if (!z.safeParse(recordId, id).success) throw invalidInput([{ path, message: 'valore_non_valido' }])
  return id
}

/** The rows asked for; requests come newest first and in no other order, jumps end at row 10,000. */
export function pageOf(request: ListRequest) {
  const range = rangeOf(request)
  const after = readKey('dopo', request.after)
  const before = readKey('prima', request.before)
  if (request.orderings?.length) throw invalidInput([{ path: 'ordinamenti', message: 'ordinamento_non_previsto' }])
  if (after === undefined && before === undefined && range.from > limits.page.exactCount)
    throw invalidInput([{ path: 'da', message: 'pagina_troppo_lontana' }])
  return { range, after, before }
}

const subjectText = ({ taxCode, reportCode }: StoredRequest) =>
  [taxCode, reportCode].filter((part) => part !== null).join(', ') || undefined

const presentRow = (names: ReadonlyMap<number, string>, request: StoredRequest): RightsRow => ({
  id: request.id,
  kind: request.kind,
  status: request.status,
  subject: subjectText(request),
  requestedBy: names.get(request.requestedBy) ?? '',
  requestedAt: request.requestedAt,
  decidedBy: request.decidedBy === null ? undefined : names.get(request.decidedBy),
  decidedAt: request.decidedAt ?? undefined,
  finishedAt: request.finishedAt ?? undefined,
})

async function presentRows(db: Db, vault: Vault, requests: readonly StoredRequest[]): Promise<RightsRow[]> {
  const ids = new Set(requests.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy ?? requestedBy]))
  const names = await namesOf(db, vault, [...ids])
  return requests.map((request) => presentRow(names, request))
}

export async function presentPage(
  { db, vault }: Search,
  requests: readonly StoredRequest[],
  { count, range }: { count: number; range: { from: number; to: number } },
): Promise<Page<RightsRow>> {
  const [first] = requests
  const last = requests.at(-1)
  const isMore = count > limits.page.exactCount
  return {
    rows: await presentRows(db, vault, requests),
    count: isMore ? limits.page.exactCount : count,
    ...(isMore && { countIsMore: true }),
    ...range,
    ...(first && last && { firstKey: keyText(first), lastKey: keyText(last) }),
  }
}

/** What a request found: as it was approved, else as it is now. */
async function foundBy(search: Search, request: StoredRequest): Promise<Found> {
  const { taxCode, reportCode } = request
  const found = await findSubject(search, { taxCode: taxCode ?? undefined, reportCode: reportCode ?? undefined })
  const isCovered = request.status === 'approved' || request.status === 'done'
  return isCovered ? { ...found, caseIds: await listCoveredCases(search.db, request.id) } : found
}

async function presentFound(search: Search, request: StoredRequest): Promise<Pick<RightsDetail, 'reports' | 'users'>> {
  const { caseIds, userIds } = await foundBy(search, request)
  const cases = await listCasesById(search.db, caseIds)
  return {
    reports: cases.map(({ id, status, protocolYear, protocolNumber }) => ({
      ...{ id, status, isOpen: isBeingWorkedOn(status) },
      code: reportCode(search.productTag, protocolYear, protocolNumber),
    })),
    users: request.status === 'done' ? request.users : userIds.length,
  }
}

/** A request, with what it found for those who may know; `archiveUntil` is when its archive goes, if it has one. */
export async function presentDetail(
  search: Search,
  request: StoredRequest,
  { asker, archiveUntil }: { asker: SessionUser; archiveUntil: Date | undefined },
): Promise<RightsDetail> {
  const [row] = await presentRows(search.db, search.vault, [request])
  const { reports, users, mails, auditEntries } = request
  return {
    ...(row as RightsRow),
    reason: request.reason ?? undefined,
    decisionReason: request.decisionReason ?? undefined,
    ...(seesFindings(asker) && (await presentFound(search, request))),
    counts: request.status === 'done' ? { reports, users, mails, auditEntries } : undefined,
    archiveUntil,
    canDecide: decisionRefusal(asker, request) === null,
  }
}
