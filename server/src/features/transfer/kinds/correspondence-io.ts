import { countOpenCalls, sealedComments, sealedMessages } from '#features/case-messages/index.ts'
import { insertSealedRows, openSealed, sealRows } from '#platform/protection/sealed-rows.ts'
import { type KindIo, linkOf, linksOf, optionalLink } from '../transfer-kind-io.ts'

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
      deliveryState: head.deliveryState ?? null,
      deliveryReason: head.deliveryReason ?? null,
      deliveryAt: head.deliveryAt ?? null,
      text: head.text ?? '',
      ...(head.phone !== undefined && { phone: head.phone }),
      ...(head.callHours !== undefined && { callHours: head.callHours }),
      ...(head.onlyToReporter !== undefined && { onlyToReporter: head.onlyToReporter }),
    }))
    await insertSealedRows(tx, sealRows(vault, sealedMessages, rows))
  },

  async read({ vault }, db, after, limit) {
    const rows = await db
      .selectFrom('caseMessages')
      .selectAll()
      .where('id', '>', after)
      .where('text', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute()
    return Promise.all(
      rows.map(async (row) => {
        const { text, phone, callHours, onlyToReporter } = await openSealed(vault, sealedMessages, row.id, row)
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
            deliveryState: row.deliveryState ?? undefined,
            deliveryReason: row.deliveryReason ?? undefined,
            deliveryAt: row.deliveryAt ?? undefined,
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
    const rows = await db
      .selectFrom('caseComments')
      .selectAll()
      .where('id', '>', after)
      .where('text', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute()
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
