import { join } from 'node:path'
import { type CaseNeeds, noteAnswered } from '#features/cases/index.ts'
import type { MailboxNeeds } from '#features/mailbox/mailbox.service.ts'
import type { ReadingNeeds } from '#features/mailbox/read-mailboxes.service.ts'
import { findSentMails, isOfReporter, storeDelivery } from '#platform/mail/deliveries.store.ts'
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
      for (const { id, caseId } of await findSentMails(tx, messageIds)) {
        const isNew = await storeDelivery(tx, id, { state, reason, at })
        if (isNew && state === 'failed' && caseId !== null && (await isOfReporter(tx, id)))
          await noteAnswered(caseNeeds, tx, caseId, 'mailFailed')
      }
    },
  }
  return { mailboxNeeds, mailboxReading }
}
