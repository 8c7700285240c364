import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { AppError } from '#platform/app-error.ts'
import { type Spool, spool } from '#platform/attachments/spool.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { MailboxName } from '#platform/database/tables/mailbox.tables.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import { BudgetExceededError } from '#platform/parsing/budget.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { type MailboxSettings, namesOfMailboxes } from '#platform/settings/mailbox-settings.ts'
import { type ListedMail, mailboxFailureOf, type OpenMailbox, withMailbox } from './imap-client.ts'
import { keepChecksOf, storeCheck } from './mailbox-checks.store.ts'
import type { DeliveryNote, MailFacts } from './parse/mail-facts.ts'
import type { MailToRead } from './parse/read-mail.ts'
import { hasMail, insertReceivedMail, type MailPlace, storedUids } from './received-mails.store.ts'

export interface ReadingNeeds {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  readonly files: Files
  readonly mailboxes: MailboxSettings
  /** Folder of mails while they are read, where they are sealed. */
  readonly spoolFolder: string
  /** Reads a mail in a process of its own; throws for one that cannot be taken apart. */
  readonly readMail: (mail: MailToRead) => Promise<MailFacts>
  /** Marks the mails of the portal that a receipt or a bounce is about. */
  readonly noteDelivery: (tx: Db, note: DeliveryNote, at: Date) => Promise<void>
}

/** Mails of one mailbox that are read in one go: the others wait for the next minute. */
const mailsAtOnce = 100

/**
 * Reads the mailboxes: stores each new mail as an entry, with its file and the audit entry in one transaction, and only then moves it
 * out of its folder. Where the process ends in between, the next reading finds the mail stored and moves it. One mailbox that cannot be
 * read does not keep the other waiting.
 */
export async function readMailboxes(needs: ReadingNeeds, audit: AuditRecorder): Promise<void> {
  const { db, mailboxes, clock, log } = needs
  const names = namesOfMailboxes(mailboxes)
  await keepChecksOf(db, names)
  const failing: MailboxName[] = []
  for (const name of names) {
    const failure = await readMailbox(needs, name, audit).catch((error: unknown) => {
      const found = mailboxFailureOf(error)
      // Messages of the library may quote lines of the protocol.
      log.error({ mailbox: name, failure: found, code: (error as { code?: string }).code }, 'a mailbox cannot be read')
      return found
    })
    if (failure) failing.push(name)
    await storeCheck(db, { mailbox: name, at: clock.now(), failure })
  }
  if (failing.length > 0) throw new Error(`Mailboxes that cannot be read: ${failing.join(', ')}.`)
}

async function readMailbox(needs: ReadingNeeds, name: MailboxName, audit: AuditRecorder): Promise<undefined> {
  const mailbox = needs.mailboxes[name]
  if (!mailbox) return
  await withMailbox(mailbox, needs.mailboxes.doneFolder, async (open) => {
    const listed = await open.list()
    const place = { mailbox: name, uidValidity: open.uidValidity }
    const stored = await storedUids(
      needs.db,
      place,
      listed.map(({ uid }) => uid),
    )
    for (const mail of listed.filter(({ uid }) => stored.get(uid) === 'fetched')) await open.moveToDone(mail.uid)
    for (const mail of listed.filter(({ uid }) => !stored.has(uid)).slice(0, mailsAtOnce))
      await readOne(needs, open, { ...place, uid: mail.uid }, mail, audit)
  })
}

/** One mail that cannot be stored now, such as while all parsers are busy, does not keep the others waiting. */
async function readOne(
  needs: ReadingNeeds,
  open: OpenMailbox,
  place: MailPlace,
  listed: ListedMail,
  audit: AuditRecorder,
): Promise<void> {
  try {
    if (listed.size > needs.mailboxes.largest) return await storeOversized(needs, open, place, listed, audit)
    await storeFetched(needs, open, place, listed, audit)
  } catch (error) {
    needs.log.error(
      { err: error, mailbox: place.mailbox, uid: place.uid },
      'a mail could not be stored; it stays in its mailbox',
    )
  }
}

