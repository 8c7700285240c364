import { dayIn, officeZone } from '@portal/contract'
import { sql } from 'kysely'
import { type AssessmentContent, sealedAssessments } from '#features/assessments/index.ts'
import { sealedReminders } from '#features/case-messages/index.ts'
import { sealedLetters } from '#features/complainant-letters/index.ts'
import { nextRows } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealedRows, openSealed, sealRows } from '#platform/protection/sealed-rows.ts'
import { isWritten, type KindIo, linkOf, mailColumnsOf, mailMembersOf, optionalLink } from '../transfer-kind-io.ts'

// What the office writes about a case beside its comments. An erased one has no text, and stays.

/** Days on which somebody of the office wants to come back to a case. */
export const remindersIo: KindIo<'reminder'> = {
  table: 'case_reminders',

  async write({ vault }, tx, records, by) {
    const today = dayIn(officeZone, by.at)
    const rows = records.map(({ id, head, links }) => ({
      id,
      caseId: linkOf(links, 'caseKey'),
      text: head.text,
      dueOn: head.dueOn,
      writtenBy: linkOf(links, 'by'),
      writtenAt: head.at,
      doneAt: head.doneAt ?? null,
      doneBy: optionalLink(links, 'doneBy'),
      notifiedAt: head.notifiedAt ?? (head.dueOn < today ? by.at : null),
    }))
    await insertSealedRows(tx, sealRows(vault, sealedReminders, rows))
  },

  async read({ vault }, db, after, limit) {
    const rows = await nextRows(db.selectFrom('caseReminders').selectAll(), isWritten, after, limit)
    return Promise.all(
      rows.map(async (row) => {
        const { text } = await openSealed(vault, sealedReminders, row.id, row)
        return {
          id: row.id,
          facts: {
            text: text ?? '',
            at: row.writtenAt,
            dueOn: row.dueOn,
            doneAt: row.doneAt ?? undefined,
            notifiedAt: row.notifiedAt ?? undefined,
          },
          values: {},
          links: { caseKey: row.caseId, by: row.writtenBy, doneBy: row.doneBy ?? undefined },
        }
      }),
    )
  },
}

/** Letters that informed complainants. */
export const complainantLettersIo: KindIo<'complainantLetter'> = {
  table: 'complainant_letters',

  async write({ vault }, tx, records) {
    const rows = records.map(({ id, head, links }) => ({
      id,
      caseId: linkOf(links, 'caseKey'),
      writtenBy: linkOf(links, 'by'),
      at: head.at,
      text: head.text,
      way: head.way,
      decision: head.decision,
      language: head.language,
      ...mailColumnsOf(head),
    }))
    await insertSealedRows(tx, sealRows(vault, sealedLetters, rows))
  },

  async read({ vault }, db, after, limit) {
    const rows = await nextRows(db.selectFrom('complainantLetters').selectAll(), isWritten, after, limit)
    return Promise.all(
      rows.map(async (row) => {
        const { text, mailIdentity } = await openSealed(vault, sealedLetters, row.id, row)
        const { at, way, decision, language } = row
        return {
          id: row.id,
          facts: { at, way, decision, language, text: text ?? '', ...mailMembersOf({ ...row, mailIdentity }) },
          values: {},
          links: { caseKey: row.caseId, by: row.writtenBy },
        }
      }),
    )
  },
}

async function countAssessments(db: Db, caseIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number }>`
    select case_id as id from assessments where case_id = any(${[...caseIds]}::int[])`.execute(db)
  return new Map(rows.map(({ id }) => [id, 1]))
}

/** Assessments of cases, one for each at most. */
export const assessmentsIo: KindIo<'assessment'> = {
  table: 'assessments',

  limit: {
    most: 1,
    error: { path: 'chiave_segnalazione', message: 'parere_gia_presente' },
    of: 'case',
    keyOf: ({ head }) => head.caseKey,
    count: countAssessments,
  },

  async write({ vault }, tx, records) {
    const rows = records.map(({ id, head, links }) => {
      const { parts, note, way, answer, answeredOn, answerText } = head
      return {
        id,
        caseId: linkOf(links, 'caseKey'),
        writtenBy: linkOf(links, 'by'),
        changedAt: head.changedAt,
        status: head.status,
        version: 1,
        sentOn: head.sentOn ?? null,
        answerBy: head.answerBy ?? null,
        content: JSON.stringify({ parts, note, way, answer, answeredOn, answerText } satisfies AssessmentContent),
      }
    })
    await insertSealedRows(tx, sealRows(vault, sealedAssessments, rows))
  },

  async read({ vault }, db, after, limit) {
    const rows = await nextRows(db.selectFrom('assessments').selectAll(), sql`content is not null`, after, limit)
    return Promise.all(
      rows.map(async (row) => {
        const { content } = await openSealed(vault, sealedAssessments, row.id, row)
        return {
          id: row.id,
          facts: {
            ...(JSON.parse(content ?? '{}') as AssessmentContent),
            changedAt: row.changedAt,
            status: row.status,
            sentOn: row.sentOn ?? undefined,
            answerBy: row.answerBy ?? undefined,
          },
          values: {},
          links: { caseKey: row.caseId, by: row.writtenBy },
        }
      }),
    )
  },
}
