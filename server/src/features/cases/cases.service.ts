import { type Badges, type CaseDetail, pendingStatuses } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { type Count, noCount, readCounts } from '#platform/database/counts.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { mayEdit, pendingIn, readScope, readsForOffice } from './cases.rules.ts'
import { hasCase } from './cases.store.ts'
import { countByStatus, countEntered, foldCounts } from './list/case-counts.store.ts'
import { indexFacets, keptChanges } from './list/changed-facets.store.ts'
import { lockCaseRow } from './record/case-commands.store.ts'
import { codeOf } from './record/case-present.ts'
import { type CaseNeeds, detailOf, getCaseHead, getStoredCase, lockedParams } from './record/case-reading.ts'

export type Cases = ReturnType<typeof createCases>

interface Options extends CaseNeeds {
  /** Number of unread notices of a user. */
  readonly unreadNotices: (userId: number) => Count
  /** Number of requests on personal data that this user may decide. */
  readonly countRightsToDecide: (user: SessionUser) => Count
}

/** The counts that the badges of a user show. */
function countsFor({ countRightsToDecide, unreadNotices }: Options, user: SessionUser) {
  const { inStatuses, ownIn } = pendingIn(user.selectedRole, user.id)
  return {
    assigned: countByStatus(pendingStatuses, user.id),
    inList: countByStatus(inStatuses),
    own: ownIn.length > 0 ? countEntered(user.id, ownIn) : noCount,
    toAssign: countByStatus(['toAssign']),
    rights: countRightsToDecide(user),
    notices: unreadNotices(user.id),
  }
}

/** Reads cases for the office. */
export function createCases(options: Options) {
  const { db, office } = options

  /** A case, also where another user holds its lock. */
  async function read(id: number, { user, audit }: Caller): Promise<CaseDetail> {
    const row = await getStoredCase(options, db, id, user)
    audit.record('case', [id])
    return detailOf(options, db, row, user)
  }

  return {
    read,

    /** A case; 409 with the case where another user holds its lock. */
    async get(id: number, caller: Caller): Promise<CaseDetail> {
      const detail = await read(id, caller)
      if (detail.isConflict) throw new AppError('locked', { record: detail, params: lockedParams(detail) })
      return detail
    },

    /** Whether this user may read the case. */
    async mayRead(id: number, user: SessionUser): Promise<boolean> {
      const scope = readScope(user.selectedRole, user.id)
      return scope !== undefined && (await hasCase(db, id, scope))
    },

    /** The permissions of a user on a case; with `tx` the row stays locked. Throws 404 and 403 as for the case itself. */
    async permissionsFor(id: number, user: SessionUser, tx?: Db) {
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
    },

    async badges(user: SessionUser): Promise<Badges> {
      const { inList, own, ...counts } = await readCounts(db, countsFor(options, user))
      return { ...counts, total: inList + own }
    },

    /** Sums up stored counts, and renews what searches read. */
    async fold() {
      await foldCounts(db)
      await indexFacets(db, keptChanges)
    },
  }
}
