import {
  type BulkOutcome,
  type CaseMessages,
  type CaseMessagesQuery,
  type Correspondence,
  type EndedReminder,
  type NewOfficeMessage,
  type NewReminder,
  officeText,
  takesMessages,
} from '@portal/contract'
import type { Logger } from 'pino'
import { type CaseAccess, type CaseNeeds, changeEach, permissionsFor } from '#features/cases/index.ts'
import { AppError } from '#platform/app-error.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { isNew } from '#platform/idempotency.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Caller } from '#platform/session/caller.ts'
import { textsIn } from '#platform/texts.ts'
import { type MailNeeds, type MailWay, mailWayOf, queueByMail, refuseTooLargeForMail } from './by-mail.ts'
import { type WrittenComment, writeCaseComment } from './comments.service.ts'
import { readCorrespondence } from './correspondence.service.ts'
import { insertMessage, markRead, noteCalled } from './messages.store.ts'
import { type CaseFiles, readMessages } from './read-messages.ts'
import { endCaseReminder, saveCaseReminder } from './reminders.service.ts'
import { canWrite, type Reporter, reporterOf, worksOn } from './reporter.ts'

interface Options extends MailNeeds {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  readonly attachments: CaseFiles & Pick<Attachments, 'claim'>
  readonly caseNeeds: CaseNeeds
  /** URL of the page that asks for code and PIN. */
  readonly followUpUrl: string
}

export type CaseMessaging = ReturnType<typeof createCaseMessages>

/** Throws if no message can be written to the reporter of the case. */
function refuseUnwritable(access: CaseAccess, isReached: boolean): void {
  if (!access.mayEdit) throw new AppError('not_allowed')
  if (!takesMessages(access.status)) throw new AppError('messages_closed')
  if (!(canWrite(access) && isReached)) throw new AppError('conflict')
}

/** Queues a notification for the reporter; it contains neither the text of the message nor the PIN. */
async function notifyReporter(
  { office, outbox, followUpUrl }: Options,
  tx: Db,
  { caseId, code, recipient }: Pick<Reporter, 'recipient'> & { readonly caseId: number; readonly code: string },
): Promise<void> {
  if (!recipient) return
  const t = textsIn(recipient.language)
  const url = `${followUpUrl}?lang=${recipient.language}`
  const name = officeText(office, 'name', recipient.language).text
  const params = { code, url, phone: office.phone, mail: office.assistanceMailbox, office: name }
  await outbox.queue(tx, {
    caseId,
    recipient: recipient.address,
    subject: t('mails.message.subject', params),
    body: t('mails.message.body', params),
  })
}

interface Reached {
  readonly caseId: number
  readonly code: string
  readonly text: string
  /** The files of the message. */
  readonly ids: readonly string[]
  readonly reporter: Reporter
  readonly way: MailWay | undefined
}

/** Sends a message by mail, and returns the id of the mail; without a way it notifies the reporter. */
async function reach(
  options: Options,
  tx: Db,
  { way, ids, reporter, ...message }: Reached,
): Promise<number | undefined> {
  const { language, recipient } = reporter
  if (!way) {
    await notifyReporter(options, tx, { ...message, recipient })
    return undefined
  }
  await refuseTooLargeForMail(tx, ids, 'allegati')
  return queueByMail(options, tx, { ...message, language, way })
}

/** A message of the office that is no answer in the conversation: the reporter may get it once the case is closed, too. */
export interface Delivery {
  readonly caseId: number
  readonly code: string
  readonly text: string
  readonly recipient: Reporter['recipient']
}

