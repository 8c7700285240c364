import { type CaseFieldChange, caseFields } from '@portal/contract'
import { sql } from 'kysely'
import { sealedEvents } from '#features/cases/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealedRows, openSealed, sealRows } from '#platform/protection/sealed-rows.ts'
import { type KindIo, type LinkedRecord, linkOf, optionalLink } from '../transfer-kind-io.ts'

/** Entries that make an operator responsible for a case. */
const takingKinds = ['take', 'assignOne', 'assignTwo'] as const

/** Changes of links to the registry name ids, which mean nothing in another office. */
const linkPaths: readonly string[] = [
  caseFields.reporterPersonId.wire,
  caseFields.reporterOrganisationId.wire,
  caseFields.victimPersonId.wire,
]
const portable = (changes: readonly CaseFieldChange[]) => changes.filter(({ field }) => !linkPaths.includes(field))

const rowOf = ({ id, head, links }: LinkedRecord<'caseEvent'>) => ({
  id,
  caseId: linkOf(links, 'caseKey'),
  kind: head.kind,
  at: head.at,
  byUser: optionalLink(links, 'by'),
  role: head.role ?? null,
  statusFrom: head.from ?? null,
  statusTo: head.to ?? null,
  operatorId: optionalLink(links, 'operator'),
  undoes: optionalLink(links, 'undoes'),
  ...(head.author !== undefined && { author: head.author }),
  ...(head.reason !== undefined && { reason: head.reason }),
  ...(head.changes?.length ? { changes: JSON.stringify(head.changes) } : {}),
})

/** Statistics count the days until a case was first taken: the trigger of the case cannot know them before its history. */
async function countTakenDays(tx: Db, caseIds: readonly number[]): Promise<void> {
  await sql`
    update case_statistics set take_days = greatest(office_day(taken.at) - office_day(cases.created_at), 0)
    from (
      select case_id, min(at) as at from case_events
      where case_id = any(${[...new Set(caseIds)]}::int[]) and kind = any(${[...takingKinds]}::text[]) group by case_id
    ) as taken join cases on cases.id = taken.case_id
    where case_statistics.case_id = taken.case_id`.execute(tx)
}

const listAfter = (db: Db, after: number, limit: number) =>
  db.selectFrom('caseEvents').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()

/** The history of cases. */
export const caseHistoryIo: KindIo<'caseEvent'> = {
  table: 'case_events',

  async write({ vault }, tx, records) {
    const rows = records.map(rowOf)
    await insertSealedRows(tx, sealRows(vault, sealedEvents, rows))
    const taken = rows.filter(({ kind }) => takingKinds.some((taking) => taking === kind))
    if (taken.length > 0)
      await countTakenDays(
        tx,
        taken.map(({ caseId }) => caseId),
      )
  },

  async read({ vault }, db, after, limit) {
    const rows = await listAfter(db, after, limit)
    return Promise.all(
      rows.map(async (row) => {
        const { reason, author, changes } = await openSealed(vault, sealedEvents, row.id, row)
        const moved = portable(JSON.parse(changes ?? '[]') as CaseFieldChange[])
        return {
          id: row.id,
          facts: {
            kind: row.kind,
            at: row.at,
            author: author ?? undefined,
            role: row.role ?? undefined,
            from: row.statusFrom ?? undefined,
            to: row.statusTo ?? undefined,
            reason: reason ?? undefined,
            changes: moved.length > 0 ? moved : undefined,
          },
          values: {},
          links: {
            caseKey: row.caseId,
            by: row.byUser ?? undefined,
            operator: row.operatorId ?? undefined,
            undoes: row.undoes ?? undefined,
          },
        }
      }),
    )
  },
}
