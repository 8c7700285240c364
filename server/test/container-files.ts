import CFB from 'cfb'
import PDFDocument from 'pdfkit'
import { ascii, hex, joined } from './bytes.ts'

// DER and BER (ITU-T X.690), as far as CMS needs them.
const lengthOf = (size: number) => {
  if (size < 0x80) return Buffer.from([size])
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(size)
  return joined(Buffer.from([0x84]), bytes)
}
const der = (tag: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return joined(Buffer.from([tag]), lengthOf(body.length), body)
}
const [sequence, set, octets, wrapped] = [0x30, 0x31, 0x04, 0xa0]
const one = hex('020101')
const dataType = hex('06092a864886f70d010701')
const signedType = hex('06092a864886f70d010702')
const envelopedType = hex('06092a864886f70d010703')
const timeStampedType = hex('060b2a864886f70d010910011f')

const message = (type: Buffer, body: Buffer) => der(sequence, type, der(wrapped, body))
const signedBody = (...content: Buffer[]) =>
  message(signedType, der(sequence, one, der(set), der(sequence, dataType, ...content), der(set)))

/** A signed file (CAdES) without signers: nobody verifies signatures here. */
export const signed = (content: Buffer) => signedBody(der(wrapped, der(octets, content)))
/** A signature alone, beside its file. */
export const detached = () => signedBody()
/** The content in pieces of 1,000 bytes and without lengths, as programs write that sign a stream. */
export function signedInPieces(content: Buffer): Buffer {
  const pieces = Array.from({ length: Math.ceil(content.length / 1000) }, (_, index) =>
    der(octets, content.subarray(index * 1000, index * 1000 + 1000)),
  )
  const end = hex('0000')
  return signedBody(joined(hex('a080'), hex('2480'), ...pieces, end, end))
}
export const armoured = (bytes: Buffer, label = 'PKCS7') =>
  ascii(`-----BEGIN ${label}-----\n${inLines(bytes)}\n-----END ${label}-----\n`)
export const inBase64 = (bytes: Buffer) => ascii(`${inLines(bytes)}\n`)
const inLines = (bytes: Buffer) => bytes.toString('base64').replace(/.{64}/g, '$&\n')
/** A file with its time stamp (RFC 5544). */
export const timeStamped = (content: Buffer) =>
  message(timeStampedType, der(sequence, one, der(octets, content), der(wrapped)))
/** A mail that only its recipient opens. */
export const enveloped = () => message(envelopedType, der(sequence, one, der(set), der(sequence, dataType)))

export interface MailPart {
  readonly name?: string
  readonly media?: string
  readonly bytes: Buffer
  readonly disposition?: 'attachment' | 'inline'
}

const mailHead = 'From: a@example.it\r\nTo: b@example.it\r\nSubject: Prova\r\nMIME-Version: 1.0\r\n'

/** A mail with a text and these parts. */
export function mailOf(...parts: MailPart[]): Buffer {
  const lines = parts.flatMap(({ name, media = 'application/octet-stream', bytes, disposition = 'attachment' }) => [
    '--limite',
    `Content-Type: ${media}${name === undefined ? '' : `; name="${name}"`}`,
    `Content-Disposition: ${disposition}${name === undefined ? '' : `; filename="${name}"`}`,
    'Content-Transfer-Encoding: base64',
    '',
    inLines(bytes),
  ])
  const text = ['--limite', 'Content-Type: text/plain; charset=utf-8', '', 'Buongiorno']
  return ascii(
    `${mailHead}Content-Type: multipart/mixed; boundary="limite"\r\n\r\n${[...text, ...lines, '--limite--', ''].join('\r\n')}`,
  )
}
export const mailWithText = (text: string, media = 'text/plain') =>
  ascii(`${mailHead}Content-Type: ${media}\r\n\r\n${text}\r\n`)

const wide = (text: string) => Buffer.from(text, 'utf16le')

interface OutlookFile {
  readonly name: string
  readonly bytes: Buffer
}

/** Adds a message of Outlook ([MS-OXMSG]) to a compound file, in the storage `at`. */
function addMessage(
  compound: CFB.CFB$Container,
  at: string,
  files: readonly OutlookFile[],
  inner?: readonly OutlookFile[],
) {
  const add = (path: string, bytes: Buffer) => CFB.utils.cfb_add(compound, `${at}${path}`, bytes)
  add('__properties_version1.0', Buffer.alloc(32))
  add('__substg1.0_1000001F', wide('Buongiorno'))
  for (const [index, { name, bytes }] of files.entries()) {
    const storage = `__attach_version1.0_#0000000${index}/`
    add(`${storage}__substg1.0_3707001F`, wide(name))
    add(`${storage}__substg1.0_37010102`, bytes)
  }
  if (inner) addMessage(compound, `${at}__attach_version1.0_#0000000${files.length}/__substg1.0_3701000D/`, inner)
}

