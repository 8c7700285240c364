import {
  type MailboxCheck,
  type MailRemoval,
  type MailState,
  type Office,
  type Page,
  type ReceivedMail,
  type ReceivedMailRow,
  reportCode,
  type TakenMailFile,
} from '@portal/contract'
import { isMessageAnswered } from '#features/case-messages/index.ts'
import type { CaseNeeds } from '#features/cases/index.ts'
import { AppError } from '#platform/app-error.ts'
import type { Scanner } from '#platform/attachments/scanner.ts'
import { type SpoolHandle, spool, streamSpooled } from '#platform/attachments/spool.ts'
import { idsOf } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Caller } from '#platform/session/caller.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { type MailboxSettings, namesOfMailboxes } from '#platform/settings/mailbox-settings.ts'
import { listChecks } from './mailbox-checks.store.ts'
import type { MailToRead } from './parse/read-mail.ts'
import { proposalsFor } from './proposals.ts'
import {
  findMail,
  type ListedMail,
  listMails,
  lockMail,
  type StoredMail,
  storeDecision,
} from './received-mails.store.ts'

export interface MailboxNeeds {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
  readonly files: Files
  readonly scanner: Pick<Scanner, 'scan'>
  readonly caseNeeds: CaseNeeds
  /** Folder of mails while their files are unpacked, where they are sealed. */
  readonly spoolFolder: string
  readonly mailboxes: MailboxSettings
  /** Unpacks the files of a mail in a process of its own. */
  readonly unpackMail: (mail: MailToRead) => Promise<SpoolHandle[]>
}

const damaged = '⚠'

/** A row of the list. */
function presentRow(
  { office }: Pick<MailboxNeeds, 'office'>,
  { id, kind, state, receivedAt, isCertified, fileCount, senderName, sender, subject, ...row }: ListedMail,
): ReceivedMailRow {
  const { caseId, protocolYear, protocolNumber } = row
  return {
    id,
    kind,
    state,
    receivedAt,
    isCertified,
    files: fileCount,
    senderName: senderName ?? '',
    sender: sender ?? damaged,
    subject: subject ?? '',
    case:
      caseId !== null && protocolYear !== null && protocolNumber !== null
        ? { id: caseId, code: reportCode(office.productTag, protocolYear, protocolNumber) }
        : undefined,
  }
}

/** A page of the received mails in a state. */
export async function listReceived(
  needs: MailboxNeeds,
  request: PageQuery<{ readonly state?: MailState | undefined }>,
  { audit }: Caller,
): Promise<Page<ReceivedMailRow>> {
  const { db, vault } = needs
  const page = await listMails(db, request, { vault, state: request.filters?.state ?? 'waiting' })
  audit.record('mail', idsOf(page.rows), page.rows.length > 0 ? ['sender', 'subject'] : [])
  return { ...page, rows: page.rows.map((row) => presentRow(needs, row)) }
}

/** The mailboxes that are set, with how reading them goes; one that was never tried has neither instant. */
export async function listMailboxes({ db, mailboxes }: MailboxNeeds): Promise<{ mailboxes: MailboxCheck[] }> {
  const checks = await listChecks(db)
  return {
    mailboxes: namesOfMailboxes(mailboxes).map((name) => {
      const { readAt, failingSince, failure } = checks.find(({ mailbox }) => mailbox === name) ?? {}
      return {
        isCertified: name === 'certified',
        readAt: readAt ?? undefined,
        failingSince: failingSince ?? undefined,
        failure: failure ?? undefined,
      }
    }),
  }
}

export async function getMail({ db, vault }: MailboxNeeds, id: number): Promise<StoredMail> {
  const mail = await findMail(db, vault, id)
  if (!mail) throw new AppError('not_found')
  return mail
}

/** Whether a mail that was added to a case may be taken out of it; undefined for one that was not. */
export async function removalOf(db: Db, { caseId, facts }: StoredMail): Promise<MailRemoval | undefined> {
  const added = facts?.added
  if (caseId === null || !added) return undefined
  const isAnswered = added.messageId !== undefined && (await isMessageAnswered(db, caseId, added.messageId))
  return isAnswered ? 'answered' : 'possible'
}

