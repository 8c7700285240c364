import { type CompiledQuery, sql } from 'kysely'
import { defineStatement, type HoleOf } from '../database/statement.ts'
import type { Db } from '../database/transaction.ts'
import { openSealed, sealedInsertions, sealRows } from '../protection/sealed-rows.ts'
import { sealedTable } from '../protection/sealed-table.ts'
import type { Vault } from '../protection/vault.ts'

export interface MailContent {
  readonly recipient: string
  /** Address for answers, where it is not the sender's. */
  readonly replyTo?: string
  readonly subject: string
  readonly body: string
  /** Message-IDs of the conversation that it continues, oldest first; it answers the last one. */
  readonly thread?: readonly string[]
}

/** A mail to queue. */
export interface NewMail extends MailContent {
  /** The case of the mail, if any: an export or an erasure of the case includes it. */
  readonly caseId?: number
}

export const sealedMails = sealedTable<MailContent>()({
  table: 'mails',
  key: 'id',
  sealed: ['recipient', 'replyTo', 'subject', 'body', 'thread'],
  ends: { byRule: 'sentMails' },
})

/** A mail to queue, with its id. */
export type MailWithId = NewMail & { readonly id: number }

/** The statements that insert mails. */
export const insertionsOfMails = (
  db: Db,
  vault: Vault,
  mails: readonly MailWithId[],
  queuedAt: Date,
): CompiledQuery[] =>
  sealedInsertions(
    db,
    sealRows(
      vault,
      sealedMails,
      mails.map((mail) => ({ caseId: null, ...mail, queuedAt })),
    ),
  )

const selectUnsent = defineStatement((db, hole: HoleOf<{ id: number; since: Date }>) =>
  db
    .selectFrom('mails')
    .where('id', '=', hole('id'))
    .where('sentAt', 'is', null)
    .where('queuedAt', '>=', hole('since'))
    .select(['id', 'recipient', 'replyTo', 'subject', 'body', 'thread', 'queuedAt'])
    .select(
      sql<boolean>`exists (select from attachments where mail_id = mails.id)
        or exists (select from case_messages join attachments file on file.message_id = case_messages.id
          where case_messages.mail_id = mails.id)`.as('hasFiles'),
    ),
)

/** A mail queued since an instant that was not sent yet; undefined once it was. */
export async function findUnsentMail(db: Db, vault: Vault, id: number, since: Date) {
  const [row] = await selectUnsent(db, { id, since })
  return row && openSealed(vault, sealedMails, id, row)
}

export const markSent = (db: Db, id: number, sentAt: Date) =>
  db.updateTable('mails').set({ sentAt }).where('id', '=', id).execute()