/** A message of Outlook with files, and with a message in it that has others. */
export function outlookOf(files: readonly OutlookFile[] = [], inner?: readonly OutlookFile[]): Buffer {
  const compound = CFB.utils.cfb_new()
  addMessage(compound, '/', files, inner)
  return Buffer.from(CFB.write(compound, { type: 'buffer' }) as Buffer) // `write` returns what its option says
}

/** An old document whose streams have these bytes. */
export function compoundOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const compound = CFB.utils.cfb_new()
  for (const [name, bytes] of Object.entries(streams)) CFB.utils.cfb_add(compound, `/${name}`, bytes)
  return Buffer.from(CFB.write(compound, { type: 'buffer' }) as Buffer) // `write` returns what its option says
}

type PdfVersion = NonNullable<PDFKit.PDFDocumentOptions['pdfVersion']>

/** A PDF that opens with a password, or without one where only its owner has one. */
export async function protectedPdf(pdfVersion: PdfVersion, userPassword: string | undefined): Promise<Buffer> {
  const document = new PDFDocument({ pdfVersion, ...(userPassword && { userPassword }), ownerPassword: 'proprietario' })
  document.text('Buongiorno')
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer) // without an encoding a stream of bytes
  return Buffer.concat(chunks)
}

export const daticert = ascii(
  '<?xml version="1.0" encoding="UTF-8"?>\n<postacert tipo="posta-certificata" errore="nessuno"><intestazione/></postacert>\n',
)

/** A certified mail: its data, the message itself, and the signature of the provider. */
export const certifiedMail = (inner = mailOf({ name: 'istanza.pdf.p7m', bytes: signed(ascii('%PDF-1.4\n%%EOF\n')) })) =>
  mailOf(
    { name: 'daticert.xml', media: 'application/xml', bytes: daticert },
    { name: 'postacert.eml', media: 'message/rfc822', bytes: inner },
    { name: 'smime.p7s', media: 'application/x-pkcs7-signature', bytes: detached() },
  )