async function storeFetched(
  needs: ReadingNeeds,
  open: OpenMailbox,
  place: MailPlace,
  listed: ListedMail,
  audit: AuditRecorder,
): Promise<void> {
  const { mailboxes, spoolFolder } = needs
  const file = await spool(spoolFolder, await open.download(place.uid), mailboxes.largest)
  // Larger than its mailbox said.
  if (!file) return storeOversized(needs, open, place, listed, audit)
  try {
    const facts = await readFacts(needs, file, place, listed)
    if (!(await hasMail(needs.db, needs.vault, facts.identity)))
      await store(needs, { place, listed, file, facts }, audit)
  } finally {
    await file.close()
  }
  await open.moveToDone(place.uid)
}

/** What an entry has of a mail, if only what its mailbox says of it. */
type ReadFacts = MailFacts & { readonly isUnreadable?: true }

const unread = { references: [], text: '', isCut: false, files: [], isAutomatic: false } as const
const withoutParts = { sentAt: undefined, certification: undefined, delivery: undefined } as const

const factsOfList = ({ messageId, senderName, sender, subject }: ListedMail, identity: string): MailFacts => ({
  ...unread,
  ...withoutParts,
  messageId,
  sender: { name: senderName, address: sender },
  subject,
  identity,
})

async function readFacts(
  { readMail, log }: ReadingNeeds,
  file: Spool,
  { mailbox, uid }: MailPlace,
  listed: ListedMail,
): Promise<ReadFacts> {
  try {
    return await readMail({ handle: file.handle, isCertifiedMailbox: mailbox === 'certified' })
  } catch (error) {
    if (!(error instanceof BudgetExceededError || isParseError(error))) throw error
    log.warn({ mailbox, uid, size: file.size }, 'a mail could not be taken apart; its entry says so')
    return { ...factsOfList(listed, file.digest), isUnreadable: true }
  }
}

/** An error of the parser itself; the pool reports a lack of processes as an `AppError`. */
const isParseError = (error: unknown) => error instanceof Error && !(error instanceof AppError)

interface MailToStore {
  readonly place: MailPlace
  readonly listed: ListedMail
  readonly file: Pick<Spool, 'stream'>
  readonly facts: ReadFacts
  readonly isOversized?: true
}

const kindOf = ({ facts, isOversized }: MailToStore) => {
  if (isOversized) return 'oversized'
  if (facts.isUnreadable) return 'unreadable'
  if (facts.delivery) return 'receipt'
  return facts.isAutomatic ? 'automatic' : 'message'
}

async function store(needs: ReadingNeeds, mail: MailToStore, audit: AuditRecorder): Promise<void> {
  const { files, inTransaction, vault, clock } = needs
  const { place, listed, file, facts } = mail
  const bytes = await files.storeBytes(file.stream())
  try {
    await inTransaction(audit, async (tx) => {
      const now = clock.now()
      const kind = kindOf(mail)
      const isNoted = kind === 'automatic' || kind === 'receipt'
      const { id } = await files.record(
        tx,
        { name: 'messaggio.eml', mediaType: 'message/rfc822', purpose: 'upload', madeBy: null },
        bytes,
      )
      await files.claim(tx, id)
      const { sender, subject, text, messageId, identity, references, sentAt, isCut, certification, delivery } = facts
      const number = await insertReceivedMail(tx, vault, {
        ...place,
        id,
        kind,
        state: isNoted ? 'noted' : 'waiting',
        receivedAt: listed.receivedAt ?? now,
        isCertified: certification !== undefined,
        fileCount: facts.files.length,
        senderName: sender.name,
        sender: sender.address,
        subject,
        text,
        facts: { references, sentAt, isCut, files: facts.files, certification, delivery },
        identity,
        ...(messageId !== undefined && { messageId }),
        decidedAt: isNoted ? now : null,
      })
      if (delivery) await needs.noteDelivery(tx, delivery, now)
      audit.record('mail', [number], ['text'])
    })
  } catch (error) {
    await files.discard([bytes.storedName])
    throw error
  }
}

/** The entry of a mail that is not fetched has its headers for a file. The mail stays where people can open it. */
async function storeOversized(
  needs: ReadingNeeds,
  open: OpenMailbox,
  place: MailPlace,
  listed: ListedMail,
  audit: AuditRecorder,
): Promise<void> {
  const headers = await open.headersOf(place.uid)
  const identity = createHash('sha256').update('headers\n').update(headers).digest('hex')
  if (await hasMail(needs.db, needs.vault, identity)) return
  const file = { stream: () => pieces(headers) }
  await store(needs, { place, listed, file, facts: factsOfList(listed, identity), isOversized: true }, audit)
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes
}
