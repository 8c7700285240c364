import type { Attachment, CaseMessage, MessagePage, OfficeMessage } from '@portal/contract'
import { presentAttachment, type StoredAttachment } from '#platform/attachments/attachments.store.ts'
import type { Db } from '#platform/database/transaction.ts'
import { presentSentMail } from '#platform/mail/sent-mail.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { listMessages } from './messages.store.ts'

/** Reads the stored files of a case. */
export interface CaseFiles {
  listOf(from: Db, caseId: number): Promise<readonly StoredAttachment[]>
}

interface Context {
  readonly db: Db
  readonly vault: Vault
  readonly attachments: CaseFiles
}

/** A lookup of a case's files by message id; `undefined` finds the files of the report. Leaves out the office's documents. */
const filesByMessage = (files: readonly StoredAttachment[]) => (messageId: number | undefined) =>
  files
    .filter((file) => file.documentTypeId === null && (file.messageId ?? undefined) === messageId)
    .map(presentAttachment)

/** The files that were sent with the report, without the office's documents. */
export const readReportFiles = async (context: Omit<Context, 'vault'>, caseId: number): Promise<Attachment[]> =>
  filesByMessage(await context.attachments.listOf(context.db, caseId))(undefined)

/** A page of messages with their files: the newest, or the newest before message `before`. */
export async function readMessages(context: Context, caseId: number, before?: number): Promise<MessagePage> {
  const [{ rows, hasEarlier }, files] = await Promise.all([
    listMessages(context.db, context.vault, caseId, before),
    context.attachments.listOf(context.db, caseId),
  ])
  return { messages: presentMessages(rows, files), hasEarlier }
}

type StoredMessage = Awaited<ReturnType<typeof listMessages>>['rows'][number]

/** Messages in their wire form, each with its files. */
function presentMessages(rows: readonly StoredMessage[], files: readonly StoredAttachment[]): CaseMessage[] {
  const filesOf = filesByMessage(files)
  return rows.map(
    ({ id, text, writtenBy, sentAt, readAt, phone, callHours, onlyToReporter, calledAt }): CaseMessage => ({
      id,
      sentAt,
      text: text ?? '',
      files: filesOf(id),
      from: writtenBy === null ? 'reporter' : 'office',
      ...(readAt && { readAt }),
      ...(phone && {
        call: {
          phone,
          callHours: callHours ?? undefined,
          onlyToReporter: onlyToReporter ?? false,
          calledAt: calledAt ?? undefined,
        },
      }),
    }),
  )
}

/** The same for the office, with the names of the operators who wrote them, and the mails that they went or came by. */
export async function presentOfficeMessages(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  rows: readonly StoredMessage[],
  files: readonly StoredAttachment[],
): Promise<OfficeMessage[]> {
  const authors = [...new Set(rows.flatMap(({ writtenBy }) => writtenBy ?? []))]
  const names = await namesOf(db, vault, authors)
  return presentMessages(rows, files).map((message, index) => {
    const row = rows[index]
    return {
      ...message,
      by: names.get(row?.writtenBy ?? 0),
      mail: row?.byMail && row.writtenBy !== null ? presentSentMail(row) : undefined,
      receivedMailId: row?.receivedMail ?? undefined,
    }
  })
}