/** `ciao mondo`, signed by OpenSSL 3 (`openssl cms -sign -binary -nodetach -outform DER`). */
export const textSignedByOpenssl = Buffer.from(
  'MIIFhgYJKoZIhvcNAQcCoIIFdzCCBXMCAQExDTALBglghkgBZQMEAgEwGgYJKoZIhvcNAQcBoA0EC2NpYW8gbW9uZG8KoIIDBTCCAwEwggHpoAMC' +
    'AQICFGQhtDdpmiRvKFNEaeF7mR15W5ZCMA0GCSqGSIb3DQEBCwUAMBAxDjAMBgNVBAMMBVByb3ZhMB4XDTI2MTEyNzEzMzQxMFoXDTI2MTIyNzEz' +
    'MzQxMFowEDEOMAwGA1UEAwwFUHJvdmEwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQColXvvWd3QDoEEqJ+9Cx0S8UTQlu+0w/w6/WrM' +
    'ZrYTfTJmbFl0K10CGE65tsHjqLBNmNJe85QZCBc9+yO3Ofu5nrv6DbvA93a3+wJp9zfSM1iI2jhroG5OiZuS8m/bBngE9umS/LjYMGAKv5WvppYO' +
    'EbzFVXmS/ql0r0//De0YOK0U5emlmk7ut2NUqIBb8lpUKy4DKQjOJOCUh513ABntiaBZlScEu6JUcoA8CPcCvEN2yI3iJI7yZrXV9I/IUFIhMFnL' +
    'gMUNFtpE2jZqFfeUc4NAJVKbVcOACgtOG6nau75mUSIjz2lcZXr+Ou73zsVa2XfQLEldj0GTaP61CnZ7AgMBAAGjUzBRMB0GA1UdDgQWBBRxmbrI' +
    'LGA7l3UwpnJ2TDJYyVvVnTAfBgNVHSMEGDAWgBRxmbrILGA7l3UwpnJ2TDJYyVvVnTAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IB' +
    'AQBz4AM70VlBotZBlW2Y0SkX4UgIAvtecqCoikqDrn3Qm6iHlKXNC43rh6ZTdvvVUjYMwa9eCQeoQiX2cZHDU69iKwl93nFF6f5rpQx4lkLiw/Kn' +
    '/D2CHmXS9YKsPGyTfCG1AvX8UafFQu6pH9Zkt/hf5TrT03RUz8GU1Tmj4EYGNke5td+sVivSLOGza/YCz33IG+NExC4lcA9+qEVYDgSHL1I/8b0V' +
    'P8nscx0E/qNpDn08CE2KvuQqy+FbnObKUthUlESOcLxUoJSC0+KgbN+RxVCBYZeb0uajy3lRvpSEA1GufAfU/qF36fCNySHBBNwxYopsJxCpu49Y' +
    'eiSezvX8MYICODCCAjQCAQEwKDAQMQ4wDAYDVQQDDAVQcm92YQIUZCG0N2maJG8oU0Rp4XuZHXlblkIwCwYJYIZIAWUDBAIBoIHkMBgGCSqGSIb3' +
    'DQEJAzELBgkqhkiG9w0BBwEwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyNzEzMzQxMFowLwYJKoZIhvcNAQkEMSIEIPRAYW63SbaIPtQBDGv+l6AcYcia' +
    'LZRRBAHrPyMa+6FIMHkGCSqGSIb3DQEJDzFsMGowCwYJYIZIAWUDBAEqMAsGCWCGSAFlAwQBFjALBglghkgBZQMEAQIwCgYIKoZIhvcNAwcwDgYI' +
    'KoZIhvcNAwICAgCAMA0GCCqGSIb3DQMCAgFAMAcGBSsOAwIHMA0GCCqGSIb3DQMCAgEoMA0GCSqGSIb3DQEBAQUABIIBAJ762l3+txaxsChS4tu5' +
    'nCHrAg70qOzIjxDAFyCGJGRmCo+CYejCpUxHblSX4Uk/rj1mAEfAO8Opyam5tFSNx+RdTiaV0o/dNiaIMoS2PIcJYbVnrZICAWRnBElJNpYvd5eJ' +
    'sMyj4pZJGFbF2LJWNBoMLSnzDdIAnLyE+ebrZqmhgLsXxWXLc2BhO9MeAFeqmtWlNtDmkNvpPseBi1M8+qTfjCe0fzt7EjIAbiJJmBxGxPsmOnQl' +
    'rqcDMnJdBSY/r+jpxdpV//dkEOO5uIRhkuyuCl7xB5f0x7s1AMmCW4qQTNHkQOZ4RxZW3xGkzIvjNJBZaF4m7+SztlsL6IMONDk=',
  'base64',
)

/** An empty PDF that opens with a password, encrypted by qpdf with 256 bits (revision 6). */
export const pdfOfRevisionSix = Buffer.from(
  'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5zaW9uTGV2ZWwg' +
    'OCA+PiA+PiAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL0NvdW50IDAgL0tpZHMgWyBdIC9UeXBlIC9Q' +
    'YWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ0YgPDwgL1N0ZENGIDw8IC9BdXRoRXZlbnQgL0RvY09wZW4gL0NGTSAvQUVTVjMgL0xlbmd0aCAz' +
    'MiA+PiA+PiAvRmlsdGVyIC9TdGFuZGFyZCAvTGVuZ3RoIDI1NiAvTyA8YWMzYzhkZjlhMjY2MWY5Y2M5ZjY3ZjQ3OWMzNTI0ZDIxZTYwYWI1YTE5' +
    'M2E4ZWVkNzQxMzBhZTU4NDYxMDJmMzM0M2M5ODFlODc1MTcyNzc4MDIzMTM2ZjlkYWY2ZTM1PiAvT0UgPDZiMTMxMmRkMzU4YjQwMTgwMDllNWRk' +
    'MzRlZTY1NDk3OGQ3NjVhOWQ2MmE0MWQ3YmY3ODE1Nzc0ZDNjODc4YTA+IC9QIC00IC9QZXJtcyA8ZGFiYjNiOWE0NWZkZjFjNmEyMTk4NDc4ZDdi' +
    'MWIwZWE+IC9SIDYgL1N0bUYgL1N0ZENGIC9TdHJGIC9TdGRDRiAvVSA8YzQ1YTQyNGNjYWNkMDEyYzg1YTRlMThmNjAzNDFhZTRkYWU4MjU3ZGZj' +
    'MWZmOGIxOWJlOTJlN2Y4ZmI3OGQ4MjkwMjgwOTlmNDJmYjI5ZTUwMGFiMTMwZmM4ODFlYWMyPiAvVUUgPDFiN2QzMjQ5OTRmNDIyNTdhZjk0ODRj' +
    'ZGI2MTY4YmEzMzZjOGYzMWY4MTJmYjJlMTQ5OTZkZDcxYTI0NmFjMzc+IC9WIDUgPj4KZW5kb2JqCnhyZWYKMCA0CjAwMDAwMDAwMDAgNjU1MzUg' +
    'ZiAKMDAwMDAwMDAxNSAwMDAwMCBuIAowMDAwMDAwMTMwIDAwMDAwIG4gCjAwMDAwMDAxODMgMDAwMDAgbiAKdHJhaWxlciA8PCAvUm9vdCAxIDAg' +
    'UiAvU2l6ZSA0IC9JRCBbPDUxOWQyZjM2NWMxNGZjZGM2YWNjY2UyNGE5MTYyNjI0Pjw1MTlkMmYzNjVjMTRmY2RjNmFjY2NlMjRhOTE2MjYyND5d' +
    'IC9FbmNyeXB0IDMgMCBSID4+CnN0YXJ0eHJlZgo3MzAKJSVFT0YK',
  'base64',
)

