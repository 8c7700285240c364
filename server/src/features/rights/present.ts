import type { PlainDate, RightsDetail, RightsRow } from '@portal/contract'
import { reportCode } from '@portal/contract'
import { type Clock, todayOf } from '#platform/clock.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { type StoredRequest, subjectOf } from './requests.store.ts'
import { decisionDenialOf, seesFindings, termOf } from './rights.rules.ts'
import { isBeingWorkedOn, listCasesById } from './subject.store.ts'
import { type Found, findSubject, type Search } from './subject.ts'

type Presenting = Pick<Search, 'db' | 'vault'> & { readonly clock: Clock }

const subjectText = ({ taxCode, reportCode }: StoredRequest) =>
  [taxCode, reportCode].filter((part) => part !== null).join(', ') || undefined

const presentRow = (names: ReadonlyMap<number, string>, request: StoredRequest, today: PlainDate): RightsRow => ({
  id: request.id,
  kind: request.kind,
  status: request.status,
  subject: subjectText(request),
  requestedBy: names.get(request.requestedBy) ?? '',
  requestedAt: request.requestedAt,
  decidedBy: request.decidedBy === null ? undefined : names.get(request.decidedBy),
  decidedAt: request.decidedAt ?? undefined,
  finishedAt: request.finishedAt ?? undefined,
  ...termOf(request, today),
})

/** Returns what presents rows, with the names of their users. */
export async function presenter({ db, vault, clock }: Presenting, requests: readonly StoredRequest[]) {
  const ids = new Set(requests.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy ?? requestedBy]))
  const names = await namesOf(db, vault, [...ids])
  const today = todayOf(clock)
  return (request: StoredRequest) => presentRow(names, request, today)
}

/** What a request found: at its approval, else now. */
async function foundBy(search: Search, request: StoredRequest): Promise<Found> {
  const isCovered = request.status === 'approved' || request.status === 'done'
  return findSubject(search, subjectOf(request), isCovered ? request.caseIds : undefined)
}

async function presentFound(
  search: Search,
  request: StoredRequest,
): Promise<Pick<RightsDetail, 'reports' | 'users' | 'records'>> {
  const { caseIds, userIds, records } = await foundBy(search, request)
  const cases = await listCasesById(search.db, caseIds)
  return {
    reports: cases.map(({ id, status, protocolYear, protocolNumber }) => ({
      id,
      status,
      isOpen: isBeingWorkedOn(status),
      code: reportCode(search.productTag, protocolYear, protocolNumber),
    })),
    users: request.status === 'done' ? request.users : userIds.length,
    records: records.reduce((sum, { ids }) => sum + ids.length, 0),
  }
}

/** Presents a request, with its findings for users who may see them; `archiveUntil` is when its archive expires. */
export async function presentDetail(
  search: Search & Presenting,
  request: StoredRequest,
  { asker, archiveUntil }: { asker: SessionUser; archiveUntil: Date | undefined },
): Promise<RightsDetail> {
  const present = await presenter(search, [request])
  const { reports, users, mails, auditEntries } = request
  return {
    ...present(request),
    reason: request.reason ?? undefined,
    decisionReason: request.decisionReason ?? undefined,
    ...(seesFindings(asker) && (await presentFound(search, request))),
    counts: request.status === 'done' ? { reports, users, mails, auditEntries } : undefined,
    archiveUntil,
    canDecide: decisionDenialOf(asker, request) === null,
  }
}
