import { countOpenCalls, sealedComments, sealedMessages } from '#features/case-messages/index.ts'
import { nextRows } from '#platform/database/page.ts'
import { insertSealedRows, openSealed, sealRows } from '#platform/protection/sealed-rows.ts'
import {
  isWritten,
  type KindIo,
  linkOf,
  linksOf,
  mailColumnsOf,
  mailMembersOf,
  optionalLink,
} from '../transfer-kind-io.ts'

/** Messages between the office and the reporter. An erased one has no text, and stays. */
export const messagesIo: KindIo<'message'> = {
  table: 'case_messages',

  limit: {
    most: 1,
    error: { path: 'telefono', message: 'chiamata_gia_chiesta' },
    of: 'case',
    keyOf: ({ head }) => (head.phone !== undefined && head.calledAt === undefined ? head.caseKey : undefined),
    count: countOpenCalls,
  },

  async write({ vault }, tx, records) {
    const rows = records.map(({ id, head, links }) => ({
      id,
      caseId: linkOf(links, 'caseKey'),
      writtenBy: optionalLink(links, 'by'),
      sentAt: head.sentAt,
      readAt: head.readAt ?? null,
      calledAt: head.calledAt ?? null,
      calledBy: optionalLink(links, 'calledBy'),
      byMail: head.byMail ?? false,
      ...mailColumnsOf(head),
      text: head.text ?? '',
      ...(head.phone !== undefined && { phone: head.phone }),
      ...(head.callHours !== undefined && { callHours: head.callHours }),
      ...(head.onlyToReporter !== undefined && { onlyToReporter: head.onlyToReporter }),
    }))
    await insertSealedRows(tx, sealRows(vault, sealedMessages, rows))
  },

  async read({ vault }, db, after, limit) {
    const rows = await nextRows(db.selectFrom('caseMessages').selectAll(), isWritten, after, limit)
    return Promise.all(
      rows.map(async (row) => {
        const opened = await openSealed(vault, sealedMessages, row.id, row)
        const { text, phone, callHours, onlyToReporter, mailIdentity } = opened
        return {
          id: row.id,
          facts: {
            text: text || undefined,
            sentAt: row.sentAt,
            readAt: row.readAt ?? undefined,
            phone: phone ?? undefined,
            callHours: callHours ?? undefined,
            onlyToReporter: onlyToReporter ?? undefined,
            calledAt: row.calledAt ?? undefined,
            byMail: row.byMail || undefined,
            ...mailMembersOf({ ...row, mailIdentity }),
          },
          values: {},
          links: { caseKey: row.caseId, by: row.writtenBy ?? undefined, calledBy: row.calledBy ?? undefined },
        }
      }),
    )
  },
}

/** What the office writes about a case for itself. */
export const commentsIo: KindIo<'comment'> = {
  table: 'case_comments',

  async write({ vault }, tx, records) {
    const rows = records.map(({ id, head, links }) => ({
      id,
      caseId: linkOf(links, 'caseKey'),
      writtenBy: linkOf(links, 'by'),
      writtenAt: head.at,
      text: head.text,
      mentions: linksOf(links, 'mentions'),
    }))
    await insertSealedRows(tx, sealRows(vault, sealedComments, rows))
  },

  async read({ vault }, db, after, limit) {
    const rows = await nextRows(db.selectFrom('caseComments').selectAll(), isWritten, after, limit)
    return Promise.all(
      rows.map(async (row) => {
        const { text, mentions } = await openSealed(vault, sealedComments, row.id, row)
        return {
          id: row.id,
          facts: { text: text ?? '', at: row.writtenAt },
          values: {},
          links: { caseKey: row.caseId, by: row.writtenBy, mentions: mentions?.length ? mentions : undefined },
        }
      }),
    )
  },
}
