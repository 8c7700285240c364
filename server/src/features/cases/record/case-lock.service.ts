import type { LockAction } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { ActNeeds } from '../actions/case-act.service.ts'
import { mayTakeOver } from '../cases.rules.ts'
import { insertEvent } from '../history/case-events.store.ts'
import { codeOf } from './case-present.ts'
import { detailOf, getCaseHead, getStoredCase, lockedParams, lockOfOther } from './case-reading.ts'
import { refuseUnchangeable } from './case-save.service.ts'

/** The write lock of a case (decisions §8). */
export function createCaseLocking(needs: ActNeeds) {
  const { db, inTransaction, locks, vault, clock, office } = needs

  /** Takes the lock from the user who holds it and notifies them; their unsaved text stays in their browser. */
  const takeOver = (id: number, { user, audit }: Caller) =>
    inTransaction(async (tx) => {
      const row = await getStoredCase(needs, tx, id, user)
      refuseUnchangeable(user, row)
      if (!mayTakeOver(user.selectedRole)) throw new AppError('not_allowed')
      audit.record('case', [id], ['lock'])
      const former = await locks.lockOfOther(tx, id, user.id)
      const lock = await locks.takeOver(tx, id, user.id)
      if (former) {
        const event = { caseId: id, kind: 'lockTaken' } as const
        const by = { at: clock.now(), byUser: user.id, role: user.selectedRole }
        await insertEvent(tx, vault, { ...event, ...by, operatorId: former.userId })
        await needs.notify(tx, { ...event, code: codeOf(office.productTag, row), userIds: [former.userId] })
      }
      return { until: lock?.until }
    })

  const hold = (id: number, { user, audit }: Caller) =>
    inTransaction(async (tx) => {
      const row = await getStoredCase(needs, tx, id, user)
      refuseUnchangeable(user, row)
      audit.record('case', [id])
      const lock = await locks.hold(tx, id, user.id)
      if (lock) return { until: lock.until }
      const record = await detailOf(needs, tx, row, user)
      throw new AppError('locked', { params: lockedParams(record) })
    })

  const release = (id: number, { user, audit }: Caller) =>
    inTransaction(async (tx) => {
      audit.record('case', [id])
      await locks.release(tx, id, user.id)
      return { until: undefined }
    })

  /** Which other user edits a case, for a user who waits for it. */
  async function lockStateOf(id: number, user: SessionUser) {
    const { version } = await getCaseHead(db, id, user)
    const lock = await lockOfOther(needs, db, id, user)
    return { version, ...(lock && { lockedBy: lock.name, lockedSince: lock.since, lockedUntil: lock.until }) }
  }

  const lockHandlers = { hold, release, takeOver } satisfies Record<LockAction, unknown>
  return {
    lockStateOf,
    lock: (id: number, action: LockAction | undefined, caller: Caller) => lockHandlers[action ?? 'hold'](id, caller),
  }
}