/** A mail for its page. */
export async function present(needs: MailboxNeeds, mail: StoredMail, caller: Caller): Promise<ReceivedMail> {
  const { number, facts, text, reason, decidedAt, decidedBy } = mail
  const names = await namesOf(needs.db, needs.vault, decidedBy === null ? [] : [decidedBy])
  const { certification, delivery } = facts ?? {}
  return {
    ...presentRow(needs, { ...mail, id: number }),
    text: text ?? '',
    isCut: facts?.isCut ?? false,
    fileNames: (facts?.files ?? []).map(({ name, size }) => ({ name, size })),
    certifiedSender: certification?.sender,
    certifiedAt: certification?.sentAt === undefined ? undefined : new Date(certification.sentAt),
    delivery: delivery?.state,
    deliveryReason: delivery?.reason,
    dismissal: reason ?? undefined,
    decidedAt: decidedAt ?? undefined,
    decidedBy: decidedBy === null ? undefined : names.get(decidedBy),
    removal: await removalOf(needs.db, mail),
    proposals: mail.state === 'waiting' ? await proposalsFor(needs, mail, caller) : [],
  }
}

/** A received mail with the cases that it may belong to. */
export async function readReceived(needs: MailboxNeeds, id: number, caller: Caller): Promise<ReceivedMail> {
  const mail = await getMail(needs, id)
  caller.audit.record('mail', [id], ['text'])
  return present(needs, mail, caller)
}

/**
 * Checks the files of a mail as uploads of the user; those that pass wait for the record that claims them. A repeat finds the same
 * files.
 */
export async function takeFiles(
  needs: MailboxNeeds,
  id: number,
  network: string,
  { user, audit }: Caller,
): Promise<TakenMailFile[]> {
  const mail = await getMail(needs, id)
  const names = (mail.facts?.files ?? []).map(({ name }) => name)
  if (names.length === 0) return []
  const { stream } = await needs.files.open(mail.id)
  const whole = await spool(needs.spoolFolder, stream, needs.mailboxes.largest)
  if (!whole) throw new AppError('conflict')
  try {
    const handles = await needs.unpackMail({
      handle: whole.handle,
      isCertifiedMailbox: mail.mailbox === 'certified',
    })
    const taken: TakenMailFile[] = []
    for (const [index, handle] of handles.entries()) {
      const name = names[index] ?? ''
      const upload = { name, chunks: streamSpooled(handle), declaredBytes: handle.size, isAbandoned: () => false }
      const uploader = {
        area: 'case',
        maker: { userId: user.id },
        network,
        idempotencyKey: `mail ${id} ${index}`,
      } as const
      taken.push({ name, outcome: await needs.scanner.scan(upload, uploader, audit) })
    }
    return taken
  } finally {
    await whole.close()
  }
}

/** Locks a mail in one of these states and opens it; throws 409 for one that was decided otherwise meanwhile. */
export async function holdMail(
  { vault }: Pick<MailboxNeeds, 'vault'>,
  tx: Db,
  id: number,
  states: readonly MailState[],
): Promise<StoredMail> {
  const locked = await lockMail(tx, id)
  if (!locked) throw new AppError('not_found')
  if (!states.includes(locked.state)) throw new AppError('conflict')
  const mail = await findMail(tx, vault, id)
  if (!mail) throw new AppError('not_found')
  return mail
}

/** Marks a mail as not for the office. */
export async function dismiss(needs: MailboxNeeds, id: number, reason: string, caller: Caller): Promise<ReceivedMail> {
  const { inTransaction, vault, clock } = needs
  const { user, audit } = caller
  await inTransaction(audit, async (tx) => {
    const mail = await holdMail(needs, tx, id, ['waiting'])
    const decision = { state: 'dismissed', reason, decidedAt: clock.now(), decidedBy: user.id } as const
    await storeDecision(tx, vault, mail, { caseId: null, ...decision })
    audit.record('mail', [id], ['state'])
  })
  return present(needs, await getMail(needs, id), caller)
}
