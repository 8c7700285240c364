import { sql } from 'kysely'
import { together } from '#platform/database/together.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertionsOfMails } from '#platform/mail/mail.store.ts'
import type { InsertMails } from '#platform/mail/outbox.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { ReplayClock } from './replay-clock.ts'

export type PastMails = ReturnType<typeof createPastMails>

/**
 * The mails of a replay. They wait in the database, so that letters refer to them, and no job sends them: two years of mails
 * would all leave at the next start. `vaultOf` is called once the services exist.
 */
export function createPastMails(clock: ReplayClock, vaultOf: () => Vault) {
  const links = new Map<string, string>()
  const insert: InsertMails = async (tx, mails, before = []) => {
    for (const { body, recipient } of mails) {
      const [, secret] = /#\w+=([\w-]+)/.exec(body) ?? []
      if (secret) links.set(recipient, secret)
    }
    await together(tx, ...before, ...insertionsOfMails(tx, vaultOf(), mails, clock.now()))
  }
  return {
    insert,

    /** The secret of the newest link to an association. */
    takeLink({ pec, email = '' }: { readonly pec?: string | undefined; readonly email?: string | undefined }): string {
      const link = links.get(pec ?? email)
      if (!link) throw new Error(`No letter with a link went to ${pec ?? email}.`)
      return link
    },

    /** Marks all mails as sent a little after they were queued, then deletes them as retention does; letters stay. */
    async finish(db: Db): Promise<void> {
      await sql`update mails set sent_at = queued_at + interval '40 seconds' where sent_at is null`.execute(db)
      await db.deleteFrom('mails').execute()
    },
  }
}
