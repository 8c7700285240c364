import type { AddedMail, MailState, ReceivedMail, TakenMailFile } from '@portal/contract'
import { deleteComment, deleteMessage, insertComment, insertMessage } from '#features/case-messages/index.ts'
import { noteAnswered, noteOnCase, permissionsFor } from '#features/cases/index.ts'
import { AppError } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { formatInstant } from '#platform/format-instant.ts'
import type { Caller } from '#platform/session/caller.ts'
import { textsIn } from '#platform/texts.ts'
import { getMail, holdMail, type MailboxNeeds, present, removalOf, takeFiles } from './mailbox.service.ts'
import { type AddedParts, type StoredMail, storeDecision } from './received-mails.store.ts'

/** Ids of the accepted files, each once: a mail may have one file twice. */
const acceptedIds = (files: readonly TakenMailFile[]) => [
  ...new Set(files.flatMap(({ outcome }) => outcome.attachment?.id ?? [])),
]

/** The states from which a mail may get into a case: also an automatic one that turns out to be more, or one thought not to be. */
const decidable: readonly MailState[] = ['waiting', 'noted', 'dismissed']

/** Binds a mail to the case that is made of it. */
export async function putInCase(
  needs: Pick<MailboxNeeds, 'vault' | 'clock'>,
  tx: Db,
  mail: MailOfCase,
  caller: Caller,
): Promise<void> {
  await bind(needs, tx, { ...mail, mail: await holdMail(needs, tx, mail.id, decidable) }, caller)
}

interface BoundMail extends MailOfCase {
  readonly mail: StoredMail
  /** What the case got of it beside: nothing where it was made of the mail. */
  readonly written?: AddedParts
}

async function bind(
  { vault, clock }: Pick<MailboxNeeds, 'vault' | 'clock'>,
  tx: Db,
  { id, caseId, isFromReporter = true, mail, written }: BoundMail,
  { user, audit }: Caller,
): Promise<void> {
  const decision = { caseId, fromReporter: isFromReporter, decidedAt: clock.now(), decidedBy: user.id }
  await storeDecision(tx, vault, mail, { state: 'inCase', ...decision, ...(written && { added: written }) })
  audit.record('mail', [id], ['caseId'])
}

/** A mail to put into a case. */
interface MailOfCase {
  readonly id: number
  readonly caseId: number
  /** Whether the reporter of the case wrote it, as the operator says; a new case is made of a mail of its reporter. */
  readonly isFromReporter?: boolean | undefined
}

type Written = Omit<AddedParts, 'fileIds'>

/** The type of documents that came by mail, in the list of the office's types of files. */
const correspondenceType = 6

interface MailToAdd extends MailOfCase {
  readonly mail: StoredMail
  /** Of the files that passed the checks. */
  readonly fileIds: readonly string[]
}

/** Writes a mail of the reporter as their message, with its files. */
async function writeAsMessage(
  needs: MailboxNeeds,
  tx: Db,
  added: MailToAdd,
  { user, audit }: Caller,
): Promise<Written> {
  const { caseId, mail, fileIds: ids } = added
  const written = { caseId, text: mail.text ?? '', writtenBy: null, sentAt: needs.clock.now() }
  const messageId = await insertMessage(tx, needs.vault, {
    ...written,
    receivedMail: mail.number,
    mailIdentity: mail.messageId ?? undefined,
  })
  const claim = { ids, maker: { userId: user.id }, owner: { caseId, messageId }, wirePath: 'allegati' }
  await needs.caseNeeds.claimFiles(tx, claim, audit)
  await noteAnswered(needs.caseNeeds, tx, caseId, 'answered')
  return { messageId }
}

/** Writes a mail of another person as a comment, which only the office reads, and its files as documents of the office. */
async function writeAsComment(needs: MailboxNeeds, tx: Db, added: MailToAdd, caller: Caller): Promise<Written> {
  const { caseNeeds, vault, clock } = needs
  const { caseId, mail, fileIds } = added
  const t = textsIn('it')
  const sender = [mail.senderName, mail.sender && `<${mail.sender}>`].filter(Boolean).join(' ')
  const head = t('receivedMail.comment', { sender, at: formatInstant(mail.receivedAt), subject: mail.subject ?? '' })
  const written = { writtenBy: caller.user.id, writtenAt: clock.now(), mentions: [] }
  const commentId = await insertComment(tx, vault, { caseId, text: `${head}\n\n${mail.text ?? ''}`.trim(), ...written })
  const types = await caseNeeds.documentTypes(tx)
  const typeId = types.includes(correspondenceType) ? correspondenceType : (types.at(-1) ?? correspondenceType)
  const documents = fileIds.map((id) => ({ id, typeId }))
  if (documents.length > 0) await caseNeeds.documents.add(tx, caseId, documents, caller)
  return { commentId }
}