/** Messages between the office and the reporter of a case, from the office's side. */
export function createCaseMessages(options: Options) {
  const { db, inTransaction, vault, clock, log } = options

  async function present(caseId: number, access: CaseAccess, before?: number): Promise<CaseMessages> {
    const { canRead, recipient } = await reporterOf(options, db, caseId)
    return {
      ...(await readMessages(options, caseId, before)),
      canWrite: canWrite(access) && canRead,
      canNoteCall: worksOn(access),
      // Pseudonymisation deletes the digest of the PIN.
      hasReader: canRead || access.isPseudonymised,
      tellsByMail: recipient !== undefined,
    }
  }

  /** The permissions of a user who reads the messages of a case. */
  async function preview(caseId: number, { user, audit }: Caller): Promise<CaseAccess> {
    const access = await permissionsFor(options, caseId, user)
    audit.record('case', [caseId])
    return access
  }

  /** As `preview`; the messages then count as read if the case is theirs. */
  async function open(caseId: number, caller: Caller): Promise<CaseAccess> {
    const { user, audit } = caller
    const access = await preview(caseId, caller)
    if (access.readsForOffice && access.unread > 0)
      await inTransaction(audit, async (tx) => {
        // Counting the messages as read locks the case, as sending one does before it reads the others.
        await permissionsFor(options, caseId, user, tx)
        await markRead(tx, caseId, 'reporter', clock.now())
      })
    return access
  }

  return {
    list: async (caseId: number, caller: Caller, { before, isPreview }: CaseMessagesQuery): Promise<CaseMessages> =>
      present(caseId, await (isPreview ? preview : open)(caseId, caller), before),

    /** Writes a message to a reporter who can read it, and queues its notification. The caller has checked that it may be sent. */
    async deliver(tx: Db, { caseId, text, ...notified }: Delivery, { user }: Caller): Promise<void> {
      await insertMessage(tx, vault, { caseId, text, writtenBy: user.id, sentAt: clock.now() })
      await notifyReporter(options, tx, { caseId, ...notified })
    },

    /** A page of all that was written and done about a case. */
    correspondence: async (caseId: number, caller: Caller, before?: Date): Promise<Correspondence> =>
      readCorrespondence(options, caseId, { access: await open(caseId, caller), user: caller.user }, before),

    /** Writes a comment that only the office reads. */
    async comment(written: WrittenComment, caller: Caller): Promise<Correspondence> {
      const access = await writeCaseComment(options.caseNeeds, written, caller)
      return readCorrespondence(options, written.caseId, { access, user: caller.user })
    },

    /** Adds a reminder, or moves one. */
    async remind(caseId: number, reminder: NewReminder, caller: Caller): Promise<Correspondence> {
      const access = await saveCaseReminder(options.caseNeeds, { caseId, reminder }, caller)
      return readCorrespondence(options, caseId, { access, user: caller.user })
    },

    /** Marks a reminder as done, or removes it. */
    async endReminder(caseId: number, ended: EndedReminder, caller: Caller): Promise<Correspondence> {
      const access = await endCaseReminder(options.caseNeeds, { caseId, ended }, caller)
      return readCorrespondence(options, caseId, { access, user: caller.user })
    },

    /** Marks the reporters' messages of several cases as read; returns the reason for each case whose messages stay unread. */
    markEachRead: (ids: readonly number[], caller: Caller): Promise<{ rows: BulkOutcome[] }> =>
      changeEach(
        options.caseNeeds,
        ids.map((id) => ({ id })),
        caller,
        async (tx, { id }) => {
          const { readsForOffice, unread } = await permissionsFor(options, id, caller.user, tx)
          if (!readsForOffice) throw new AppError('case_of_other')
          const marked = await markRead(tx, id, 'reporter', clock.now())
          if (unread > 0 && marked === 0n) throw new AppError('call_pending')
          caller.audit.record('case', [id])
          return {}
        },
      ),

    /** Notes that the reporter was called, as a message asked. */
    async noteCall(caseId: number, messageId: number, { user, audit }: Caller): Promise<CaseMessages> {
      const access = await inTransaction(audit, async (tx) => {
        const lockedCase = await permissionsFor(options, caseId, user, tx)
        if (!worksOn(lockedCase)) throw new AppError('not_allowed')
        const called = { at: clock.now(), by: user.id }
        if (!(await noteCalled(tx, caseId, messageId, called))) throw new AppError('conflict')
        audit.record('case', [caseId], ['messages'])
        return lockedCase
      })
      return present(caseId, access)
    },

    /** Writes a message with its files and queues its notification in the same transaction. */
    async send(
      { caseId, message, key }: { caseId: number; message: NewOfficeMessage; key: string | undefined },
      { user, audit }: Caller,
    ): Promise<CaseMessages> {
      const { text = '', attachments: files = [], byMail } = message
      const ids = files.map(({ id }) => id)
      const access = await inTransaction(
        audit,
        async (tx) => {
          const lockedCase = await permissionsFor(options, caseId, user, tx)
          const now = clock.now()
          // A repeat gets its answer whatever the case's status is now. A refusal rolls back, which frees the key.
          if (!(await isNew(tx, { key, of: `message ${caseId}`, body: { text, ids, byMail } }, log, now))) {
            audit.record('case', [caseId])
            return lockedCase
          }
          const reporter = await reporterOf(options, tx, caseId)
          const way = byMail ? await mailWayOf(options, tx, caseId, reporter) : undefined
          refuseUnwritable(lockedCase, byMail ? way !== undefined : reporter.canRead)
          audit.record('case', [caseId], ids.length > 0 ? ['messages', 'attachments'] : ['messages'])
          const mailId = await reach(options, tx, { caseId, code: lockedCase.code, text, ids, reporter, way })
          const written = { caseId, text, writtenBy: user.id, sentAt: now, mailId }
          const messageId = await insertMessage(tx, vault, written)
          const claim = { ids, maker: { userId: user.id }, owner: { caseId, messageId }, wirePath: 'allegati' }
          await options.attachments.claim(tx, claim, audit)
          // An answer marks the reporter's messages as read.
          await markRead(tx, caseId, 'reporter', now)
          return lockedCase
        },
        { isKeyed: key !== undefined },
      )
      return present(caseId, access)
    },
  }
}
