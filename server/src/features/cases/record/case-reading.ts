import {
  actionDenialsOf,
  type CaseActionDenials,
  type CaseDetail,
  type Office,
  officeZone,
  type ReferenceList,
  type Role,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { type Clock, todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Locks } from '#platform/locks.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Reader } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { actorOf, factsOf } from '../actions/case-act.rules.ts'
import type { CaseTerms } from '../case-terms.rules.ts'
import { type CaseScope, editDenialOf, readScope } from '../cases.rules.ts'
import { findCase, findCaseHead, hasCase } from '../cases.store.ts'
import { type FoundCase, type LockHolder, type Present, presentCase } from './case-present.ts'
import { valuesOf } from './case-values.ts'

/** A file of a case. */
export interface CaseFile {
  readonly id: string
  readonly name: string
  /** The message that the file came with; null for files of the report and of the office. */
  readonly messageId: number | null
  /** The type of a document of the office; null for other files. */
  readonly documentTypeId: number | null
}

/** An active operator. */
export interface Worker {
  readonly id: number
  readonly roles: readonly Role[]
}

/** The services that reading cases needs. */
export interface CaseNeeds {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
  readonly terms: CaseTerms
  readonly locks: Locks
  /** The files of a case, in their order. */
  readonly filesOf: (from: Db, caseId: number) => Promise<readonly CaseFile[]>
  /** Ids of a reference list in the order of their labels. */
  readonly idsInOrder: (list: ReferenceList) => Promise<readonly number[]>
  /** The active operators, or those among `ids`. */
  readonly workers: (from: Db, ids?: readonly number[]) => Promise<readonly Worker[]>
}

export const presentOf = ({ office, terms, clock }: CaseNeeds): Present => ({
  tag: office.productTag,
  terms,
  today: todayOf(clock),
})

export function readScopeOf(user: Reader): CaseScope {
  const scope = readScope(user.selectedRole, user.id)
  if (!scope) throw new AppError('not_allowed')
  return scope
}

/** A case; throws 404 where there is none, 403 where the user may not see it. */
export async function getStoredCase({ vault }: CaseNeeds, from: Db, id: number, user: SessionUser): Promise<FoundCase> {
  return (await findCase(from, vault, readScopeOf(user), id)) ?? refuseMissing(from, id)
}

/** Throws 404 where there is no case, 403 where it is outside of the user's scope. */
export async function refuseMissing(from: Db, id: number): Promise<never> {
  throw new AppError((await hasCase(from, id)) ? 'not_allowed' : 'not_found')
}

/** The columns that decide on permissions; throws as `getStoredCase`. */
export async function getCaseHead(from: Db, id: number, user: SessionUser) {
  return (await findCaseHead(from, readScopeOf(user), id)) ?? refuseMissing(from, id)
}

/** Why each action is unavailable to a user; null where they may take it. */
const denialsFor = (user: SessionUser, row: FoundCase, isLocked: boolean): CaseActionDenials => ({
  ...actionDenialsOf(factsOf(row, valuesOf(row), isLocked), actorOf(user)),
  edit: editDenialOf(user, row, isLocked),
})

/** The other user who holds the lock of a case; undefined where the case is unlocked or the user holds the lock. */
export async function lockOfOther(
  needs: CaseNeeds,
  from: Db,
  id: number,
  user: SessionUser,
): Promise<LockHolder | undefined> {
  const lock = await needs.locks.lockOfOther(from, id, user.id)
  if (!lock) return undefined
  const name = (await namesOf(from, needs.vault, [lock.userId])).get(lock.userId)
  return { name, since: lock.since, until: lock.until }
}

/** A case as the user sees it; `lock` is 'free' where the transaction found that nobody else holds it. */
export async function detailOf(
  needs: CaseNeeds,
  from: Db,
  row: FoundCase,
  user: SessionUser,
  lock?: 'free',
): Promise<CaseDetail> {
  const files = row.hasFiles ? await needs.filesOf(from, row.id) : []
  const lockHolder = lock === 'free' ? undefined : await lockOfOther(needs, from, row.id, user)
  return presentCase(presentOf(needs), row, {
    userId: user.id,
    mayEdit: editDenialOf(user, row, false) === null,
    actions: denialsFor(user, row, lockHolder !== undefined),
    lockHolder,
    files: files.filter(({ messageId, documentTypeId }) => messageId === null && documentTypeId === null),
  })
}

const timeInRome = new Intl.DateTimeFormat('it-IT', { hour: '2-digit', minute: '2-digit', timeZone: officeZone })

/** The parameters of the error for a locked case: who holds the lock, and since what time. */
export const lockedParams = ({ lockedBy, lockedSince }: Pick<CaseDetail, 'lockedBy' | 'lockedSince'>) => ({
  name: lockedBy ?? '–',
  since: lockedSince ? timeInRome.format(lockedSince) : '–',
})
