import { actionDenialsOf, type CaseActionDenials, type CaseDetail } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { LockHolder } from '#platform/record/locks.ts'
import type { Reader } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { actorOf, caseFactsOf } from '../actions/case-act.rules.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { type CaseScope, editDenialOf, readScope } from '../cases.rules.ts'
import { findCaseHead, hasCase } from '../cases.store.ts'
import { type FoundCase, type Present, presentCase } from './case-present.ts'
import { valuesOf } from './case-values.ts'

export const presentOf = ({ office, terms, clock }: Pick<CaseNeeds, 'office' | 'terms' | 'clock'>): Present => ({
  tag: office.productTag,
  terms,
  today: todayOf(clock),
})

export function readScopeOf(user: Reader): CaseScope {
  const scope = readScope(user.selectedRole, user.id)
  if (!scope) throw new AppError('not_allowed')
  return scope
}

/** Throws 404 where there is no case, 403 where it is outside of the user's scope. */
export async function refuseMissing(from: Db, id: number): Promise<never> {
  throw new AppError((await hasCase(from, id)) ? 'not_allowed' : 'not_found')
}

/** The columns that decide on permissions; throws 404 and 403 as for the case itself. */
export async function getCaseHead(from: Db, id: number, user: SessionUser) {
  return (await findCaseHead(from, readScopeOf(user), id)) ?? refuseMissing(from, id)
}

/** Why each action is unavailable to a user; null where they may take it. */
const denialsFor = (user: SessionUser, row: FoundCase, isLocked: boolean): CaseActionDenials => ({
  ...actionDenialsOf(caseFactsOf(row, valuesOf(row), isLocked), actorOf(user)),
  edit: editDenialOf(user, row, isLocked),
})

/** A case as the user sees it, beside the lock of another user. */
export async function presentDetail(
  needs: CaseNeeds,
  from: Db,
  row: FoundCase,
  user: SessionUser,
  lockHolder: LockHolder | undefined,
): Promise<CaseDetail> {
  const files = row.hasFiles ? await needs.filesOf(from, row.id) : []
  return presentCase(presentOf(needs), row, {
    userId: user.id,
    mayEdit: editDenialOf(user, row, false) === null,
    actions: denialsFor(user, row, lockHolder !== undefined),
    lockHolder,
    files: files.filter(({ messageId, documentTypeId }) => messageId === null && documentTypeId === null),
  })
}
