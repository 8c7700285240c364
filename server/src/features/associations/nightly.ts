import { addDays, type PlainDate, reminderDays, termDays } from '@portal/contract'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { todayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { associationFactsOf, denialOf } from './associations.rules.ts'
import type { createReplacements } from './enrolment/replacements.ts'
import type { AssociationNeeds } from './record/association-reading.ts'
import { writeAction } from './record/association-writing.ts'
import { fillPlaces, findAssociation, lockRow, type StoredAssociation } from './record/associations.store.ts'

/** The name of the job. */
export const registerJob = 'associations.nightly'

const atOnce = 100

/** The ids of the next enrolled associations that expired, or for which a reminder may be due, and of renewals near their end. */
const listDue = async (db: Db, today: PlainDate, after: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('associations')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'enrolled'), eb('expiresOn', '<=', addDays(today, Math.max(...reminderDays)))]),
        eb.and([
          eb('status', '=', 'documentsAsked'),
          eb('origin', '=', 'renewalAsked'),
          eb('expiresOn', '<=', addDays(today, termDays('renewalWarning') - termDays('renewalAfterExpiry'))),
        ]),
      ]),
    )
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
const nightlyActions = ['expire', 'remind', 'endRenewal', 'warnRenewal'] as const

interface NightNeeds extends AssociationNeeds {
  readonly replacements: ReturnType<typeof createReplacements>
}

/**
 * The nightly run of the register (decisions §6): ends enrolments whose expiry has passed and renewals that waited too long, sends the
 * letters that are due, and replaces the requests whose applicants did not answer in a week. Each association has a transaction of its
 * own and the table decides, so that a run that was killed goes on where it stopped, a second run changes nothing, and one association
 * that fails keeps no other from its turn: the run fails at its end, and the queue repeats it.
 */
export const createRegisterNight = (needs: NightNeeds) => ({
  async run(audit: AuditRecorder): Promise<{
    expired: number
    reminded: number
    renewalsEnded: number
    renewalsWarned: number
    replaced: number
  }> {
    const today = todayOf(needs.clock)
    const counts = { expire: 0, remind: 0, endRenewal: 0, warnRenewal: 0, replace: 0 }
    const failures: unknown[] = []
    for await (const id of eachDue(needs.db, today)) {
      const action = await treat(needs, id, today, audit).catch((error: unknown) => void failures.push(error))
      if (action) counts[action] += 1
    }
    for (const id of await needs.replacements.listDue()) {
      const outcome = await needs.replacements
        .replaceDue(id, audit)
        .catch((error: unknown) => void failures.push(error))
      if (outcome === 'replaced') counts.replace += 1
    }
    await fillAllPlaces(needs, audit)
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} associations failed`)
    return {
      expired: counts.expire,
      reminded: counts.remind,
      renewalsEnded: counts.endRenewal,
      renewalsWarned: counts.warnRenewal,
      replaced: counts.replace,
    }
  },
})

/** Reads the places and sub-grounds of records from before; nothing is left to do after the first run. */
async function fillAllPlaces({ inTransaction, vault }: NightNeeds, audit: AuditRecorder) {
  let filled = atOnce
  while (filled === atOnce) filled = await inTransaction(audit, (tx) => fillPlaces(tx, vault, atOnce))
}

/** Takes the nightly action that is due for an association; undefined where none is. */
const treat = (needs: AssociationNeeds, id: number, today: PlainDate, audit: AuditRecorder) =>
  needs.inTransaction(audit, async (tx) => {
    await lockRow(tx, id)
    const row = await findAssociation(tx, needs.vault, id)
    if (!row) return undefined
    const record = associationFactsOf(row, today)
    const action = nightlyActions.find((one) => denialOf(one, record, 'nightly_job', {}) === null)
    if (!action) return undefined
    audit.record('association', [id], ['status'])
    const letter = { until: letterDayOf(action, row, today), missing: row.missingItems ?? undefined }
    await writeAction(needs, tx, { action, row, actor: { role: 'nightly_job', user: undefined }, letter })
    return action
  })

/**
 * The day that a letter of the night names: the last one on which the association may request its renewal, or may send what a renewal
 * lacks, which is never less than 15 days away.
 */
function letterDayOf(action: (typeof nightlyActions)[number], { expiresOn }: StoredAssociation, today: PlainDate) {
  const until = expiresOn && addDays(expiresOn, termDays('renewalAfterExpiry'))
  if (action !== 'warnRenewal') return until
  const least = addDays(today, termDays('renewalWarning') - 1)
  return until && until > least ? until : least
}
