import {
  actionDenialsOf,
  type CaseActionDenials,
  type CaseDetail,
  type Office,
  officeZone,
  type ReferenceList,
  type Role,
} from '@portal/contract'
import { type Clock, todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Locks } from '#platform/locks.ts'
import { Problem } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { actorOf, factsOf } from '../actions/case-act.rules.ts'
import type { CaseTerms } from '../case-terms.rules.ts'
import { type CaseScope, editDenialOf, readScope } from '../cases.rules.ts'
import { findCase, findCaseHead, hasCase } from '../cases.store.ts'
import { type FoundCase, type HeldBy, type Present, presentCase } from './case-present.ts'
import { valuesOf } from './case-values.ts'

/** A file of a case. */
export interface CaseFile {
  readonly id: string
  readonly name: string
  /** The message that it came with; none for the report's own and the office's. */
  readonly messageId: number | null
  /** Of a document of the office. */
  readonly documentTypeId: number | null
}

/** Somebody who works here now. */
export interface Worker {
  readonly id: number
  readonly roles: readonly Role[]
}

/** What cases need of the portal. */
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
  /** Whoever works here now. */
  readonly workers: (from: Db) => Promise<readonly Worker[]>
}

export const presentOf = ({ office, terms, clock }: CaseNeeds): Present => ({
  tag: office.productTag,
  terms,
  today: todayOf(clock),
})

export function readScopeOf(user: SessionUser): CaseScope {
  const scope = readScope(user.selectedRole, user.id)
  if (!scope) throw new Problem('not_allowed')
  return scope
}

/** A case; 404 where there is none, 403 where it is not one's to see. */
export async function getStoredCase({ vault }: CaseNeeds, from: Db, id: number, user: SessionUser): Promise<FoundCase> {
  const row = await findCase(from, vault, readScopeOf(user), id)
  if (!row) throw new Problem((await hasCase(from, id)) ? 'not_allowed' : 'not_found')
  return row
}

/** The same, as far as what is decided of it goes. */
export async function getCaseHead(from: Db, id: number, user: SessionUser) {
  const row = await findCaseHead(from, readScopeOf(user), id)
  if (!row) throw new Problem((await hasCase(from, id)) ? 'not_allowed' : 'not_found')
  return row
}

/** What a user may do to a case, and why not. */
const denialsFor = (user: SessionUser, row: FoundCase, isLocked: boolean): CaseActionDenials => ({
  ...actionDenialsOf(factsOf(row, valuesOf(row), isLocked), actorOf(user)),
  edit: editDenialOf(user, row, isLocked),
})

/** Whoever holds the lock of a case, if it is somebody else. */
export async function heldByOther(
  needs: CaseNeeds,
  from: Db,
  id: number,
  user: SessionUser,
): Promise<HeldBy | undefined> {
  const lock = await needs.locks.heldByOther(from, id, user.id)
  if (!lock) return undefined
  const name = (await namesOf(from, needs.vault, [lock.userId])).get(lock.userId)
  return { name, since: lock.since, until: lock.until }
}

/** A case as whoever asks sees it. */
export async function detailOf(needs: CaseNeeds, from: Db, row: FoundCase, user: SessionUser): Promise<CaseDetail> {
  const [files, heldBy] = [await needs.filesOf(from, row.id), await heldByOther(needs, from, row.id, user)]
  return presentCase(presentOf(needs), row, {
    userId: user.id,
    mayEdit: editDenialOf(user, row, false) === null,
    actions: denialsFor(user, row, heldBy !== undefined),
    heldBy,
    files: files.filter(({ messageId, documentTypeId }) => messageId === null && documentTypeId === null),
  })
}

const timeInRome = new Intl.DateTimeFormat('it-IT', { hour: '2-digit', minute: '2-digit', timeZone: officeZone })

/** What the refusal of a locked case says: who holds it, and since when. */
export const lockedParams = ({ lockedBy, lockedSince }: Pick<CaseDetail, 'lockedBy' | 'lockedSince'>) => ({
  name: lockedBy ?? '–',
  since: lockedSince ? timeInRome.format(lockedSince) : '–',
})
