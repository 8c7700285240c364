import { expected, type Setting, text, whole } from './setting-kinds.ts'

/** A mailbox that the portal reads by IMAP. */
export interface Mailbox {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS, except on this machine. */
  readonly isSecure: boolean
  readonly user: string
  readonly password: string
  /** The folder that is read. */
  readonly folder: string
}

const example = 'imaps://user%40office.example:password@host:993'

/** A mailbox, as an address with its user and password. */
const mailbox = (about: string): Setting<Mailbox> => ({
  about: `${about}, as \`${example}\`; characters such as @ in user or password are percent-encoded.`,
  fallback: undefined,
  isSecret: true,
  read: (value) => mailboxOf(value) ?? expected(`an address such as ${example}`),
})

function mailboxOf(value: string): Mailbox | undefined {
  if (!URL.canParse(value)) return undefined
  const { protocol, hostname, port, username, password, pathname } = new URL(value)
  const isSecure = protocol === 'imaps:'
  if (!(isSecure || protocol === 'imap:') || !hostname || !username || !password) return undefined
  return {
    host: hostname,
    port: Number(port) || (isSecure ? 993 : 143),
    isSecure,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
  }
}

/** The mailboxes whose mails become entries to review. */
// biome-ignore format: a table
export const mailboxSettings = {
  MAILBOX_URL:          mailbox('Mailbox (IMAP) whose mails become entries to review; without it no mailbox is read'),
  CERTIFIED_MAILBOX_URL: mailbox('The same for a mailbox of certified mail (PEC), whose provider checks envelopes and receipts'),
  MAILBOX_DONE_FOLDER:  text('Folder of the mailbox to which a mail is moved once it is stored; it is created where it is missing.', 'Portale'),
  MAILBOX_LARGEST_MB:   whole('Megabytes of the largest mail that is fetched; a larger one stays in the mailbox, and its entry says so.', 25, 1, 100),
  KEEP_RECEIVED_MAILS_DAYS: whole('Days after which mails that are not for the office, automatic mails and receipts are deleted.', 90, 1, 3650),
}

type Values = {
  [K in keyof typeof mailboxSettings]: (typeof mailboxSettings)[K] extends Setting<infer T> ? T : never
}

export interface MailboxSettings {
  readonly ordinary: Mailbox | undefined
  readonly certified: Mailbox | undefined
  readonly doneFolder: string
  /** Bytes. */
  readonly largest: number
}

export const mailboxesOf = (values: Values): MailboxSettings => ({
  ordinary: values.MAILBOX_URL,
  certified: values.CERTIFIED_MAILBOX_URL,
  doneFolder: values.MAILBOX_DONE_FOLDER,
  largest: values.MAILBOX_LARGEST_MB * 1024 * 1024,
})

/** The names of the mailboxes that are set. */
export const namesOfMailboxes = (settings: MailboxSettings) =>
  (['ordinary', 'certified'] as const).filter((name) => settings[name] !== undefined)

/** The address of the mailbox that answers to a mail are to reach: the one that it came to, or one that the portal reads. */
export function addressForAnswers(
  { ordinary, certified }: MailboxSettings,
  mailbox: 'ordinary' | 'certified' | undefined,
): string | undefined {
  const wanted = (mailbox === 'certified' ? certified : ordinary) ?? ordinary ?? certified
  return wanted?.user.includes('@') ? wanted.user : undefined
}