/** Notes in the history of a case that a mail was added, with its files, or taken out. */
async function noteMail(
  { caseNeeds }: MailboxNeeds,
  tx: Db,
  { caseId, kind, names }: { caseId: number; kind: 'mailAdded' | 'mailRemoved'; names: readonly string[] },
  { user, audit }: Caller,
): Promise<void> {
  const side = kind === 'mailAdded' ? 'after' : 'before'
  const changes = names.map((name) => ({ member: 'document' as const, [side]: name }))
  await noteOnCase(caseNeeds, tx, { caseId, kind, changes }, user)
  audit.record('case', [caseId], ['messages'])
}

/** Adds a mail to a case that exists, with its files that pass the checks. */
export async function addToCase(
  needs: MailboxNeeds,
  { network, ...added }: MailOfCase & { readonly network: string },
  caller: Caller,
): Promise<AddedMail> {
  const { id, caseId, isFromReporter = true } = added
  const files = await takeFiles(needs, id, network, caller)
  const write = isFromReporter ? writeAsMessage : writeAsComment
  await needs.inTransaction(caller.audit, async (tx) => {
    const access = await permissionsFor(needs, caseId, caller.user, tx)
    if (access.isPseudonymised) throw new AppError('conflict')
    const mail = await holdMail(needs, tx, id, decidable)
    const fileIds = acceptedIds(files)
    const written = await write(needs, tx, { ...added, mail, fileIds }, caller)
    await bind(needs, tx, { ...added, mail, written: { ...written, fileIds } }, caller)
    const names = files.flatMap(({ name, outcome }) => (outcome.attachment ? [name] : []))
    await noteMail(needs, tx, { caseId, kind: 'mailAdded', names }, caller)
  })
  return { mail: await present(needs, await getMail(needs, id), caller), files }
}

/** Deletes what a case got of a mail; returns the stored names of its files, to discard after the commit. */
async function takeOut(needs: MailboxNeeds, tx: Db, mail: StoredMail, caller: Caller): Promise<string[]> {
  const { caseNeeds } = needs
  const { caseId } = mail
  const added = mail.facts?.added
  if (caseId === null || !added || (await removalOf(tx, mail)) !== 'possible') throw new AppError('conflict')
  const files = (await caseNeeds.documents.listOf(tx, caseId)).filter(({ id }) => added.fileIds.includes(id))
  const storedNames: string[] = []
  for (const { id } of files) storedNames.push(...(await caseNeeds.documents.remove(tx, id)))
  if (added.messageId !== undefined) await deleteMessage(tx, caseId, added.messageId)
  if (added.commentId !== undefined) await deleteComment(tx, caseId, added.commentId)
  if (files.length > 0)
    caller.audit.record(
      'file',
      files.map(({ number }) => number),
    )
  await noteMail(needs, tx, { caseId, kind: 'mailRemoved', names: files.map(({ name }) => name) }, caller)
  return storedNames
}

/** Takes back that a mail is not for the office, or that it was added to a case: it is to be reviewed again. */
export async function reviewAgain(needs: MailboxNeeds, id: number, caller: Caller): Promise<ReceivedMail> {
  const { inTransaction, vault, caseNeeds } = needs
  const { caseId } = await getMail(needs, id)
  const storedNames = await inTransaction(caller.audit, async (tx) => {
    if (caseId !== null && (await permissionsFor(needs, caseId, caller.user, tx)).isPseudonymised)
      throw new AppError('conflict')
    const mail = await holdMail(needs, tx, id, ['dismissed', 'inCase'])
    if (mail.caseId !== caseId) throw new AppError('conflict')
    const names = mail.state === 'inCase' ? await takeOut(needs, tx, mail, caller) : []
    const undecided = { fromReporter: null, decidedAt: null, decidedBy: null } as const
    await storeDecision(tx, vault, mail, { state: 'waiting', caseId: null, ...undecided })
    caller.audit.record('mail', [id], ['state'])
    return names
  })
  await caseNeeds.documents.discard(storedNames)
  return present(needs, await getMail(needs, id), caller)
}
