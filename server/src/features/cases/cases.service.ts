import { type Badges, type CaseDetail, can, pendingStatuses } from '@portal/contract'
import { type Count, noCount, readCounts } from '#platform/database/counts.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller, Reader } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { CaseNeeds } from './case-needs.ts'
import { foldLedger, indexFacets, keptChanges } from './case-upkeep.store.ts'
import { mayEdit, pendingIn, readScope, readsForOffice } from './cases.rules.ts'
import { hasCase } from './cases.store.ts'
import { countCases } from './finding/find-cases.ts'
import { lockCaseRow } from './record/case-commands.store.ts'
import { codeOf } from './record/case-present.ts'
import { getCaseHead } from './record/case-reading.ts'
import { caseRecord } from './record/case-record.ts'

/** The services that the badges count. */
export interface BadgeNeeds extends Pick<CaseNeeds, 'db'> {
  /** Number of unread notices of a user. */
  readonly unreadNotices: (userId: number) => Count
  /** Number of received mails to review. */
  readonly mailsToReview: Count
  /** Number of requests on personal data that this user may decide. */
  readonly countRightsToDecide: (user: Reader) => Count
}

/** The counts that the badges of a user show. */
export async function badgesOf(needs: BadgeNeeds, user: SessionUser): Promise<Badges> {
  const { inStatuses, ownIn } = pendingIn(user.selectedRole, user.id)
  const { inList, own, ...counts } = await readCounts(needs.db, {
    assigned: countCases({ statuses: pendingStatuses, assignedTo: user.id }),
    inList: countCases({ statuses: inStatuses }),
    own: ownIn.length > 0 ? countCases({ statuses: ownIn, createdBy: user.id }) : noCount,
    toAssign: countCases({ statuses: ['toAssign'] }),
    rights: needs.countRightsToDecide(user),
    mails: can('newCase', user.selectedRole) ? needs.mailsToReview : noCount,
    notices: needs.unreadNotices(user.id),
  })
  return { ...counts, total: inList + own }
}

/** A case as this user sees it, for an action that has recorded the case already. */
export async function openCase(needs: CaseNeeds, id: number, user: SessionUser): Promise<CaseDetail> {
  const row = await caseRecord.read(needs, needs.db, id, user)
  return caseRecord.detailOf(needs, needs.db, row, user)
}

/** A case, also where another user holds its lock. */
export async function readCase(needs: CaseNeeds, id: number, { user, audit }: Caller): Promise<CaseDetail> {
  const detail = await openCase(needs, id, user)
  audit.record('case', [id])
  return detail
}

/** Whether this user may read the case. */
export async function mayReadCase(db: Db, id: number, user: SessionUser): Promise<boolean> {
  const scope = readScope(user.selectedRole, user.id)
  return scope !== undefined && (await hasCase(db, id, scope))
}

/** The active operators among these who may read the case in one of their roles. */
export async function readersAmong(
  { workers }: Pick<CaseNeeds, 'workers'>,
  from: Db,
  caseId: number,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const readers: number[] = []
  for (const { id, roles } of await workers(from, ids)) {
    const anyOf = roles.flatMap((role) => readScope(role, id)?.anyOf ?? [])
    if (anyOf.length > 0 && (await hasCase(from, caseId, { anyOf }))) readers.push(id)
  }
  return readers
}

/** What a user may do with a case. */
export type CaseAccess = Awaited<ReturnType<typeof permissionsFor>>

/** The permissions of a user on a case; with `tx` the row stays locked. Throws 404 and 403 as for the case itself. */
export async function permissionsFor(
  { db, office }: Pick<CaseNeeds, 'db' | 'office'>,
  id: number,
  user: SessionUser,
  tx?: Db,
) {
  if (tx) await lockCaseRow(tx, { id })
  const row = await getCaseHead(tx ?? db, id, user)
  return {
    code: codeOf(office.productTag, row),
    status: row.status,
    isPseudonymised: row.pseudonymisedAt !== null,
    mayEdit: mayEdit(user.selectedRole, user.id, row),
    unread: row.unread,
    readsForOffice: readsForOffice(user.selectedRole, user.id, row),
  }
}

/** Sums up stored counts, and renews what searches read. */
export async function foldCases(db: Db): Promise<void> {
  await foldLedger(db)
  await indexFacets(db, keptChanges)
}
