import PostalMime, { decodeWords } from 'postal-mime'
import type { Budget } from '../../../parsing/budget.ts'
import { ClosedContentError, type Content, type Contents } from './contents.ts'

/** A header value with its parameters. */
interface MailHeader {
  readonly value: string
  readonly params: Readonly<Record<string, string>>
}

/**
 * A part of a mail in the tree of the parser. Its types leave the tree out, but its list of attachments has neither the names
 * of texts that a program shows in the mail nor their bytes.
 */
interface MailPart {
  readonly childNodes: readonly MailPart[]
  readonly contentType: { readonly parsed: MailHeader }
  readonly contentDisposition: { readonly parsed: MailHeader }
  readonly content: ArrayBuffer | null
}

/** Parts that stand for a content elsewhere, or for a piece of one. */
const incomplete = ['message/partial', 'message/external-body']
const partSteps = 500

/** The files and texts of a mail (RFC 5322, RFC 2045); a message in it is one of the files. */
export async function readMail(file: Buffer, _name: string, budget: Budget): Promise<Contents> {
  budget.spendBytes(file.length)
  const parser = new PostalMime({ maxRfc822NestingDepth: 0 })
  await parser.parse(file).catch(() => {
    throw new ClosedContentError()
  })
  // The tree is there after `parse`; the exact version of the package is fixed, and tests read names of texts.
  const { root } = parser as unknown as { readonly root: MailPart }
  const files: Content[] = []
  const texts: Buffer[] = []
  for (const part of partsOf(root)) {
    budget.spendSteps(partSteps)
    const media = part.contentType.parsed.value.toLowerCase()
    if (incomplete.includes(media)) throw new ClosedContentError()
    const bytes = Buffer.from(part.content ?? new ArrayBuffer(0))
    const name = nameOf(part)
    if (bytes.length === 0) continue
    if (name === undefined && isText(media)) texts.push(refuseHiddenFile(bytes))
    else files.push({ name, media, bytes })
  }
  return { files, texts }
}

function* partsOf(part: MailPart): Generator<MailPart, void> {
  if (part.childNodes.length === 0) yield part
  for (const child of part.childNodes) yield* partsOf(child)
}

function nameOf({ contentDisposition, contentType }: MailPart): string | undefined {
  const name = contentDisposition.parsed.params.filename ?? contentType.parsed.params.name
  return name === undefined || name === '' ? undefined : decodeWords(name)
}

/** Texts of a mail, and of the reports that mail servers send: `message/delivery-status` and others (RFC 3464, RFC 8098). */
const isText = (media: string) =>
  /^(?:text\/(?:plain|html|enriched|rfc822-headers|x-amp-html|watch-html)|message\/(?:delivery-status|disposition-notification|feedback-report))$/.test(
    media,
  )

/** A file that old programs write into the text itself (uuencode): its first line, and one of 45 bytes or the last. */
const uuencoded = /^begin [0-7]{3,4} ([^\r\n]{1,255})\r?\n(?:M[ -`]{60}|[!-L][ -`]{4,60})\r?\n/m

function refuseHiddenFile(text: Buffer): Buffer {
  const [, name] = uuencoded.exec(text.toString('latin1')) ?? []
  if (name !== undefined) throw new ClosedContentError(name)
  return text
}
