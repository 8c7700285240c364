import { createHash } from 'node:crypto'
import { convert } from 'html-to-text'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { openSpooled, type SpoolHandle, spoolContent } from '#platform/attachments/spool.ts'
import { readDeliveryStatus } from './bounce.ts'
import { type CertificationData, noteOfReceipt, readCertificationData } from './certified-mail.ts'
import type { DeliveryNote, MailAddress, MailFacts, MailFile } from './mail-facts.ts'

export interface MailToRead {
  readonly handle: SpoolHandle
  /**
   * Whether the mailbox is one of certified mail: its provider checks the signature of envelopes and receipts and wraps all
   * other mail as an anomaly. Elsewhere anybody could have written them.
   */
  readonly isCertifiedMailbox: boolean
}

/** Characters of a text that the office sees; the whole mail stays in its file. */
const maxText = 20_000
const maxSubject = 500
const maxReferences = 50

/** Reads a mail that the server has spooled; in a process of its own. Throws where it cannot be taken apart. */
export async function readMail({ handle, isCertifiedMailbox }: MailToRead): Promise<MailFacts> {
  const bytes = readAll(handle)
  const outer = await parse(bytes)
  const envelope = isCertifiedMailbox ? envelopeOf(outer) : undefined
  const inner = envelope?.content ? await parse(envelope.content) : outer
  const text = textOf(inner)
  const delivery = (envelope?.data && noteOfReceipt(envelope.data)) ?? (await noteOfBounce(outer))
  return {
    messageId: inner.messageId ?? outer.messageId,
    references: referencesOf(inner),
    sender: senderOf(inner),
    subject: cleaned(inner.subject ?? '').slice(0, maxSubject),
    sentAt: instantOf(inner.date),
    text: text.slice(0, maxText),
    isCut: text.length > maxText,
    files: filesOf(inner).map(describe),
    isAutomatic: isAutomatic(inner),
    certification: envelope?.data?.kind === 'posta-certificata' ? certificationOf(envelope.data) : undefined,
    delivery,
    identity: identityOf(bytes, outer.messageId),
  }
}

/** Writes the files of a mail beside it, in the order of `MailFacts.files`, for the antivirus and the store. */
export async function unpackMail({ handle, isCertifiedMailbox }: MailToRead): Promise<SpoolHandle[]> {
  const outer = await parse(readAll(handle))
  const envelope = isCertifiedMailbox ? envelopeOf(outer) : undefined
  const inner = envelope?.content ? await parse(envelope.content) : outer
  return filesOf(inner).map((file, index) => spoolContent(handle, index, bytesOf(file)))
}

function readAll(handle: SpoolHandle): Buffer {
  const file = openSpooled(handle)
  try {
    return Buffer.concat([...file.windows()])
  } finally {
    file.close()
  }
}

const parse = (bytes: Uint8Array) => new PostalMime({ maxRfc822NestingDepth: 0 }).parse(bytes)

const headerOf = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value.trim()
// Without `attachmentEncoding` contents are bytes.
const bytesOf = ({ content }: Attachment) => Buffer.from(content as Uint8Array)

/** The envelope of certified mail or of an anomaly, with the mail within it; a receipt has data alone. */
function envelopeOf(outer: Email): { content: Buffer | undefined; data: CertificationData | undefined } | undefined {
  const transport = headerOf(outer, 'x-trasporto')?.toLowerCase()
  const isReceipt = headerOf(outer, 'x-ricevuta') !== undefined
  if (transport === undefined && !isReceipt) return undefined
  const named = (name: string) => outer.attachments.find(({ filename }) => filename?.toLowerCase() === name)
  const wrapped = isReceipt ? undefined : named('postacert.eml')
  const data = named('daticert.xml')
  return {
    content: wrapped && bytesOf(wrapped),
    data: data && readCertificationData(bytesOf(data).toString('utf8')),
  }
}

const certificationOf = ({ sender, sentAt }: CertificationData) => ({ sender, sentAt })

/** What a bounce says: a report of a mail server with the headers of the mail that it is about (RFC 3462). */
async function noteOfBounce({ attachments }: Email): Promise<DeliveryNote | undefined> {
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const status = report && readDeliveryStatus(bytesOf(report).toString('latin1'))
  const original = attachments.find(({ mimeType }) => /^(?:text\/rfc822-headers|message\/rfc822)$/.test(mimeType))
  if (!status || !original) return undefined
  const { messageId } = await parse(bytesOf(original))
  return { ...status, messageIds: messageId ? [messageId] : [] }
}

function referencesOf({ inReplyTo = '', references = '' }: Email): string[] {
  const ids = (text: string) => text.match(/<[^<>\s]{1,250}>/g) ?? []
  return [...new Set([...ids(inReplyTo), ...ids(references).reverse()])].slice(0, maxReferences)
}

/** The address for answers, where the mail has one, under the name of its sender. */
function senderOf({ from, sender, replyTo }: Email): MailAddress {
  const first = (one: Email['from']) => (one?.group ? one.group[0] : one)
  const written = first(from) ?? first(sender)
  const address = written?.address || first(replyTo?.[0])?.address || ''
  return { name: cleaned(written?.name ?? '').slice(0, 200), address: address.slice(0, 254) }
}

function instantOf(date: string | undefined): string | undefined {
  const instant = new Date(date ?? '')
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}

/** The text; of a mail in HTML alone its words, without links to follow or pictures to load. */
function textOf({ text, html }: Email): string {
  const words = text?.trim() ? text : html ? wordsOf(html) : ''
  return cleaned(words.replaceAll('\r\n', '\n').replaceAll('\0', '')).trim()
}

const wordsOf = (html: string) =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 2_000_000, maxDepth: 100 },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })

/** Characters 80 to 9F of windows-1252, which `TextDecoder` of Node.js 20 leaves as the controls of ISO 8859-1. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const cleaned = (text: string) =>
  text.replace(/[\u0080-\u009f]/g, (control) => windows1252[control.charCodeAt(0) - 0x80] ?? control)

const isAutomatic = (mail: Email) => {
  const submitted = headerOf(mail, 'auto-submitted')?.toLowerCase()
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /^(?:bulk|junk|list|auto_reply)$/i.test(headerOf(mail, 'precedence') ?? '') ||
    headerOf(mail, 'return-path') === '<>' ||
    headerOf(mail, 'x-auto-response-suppress') !== undefined
  )
}

/** The files without the signature of the mail and the parts of reports of mail servers, which are no evidence. */
const filesOf = ({ attachments }: Email) =>
  attachments.filter(
    ({ mimeType }) => !/^(?:application\/(?:x-)?pkcs7-signature|message\/delivery-status)$/.test(mimeType),
  )

function describe(file: Attachment, index: number): MailFile {
  const fallback = file.mimeType === 'message/rfc822' ? `messaggio-${index + 1}.eml` : `allegato-${index + 1}`
  return {
    name: (file.filename?.trim() || fallback).slice(0, 200),
    mediaType: file.mimeType.slice(0, 100),
    size: bytesOf(file).length,
  }
}

/** Copies of one mail came over different ways, which the headers note; another mail with the same Message-ID is another one. */
function identityOf(bytes: Buffer, messageId: string | undefined): string {
  const hash = createHash('sha256')
  if (messageId === undefined) return hash.update(bytes).digest('hex')
  const end = bytes.indexOf('\r\n\r\n')
  return hash
    .update(`${messageId}\n`)
    .update(bytes.subarray(Math.max(0, end)))
    .digest('hex')
}
