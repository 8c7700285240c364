import { limits } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'

/**
 * The period of a page of the correspondence of a case: of the newest entries of all kinds, or the newest before an instant.
 * Undefined where there are none. Entries of one instant stay together, so that an instant is enough to ask for the next page.
 */
export async function findPeriod(db: Db, caseId: number, before?: Date) {
  const { messagesAtOnce } = limits
  const isBefore = (column: string) => (before ? sql`and ${sql.ref(column)} < ${before}` : sql``)
  const { rows } = await sql<{ at: Date }>`
    select at from (
      select sent_at as at from case_messages
        where case_id = ${caseId} and text is not null ${isBefore('sent_at')}
      union all select written_at from case_comments
        where case_id = ${caseId} and text is not null ${isBefore('written_at')}
      union all select made_at from attachments join files using (id)
        where case_id = ${caseId} and document_type_id is not null ${isBefore('made_at')}
      union all select at from case_events
        where case_id = ${caseId} and kind = 'performed' ${isBefore('at')}
    ) entries
    order by at desc limit ${messagesAtOnce + 1}`.execute(db)
  const since = rows.at(messagesAtOnce - 1)?.at ?? rows.at(-1)?.at
  return since && { since, before, hasEarlier: rows.length > messagesAtOnce }
}
