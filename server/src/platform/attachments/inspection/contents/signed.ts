import { largestFile } from '@portal/contract'
import { type AsnType, Constructed, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import type { Budget } from '../../../parsing/budget.ts'
import { ClosedContentError, type Contents } from './contents.ts'

// RFC 5652, RFC 3274, RFC 5083, RFC 5544, RFC 3161.
const signedData = '1.2.840.113549.1.7.2'
const timeStampedData = '1.2.840.113549.1.9.16.1.31'
const timeStamp = '1.2.840.113549.1.9.16.1.4'
/** Enveloped, encrypted, compressed and authenticated data. */
const closedTypes = [
  '1.2.840.113549.1.7.3',
  '1.2.840.113549.1.7.6',
  '1.2.840.113549.1.9.16.1.9',
  '1.2.840.113549.1.9.16.1.23',
]

/**
 * The content of a CMS file (`p7m`, `p7s`, `tsd`): none for a detached signature. Undefined for a file of another kind; throws
 * for one that is encrypted. Signatures are not verified.
 */
export function readSigned(file: Buffer, name: string, budget: Budget): Contents | undefined {
  const message = parse(binaryOf(file, budget))
  if (!message) return undefined
  const [type, wrapped] = message
  const [body] = partsOf(wrapped)
  const id = idOf(type)
  if (closedTypes.includes(id)) throw new ClosedContentError()
  if (!(body instanceof Sequence)) return undefined
  if (id === timeStampedData) return contentsOf(body.valueBlock.value.find(isOctets), name, budget)
  if (id !== signedData) return undefined
  const encapsulated = body.valueBlock.value[2]
  if (!(encapsulated instanceof Sequence)) return undefined
  const [contentType, content] = encapsulated.valueBlock.value
  if (idOf(contentType) === timeStamp) return { files: [] }
  return contentsOf(partsOf(content).find(isOctets), name, budget)
}

/** Whether a file is a CMS message, of whatever type. */
export function isSigned(file: Buffer, budget: Budget): boolean {
  const id = idOf(parse(binaryOf(file, budget))?.[0])
  return id === signedData || id === timeStampedData || closedTypes.includes(id)
}

const isOctets = (part: AsnType) => part instanceof OctetString
const partsOf = (part: AsnType | undefined): AsnType[] =>
  part instanceof Constructed || part instanceof Sequence ? part.valueBlock.value : []
const idOf = (part: AsnType | undefined): string => (part instanceof ObjectIdentifier ? part.valueBlock.toString() : '')

function contentsOf(octets: AsnType | undefined, name: string, budget: Budget): Contents {
  if (!(octets instanceof OctetString)) return { files: [] }
  const bytes = Buffer.from(octets.getValue())
  budget.spendBytes(bytes.length)
  return { files: [{ name: name.replace(/\.[^.]*$/, ''), bytes }] }
}

/** What programs leave behind a message: line breaks or zeros. */
const isFiller = (bytes: Buffer) => bytes.every((byte) => byte === 0 || byte === 0x0a || byte === 0x0d || byte === 0x1a)

/** Enough for an upload of the largest size in pieces of 1,000 bytes, as programs write that sign a stream. */
const limits = { maxDepth: 100, maxNodes: 50_000, maxContentLength: largestFile.case }

/** The parts of a message, its type and its body; undefined for bytes that are none, or that more than filler follows. */
function parse(bytes: Buffer): readonly AsnType[] | undefined {
  const sequence = 0x30
  if (bytes[0] !== sequence) return undefined
  try {
    const { result, offset } = fromBER(bytes, limits)
    if (offset < 0 || !isFiller(bytes.subarray(offset))) return undefined
    return result instanceof Sequence ? result.valueBlock.value : undefined
  } catch {
    // Not ASN.1, or nested beyond the stack.
    return undefined
  }
}

const armour = /^\s*-----BEGIN [A-Z0-9 #]{1,40}-----\s/
const headBytes = 256

/** The bytes of a message that may be written as text: in PEM (RFC 7468), or in Base64 alone. */
function binaryOf(file: Buffer, budget: Budget): Buffer {
  const head = file.toString('latin1', 0, headBytes)
  const [opening] = armour.exec(head) ?? []
  if (!opening && !/^\s*MI[A-Za-z0-9+/=\s]+$/.test(head)) return file
  budget.spendBytes(file.length)
  const text = file.toString('latin1', opening?.length ?? 0)
  const [digits = ''] = text.split('-----END ', 1)
  return /[^A-Za-z0-9+/=\s]/.test(digits) ? file : Buffer.from(digits, 'base64')
}
