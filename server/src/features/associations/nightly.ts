import { addDays, associationDays, type PlainDate } from '@portal/contract'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { denialOf, factsOf } from './associations.rules.ts'
import { writeAction } from './record/association-acting.ts'
import type { AssociationNeeds } from './record/association-reading.ts'
import { findAssociation, lockRow } from './record/associations.store.ts'

/** The name of the job. */
export const registerJob = 'associations.nightly'

const atOnce = 100

/** The ids of the next enrolled associations that expired, or for which a reminder may be due. */
const listDue = async (db: Db, today: PlainDate, after: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('associations')
    .select('id')
    .where('status', '=', 'enrolled')
    .where('expiresOn', '<=', addDays(today, Math.max(...associationDays.reminders)))
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute()
  return rows.map(({ id }) => id)
}

async function* eachDue(db: Db, today: PlainDate) {
  for (let ids = await listDue(db, today, 0); ids.length > 0; ids = await listDue(db, today, ids.at(-1) ?? 0))
    yield* ids
}

/** The actions of the night, in the order in which they are tried. */
const nightlyActions = ['expire', 'remind'] as const

/**
 * The nightly run of the register (decisions §6): ends enrolments whose expiry has passed, and sends the nearest reminder
 * that is due. Each association has a transaction of its own and the table decides, so that a run that was killed goes on
 * where it stopped, a second run changes nothing, and one association that fails keeps no other from its turn: the run fails
 * at its end, and the queue repeats it.
 */
export const createRegisterNight = (needs: AssociationNeeds) => ({
  async run(audit: AuditRecorder): Promise<{ expired: number; reminded: number }> {
    const today = todayOf(needs.clock)
    const counts = { expire: 0, remind: 0 }
    const failures: unknown[] = []
    for await (const id of eachDue(needs.db, today)) {
      const action = await treat(needs, id, today, audit).catch((error: unknown) => void failures.push(error))
      if (action) counts[action] += 1
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} associations failed`)
    return { expired: counts.expire, reminded: counts.remind }
  },
})

/** Takes the nightly action that is due for an association; undefined where none is. */
const treat = (needs: AssociationNeeds, id: number, today: PlainDate, audit: AuditRecorder) =>
  needs.inTransaction(async (tx) => {
    await lockRow(tx, id)
    const row = await findAssociation(tx, needs.vault, id)
    if (!row) return undefined
    const record = factsOf(row, today)
    const action = nightlyActions.find((one) => denialOf(one, record, 'nightly_job', {}) === null)
    if (!action) return undefined
    audit.record('association', [id], ['status'])
    // The last day on which the association may still request its renewal.
    const letter = { until: row.expiresOn && addDays(row.expiresOn, associationDays.renewalAfterExpiry) }
    await writeAction(needs, tx, { action, row, actor: { role: 'nightly_job', user: undefined }, letter })
    return action
  })
