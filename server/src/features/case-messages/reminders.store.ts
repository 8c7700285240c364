import type { PlainDate } from '@portal/contract'
import { sql } from 'kysely'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed, updateSealed } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

interface SealedReminder {
  readonly text: string
}

export const sealedReminders = sealedTable<SealedReminder>()({
  table: 'caseReminders',
  key: 'id',
  sealed: ['text'],
  ends: { withCase: 'caseId' },
})

interface NewStoredReminder extends SealedReminder {
  readonly caseId: number
  readonly dueOn: PlainDate
  readonly writtenBy: number
  readonly writtenAt: Date
}

const ofCase = (db: Db, caseId: number) =>
  db.selectFrom('caseReminders').where('caseId', '=', caseId).where('text', 'is not', null)

/** The reminders of a case whose text was not erased, in the order of their days; those that are done last. */
export async function listReminders(db: Db, vault: Vault, caseId: number) {
  const rows = await ofCase(db, caseId)
    .select(['id', 'text', 'dueOn', 'writtenBy', 'writtenAt', 'doneAt'])
    .orderBy((eb) => eb('doneAt', 'is not', null))
    .orderBy('dueOn')
    .orderBy('id')
    .execute()
  return Promise.all(rows.map((row) => openSealed(vault, sealedReminders, row.id, row)))
}

/** The author and the day of an open reminder of a case; undefined where there is none. */
export const findOpenReminder = (db: Db, caseId: number, id: number) =>
  ofCase(db, caseId).select(['writtenBy', 'dueOn']).where('id', '=', id).where('doneAt', 'is', null).executeTakeFirst()

export async function insertReminder(tx: Db, vault: Vault, reminder: NewStoredReminder): Promise<void> {
  await insertSealed(tx, vault, sealedReminders, { ...reminder, id: await nextId(tx, 'case_reminders') })
}

/** Moves a reminder, which is then due again. */
export const moveReminder = (tx: Db, vault: Vault, id: number, { text, dueOn }: { text: string; dueOn: PlainDate }) =>
  updateSealed(tx, vault, sealedReminders, id, { text }, { dueOn, notifiedAt: null }).execute()

export const markDone = (tx: Db, id: number, done: { readonly doneAt: Date; readonly doneBy: number }) =>
  tx.updateTable('caseReminders').set(done).where('id', '=', id).execute()

export const deleteReminder = (tx: Db, id: number) => tx.deleteFrom('caseReminders').where('id', '=', id).execute()

const dueColumns = [
  'caseReminders.id',
  'caseReminders.caseId',
  'caseReminders.dueOn',
  'caseReminders.writtenBy',
  'cases.assignedTo',
  'cases.protocolYear',
  'cases.protocolNumber',
] as const

const openOfAll = (db: Db) =>
  db
    .selectFrom('caseReminders')
    .innerJoin('cases', 'cases.id', 'caseReminders.caseId')
    .select(dueColumns)
    .where('caseReminders.doneAt', 'is', null)
    .where('caseReminders.text', 'is not', null)

/** The open reminders of a day or an earlier one of which nobody was notified. */
export const listDue = (db: Db, today: PlainDate) =>
  openOfAll(db).where('notifiedAt', 'is', null).where('dueOn', '<=', today).orderBy('caseReminders.id').execute()

/** The open reminders that concern an operator: as their author, or as the assignee of the case. */
export const listOpenOf = (db: Db, userId: number) =>
  openOfAll(db)
    .where((eb) => eb.or([eb('caseReminders.writtenBy', '=', userId), eb('cases.assignedTo', '=', userId)]))
    .orderBy('dueOn')
    .limit(500)
    .execute()

/** Claims the notice of a reminder; false if it was claimed, moved or ended since. */
export async function claimNotice(tx: Db, id: number, today: PlainDate, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update case_reminders set notified_at = ${at}
      where id = ${id} and notified_at is null and done_at is null and due_on <= ${today}::date
    returning id`.execute(tx)
  return rows.length > 0
}
