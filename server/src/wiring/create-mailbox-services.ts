import { join } from 'node:path'
import { type CaseNeeds, noteAnswered } from '#features/cases/index.ts'
import type { MailboxNeeds } from '#features/mailbox/mailbox.service.ts'
import type { ReadingNeeds } from '#features/mailbox/read-mailboxes.service.ts'
import type { Db } from '#platform/database/transaction.ts'
import { findSentMails } from '#platform/mail/deliveries.store.ts'
import { giveUpMails, noteDelivery } from '#platform/mail/deliveries.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Platform } from './create-platform.ts'

interface Needs extends Platform {
  readonly caseNeeds: CaseNeeds
}

/** Mails share one queue of the parsers. */
const queue = 'mailbox'

/** The mails that the mailboxes of the office receive: reading them, and their review. */
export function createMailboxServices({ mailboxes, dataDir }: Settings, { caseNeeds, parsers, ...platform }: Needs) {
  const spoolFolder = join(dataDir, 'incoming')
  const deliveryNeeds = {
    ...platform,
    noteFailed: (tx: Db, caseId: number) => noteAnswered(caseNeeds, tx, caseId, 'mailFailed'),
  }
  const mailboxNeeds: MailboxNeeds = {
    ...platform,
    caseNeeds,
    spoolFolder,
    mailboxes,
    unpackMail: (mail) => parsers.run('mailFiles', mail, queue),
  }
  const mailboxReading: ReadingNeeds = {
    ...platform,
    mailboxes,
    spoolFolder,
    readMail: (mail) => parsers.run('mail', mail, queue),
    async noteDelivery(tx, { messageIds, state, reason }, at) {
      for (const mail of await findSentMails(tx, messageIds))
        await noteDelivery(deliveryNeeds, tx, mail, { state, reason, at })
    },
  }
  return { mailboxNeeds, mailboxReading, giveUpMails: () => giveUpMails(deliveryNeeds) }
}
