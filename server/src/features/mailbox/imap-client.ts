import type { Readable } from 'node:stream'
import type { MailboxFailure } from '@portal/contract'
import { ImapFlow } from 'imapflow'
import type { Mailbox } from '#platform/settings/mailbox-settings.ts'
import { isLoopback } from '#platform/settings/related-settings.ts'

/** A mail as the list of its mailbox has it. */
export interface ListedMail {
  readonly uid: number
  /** Bytes. */
  readonly size: number
  /** When it reached the mailbox. */
  readonly receivedAt: Date | undefined
  readonly messageId: string | undefined
  readonly senderName: string
  readonly sender: string
  readonly subject: string
}

/** An open mailbox. */
export interface OpenMailbox {
  readonly uidValidity: number
  list(): Promise<ListedMail[]>
  /** The bytes of a mail, in pieces. */
  download(uid: number): Promise<Readable>
  headersOf(uid: number): Promise<Buffer>
  /** Moves a mail to the folder of those that are stored; it stays where the server does not do so. */
  moveToDone(uid: number): Promise<void>
}

/** Milliseconds. */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

/** Why a mailbox cannot be read, by the error of the library. */
export function mailboxFailureOf(error: unknown): MailboxFailure {
  const { authenticationFailed, code = '' } = error as { authenticationFailed?: boolean; code?: string }
  if (authenticationFailed) return 'denied'
  return /^(?:E[A-Z_]+|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|NoConnection|ClosedAfterConnect\w*)$/.test(code)
    ? 'unreachable'
    : 'other'
}

/** Opens a mailbox, does the work and closes it. The library logs nothing: lines of the protocol have personal data. */
export async function withMailbox<T>(
  { host, port, isSecure, user, password, folder }: Mailbox,
  doneFolder: string,
  work: (mailbox: OpenMailbox) => Promise<T>,
): Promise<T> {
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    ...patience,
    // A password never crosses a network in clear.
    ...(!isSecure && !isLoopback(host) && { doSTARTTLS: true }),
  })
  // Errors reach the call that waits; without a listener one between two calls would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    if (!(await hasFolder(client, doneFolder))) await client.mailboxCreate(doneFolder)
    const { uidValidity } = await client.mailboxOpen(folder)
    return await work(mailboxOf(client, Number(uidValidity), doneFolder))
  } finally {
    await client.logout().catch(() => client.close())
  }
}

const hasFolder = async (client: ImapFlow, folder: string) => (await client.list()).some(({ path }) => path === folder)

const mailboxOf = (client: ImapFlow, uidValidity: number, doneFolder: string): OpenMailbox => ({
  uidValidity,
  async list() {
    const mails: ListedMail[] = []
    for await (const { uid, size, internalDate, envelope } of client.fetch(
      '1:*',
      { uid: true, size: true, internalDate: true, envelope: true },
      { uid: true },
    )) {
      const [from] = envelope?.from ?? []
      mails.push({
        uid,
        size: size ?? 0,
        receivedAt: internalDate ? new Date(internalDate) : undefined,
        messageId: envelope?.messageId,
        senderName: from?.name ?? '',
        sender: from?.address ?? '',
        subject: envelope?.subject ?? '',
      })
    }
    return mails
  },
  async download(uid) {
    const { content } = await client.download(String(uid), undefined, { uid: true })
    if (!content) throw new Error('The mail is not in the mailbox any more.')
    return content
  },
  async headersOf(uid) {
    const mail = await client.fetchOne(String(uid), { headers: true }, { uid: true })
    if (mail === false || !mail.headers) throw new Error('The mail is not in the mailbox any more.')
    return mail.headers
  },
  async moveToDone(uid) {
    await client.messageMove(String(uid), doneFolder, { uid: true })
  },
})
