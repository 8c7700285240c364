import {
  type CaseReminder,
  type EndedReminder,
  formatWireDate,
  type NewReminder,
  type PlainDate,
  reportCode,
} from '@portal/contract'
import { type CaseAccess, type CaseNeeds, noteOnCase, permissionsFor, readersAmong } from '#features/cases/index.ts'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import { type Db, unaudited } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namesOf } from '#platform/session/user-names.ts'
import {
  claimNotice,
  deleteReminder,
  findOpenReminder,
  insertReminder,
  listDue,
  listOpenOf,
  listReminders,
  markDone,
  moveReminder,
} from './reminders.store.ts'

/** The author, and users who may edit the case. */
const mayChange = (access: CaseAccess, writtenBy: number, userId: number) => access.mayEdit || writtenBy === userId

/** The reminders of a case as a user sees them. */
export async function presentReminders(
  { db, vault }: Pick<CaseNeeds, 'db' | 'vault'>,
  caseId: number,
  access: CaseAccess,
  user: SessionUser,
): Promise<CaseReminder[]> {
  const rows = await listReminders(db, vault, caseId)
  const names = await namesOf(db, vault, [...new Set(rows.map(({ writtenBy }) => writtenBy))])
  return rows.map(({ id, text, dueOn, writtenBy, writtenAt, doneAt }) => ({
    id,
    dueOn,
    text: text ?? '',
    at: writtenAt,
    by: names.get(writtenBy),
    doneAt: doneAt ?? undefined,
    mayChange: doneAt === null && mayChange(access, writtenBy, user.id),
  }))
}

/** Locks the case and checks that the user may change the reminder, which has a day; without an id, that they may add one. */
async function hold(
  needs: CaseNeeds,
  tx: Db,
  { caseId, id }: { caseId: number; id?: number | undefined },
  user: SessionUser,
) {
  const access = await permissionsFor(needs, caseId, user, tx)
  if (access.isPseudonymised) throw new AppError('conflict')
  if (id === undefined) return { access }
  const found = await findOpenReminder(tx, caseId, id)
  if (!found) throw new AppError('not_found')
  if (!mayChange(access, found.writtenBy, user.id)) throw new AppError('not_allowed')
  return { access, day: found.dueOn }
}

/** The day of a reminder in the history, which says nothing of its text. */
const dayChange = (before: PlainDate | undefined, after?: PlainDate) => ({
  member: 'reminderDay' as const,
  ...(before && { before: formatWireDate(before) }),
  ...(after && { after: formatWireDate(after) }),
})

/** Adds a reminder to a case within the transaction of its cause. The caller has checked that the user may. */
export async function writeReminder(
  { vault, clock }: Pick<CaseNeeds, 'vault' | 'clock'>,
  tx: Db,
  reminder: { readonly caseId: number; readonly dueOn: PlainDate; readonly text: string },
  user: SessionUser,
): Promise<void> {
  await insertReminder(tx, vault, { ...reminder, writtenBy: user.id, writtenAt: clock.now() })
  const changes = [dayChange(undefined, reminder.dueOn)]
  await noteOnCase({ vault, clock }, tx, { caseId: reminder.caseId, kind: 'reminderSet', changes }, user)
}

/** Adds a reminder to a case, or moves one. */
export const saveCaseReminder = (
  needs: CaseNeeds,
  { caseId, reminder }: { readonly caseId: number; readonly reminder: NewReminder },
  { user, audit }: Caller,
): Promise<CaseAccess> =>
  needs.inTransaction(audit, async (tx) => {
    const { id, dueOn, text } = reminder
    const { access, day } = await hold(needs, tx, { caseId, id }, user)
    if (dueOn < todayOf(needs.clock)) throw invalidInput([{ path: 'data_richiamo', message: 'data_passata' }])
    audit.record('case', [caseId], ['reminders'])
    if (id === undefined) await writeReminder(needs, tx, { caseId, dueOn, text }, user)
    else {
      await moveReminder(tx, needs.vault, id, { text, dueOn })
      await noteOnCase(needs, tx, { caseId, kind: 'reminderMoved', changes: [dayChange(day, dueOn)] }, user)
    }
    return access
  })

/** Marks a reminder as done, or removes it. */
export const endCaseReminder = (
  needs: CaseNeeds,
  { caseId, ended }: { readonly caseId: number; readonly ended: EndedReminder },
  { user, audit }: Caller,
): Promise<CaseAccess> =>
  needs.inTransaction(audit, async (tx) => {
    const { access, day } = await hold(needs, tx, { caseId, id: ended.id }, user)
    audit.record('case', [caseId], ['reminders'])
    if (ended.isRemoved) await deleteReminder(tx, ended.id)
    else await markDone(tx, ended.id, { doneAt: needs.clock.now(), doneBy: user.id })
    const kind = ended.isRemoved ? 'reminderRemoved' : 'reminderDone'
    await noteOnCase(needs, tx, { caseId, kind, changes: [dayChange(day)] }, user)
    return access
  })

/** Notifies author and assignee of the reminders that are due, as far as they may read the case now. */
export async function notifyDueReminders(needs: CaseNeeds): Promise<void> {
  const { db, inTransaction, clock, office } = needs
  const today = todayOf(clock)
  for (const { id, caseId, writtenBy, assignedTo, protocolYear, protocolNumber } of await listDue(db, today))
    await inTransaction(unaudited, async (tx) => {
      if (!(await claimNotice(tx, id, today, clock.now()))) return
      const concerned = [...new Set([writtenBy, ...(assignedTo === null ? [] : [assignedTo])])]
      const userIds = await readersAmong(needs, tx, caseId, concerned)
      const code = reportCode(office.productTag, protocolYear, protocolNumber)
      await needs.notify(tx, { kind: 'reminderDue', caseId, code, userIds })
    })
}

/** A reminder as a calendar shows it: no text, which may name somebody. */
interface ReminderDay {
  readonly id: number
  readonly caseId: number
  readonly code: string
  readonly dueOn: PlainDate
}

/** The open reminders of an operator, those of cases that they may read now. */
export async function remindersOf(needs: CaseNeeds, db: Db, userId: number): Promise<ReminderDay[]> {
  const days: ReminderDay[] = []
  for (const { id, caseId, dueOn, protocolYear, protocolNumber } of await listOpenOf(db, userId))
    if ((await readersAmong(needs, db, caseId, [userId])).length > 0)
      days.push({ id, caseId, dueOn, code: reportCode(needs.office.productTag, protocolYear, protocolNumber) })
  return days
}