/** The same that opens without one. */
export const openPdfOfRevisionSix = Buffer.from(
  'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5zaW9uTGV2ZWwg' +
    'OCA+PiA+PiAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL0NvdW50IDAgL0tpZHMgWyBdIC9UeXBlIC9Q' +
    'YWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ0YgPDwgL1N0ZENGIDw8IC9BdXRoRXZlbnQgL0RvY09wZW4gL0NGTSAvQUVTVjMgL0xlbmd0aCAz' +
    'MiA+PiA+PiAvRmlsdGVyIC9TdGFuZGFyZCAvTGVuZ3RoIDI1NiAvTyA8NjFiNTU4NzMzODZmYzc3YjVlZmI3ZDE5N2I3NjkxZjM0NzQyNmZiY2Zl' +
    'M2Y4NTI1ZTE0YjE0MGRiZmY4NDE4YTQzZTA1NDU1MjQzYWRjNmE2YmVjNGNkNjM1Y2RkNTAzPiAvT0UgPDAxODU1MDViZGI1NmI5MTJjOTc3ODAw' +
    'N2UwODVmNzc4N2E3YWRiOTQ2NTgwYTBmNTc5MzdkMGFlZjgyOWEzNDM+IC9QIC00IC9QZXJtcyA8MzQzZjFmMDNhZjg4Yzc1YjYzNTU5MDFmODgy' +
    'N2E5MWE+IC9SIDYgL1N0bUYgL1N0ZENGIC9TdHJGIC9TdGRDRiAvVSA8MzhjMDA3ZGJmYmI4ZWQ4YjY2NWNiNjg1YmZjNTdiMGExMjBhZjNkODNi' +
    'NjcyODllNTdmZGE2OTk5NGUyYzNhOWVmNWEyOGRmNzlhZjlkY2I2Nzk0NDBlZjk0OGIyZGE0PiAvVUUgPDNmZTI5YjdlOTBmMDgxM2MxNzYyZjgy' +
    'ZjM5MmYxNGYzOTNjZDJjMTJkYjIxNTU0MGZlNTA1YTFiYjQ2NjMxYWY+IC9WIDUgPj4KZW5kb2JqCnhyZWYKMCA0CjAwMDAwMDAwMDAgNjU1MzUg' +
    'ZiAKMDAwMDAwMDAxNSAwMDAwMCBuIAowMDAwMDAwMTMwIDAwMDAwIG4gCjAwMDAwMDAxODMgMDAwMDAgbiAKdHJhaWxlciA8PCAvUm9vdCAxIDAg' +
    'UiAvU2l6ZSA0IC9JRCBbPGQ4NDUwNmU0Y2E4NTIzYjE0NGM2MWJkNmUxNmI3ZThmPjxkODQ1MDZlNGNhODUyM2IxNDRjNjFiZDZlMTZiN2U4Zj5d' +
    'IC9FbmNyeXB0IDMgMCBSID4+CnN0YXJ0eHJlZgo3MzAKJSVFT0YK',
  'base64',
)
