import 'reflect-metadata'
import { createHash, KeyObject, randomBytes, verify, webcrypto, X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { X509CertificateGenerator } from '@peculiar/x509'
import { type AsnType, fromBER, type ObjectIdentifier, type OctetString, type Sequence } from 'asn1js'

const algorithms = {
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: 2048,
  },
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
}

interface SigningPair {
  readonly key: string
  readonly certificate: string
}

/** Makes a key and its self-signed certificate, valid from 2026 until a day, in PEM. */
export async function makeSigningPair(type: keyof typeof algorithms, lastDay = '2026-12-31'): Promise<SigningPair> {
  const algorithm = algorithms[type]
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      keys,
      name: 'C=IT, O=Ufficio di prova, CN=Firma di prova',
      // Two certificates of one name and number would be the same to readers.
      serialNumber: `1${randomBytes(7).toString('hex')}f`,
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date(`${lastDay}T00:00:00Z`),
      signingAlgorithm: algorithm,
    },
    webcrypto as Crypto,
  )
  return {
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `${certificate.toString('pem')}\n`,
  }
}

/** Writes a pair into a folder; returns the settings that name its files. */
export async function writeSigningPair(folder: string, { key, certificate }: SigningPair) {
  const env = {
    SIGNATURE_KEY_FILE: join(folder, 'firma.key'),
    SIGNATURE_CERTIFICATE_FILE: join(folder, 'firma.crt'),
  }
  await writeFile(env.SIGNATURE_KEY_FILE, key)
  await writeFile(env.SIGNATURE_CERTIFICATE_FILE, certificate)
  return env
}

const partsOf = (node: AsnType | undefined): AsnType[] => (node ? (node as Sequence).valueBlock.value : [])
const idOf = (node: AsnType | undefined) => (node as ObjectIdentifier).valueBlock.toString()
const derOf = (node: AsnType | undefined) => (node ? Buffer.from(node.toBER()) : Buffer.alloc(0))
const bytesOf = (node: AsnType | undefined) => Buffer.from((node as OctetString).getValue())
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const isTagged = (node: AsnType) => node.idBlock.tagClass === 3

/**
 * Reads the only signature of a PDF: what its range leaves out, its signed attributes by type, its certificates, and whether
 * digests and signature are right.
 */
export function readSignature(pdf: Buffer) {
  const raw = pdf.toString('latin1')
  const [range = [], ...others] = [...raw.matchAll(/\/Type \/Sig\n.*?\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/gs)].map(
    (found) => found.slice(1).map(Number),
  )
  if (others.length > 0) throw new Error('There are several signatures.')
  const [from = 0, length = 0, next = 0, rest = 0] = range
  const content = Buffer.concat([pdf.subarray(from, from + length), pdf.subarray(next, next + rest)])
  const left = raw.slice(from + length, next)
  const message = Buffer.from(left.slice(1, -1), 'hex')
  const [type, wrapped] = partsOf(fromBER(message).result)
  const parts = partsOf(partsOf(wrapped)[0])
  const [encapsulated, signers] = [parts[2], parts.at(-1)]
  const certificates = partsOf(parts.find(isTagged)).map((node) => new X509Certificate(derOf(node)))
  const signer = partsOf(partsOf(signers)[0])
  const signed = signer.find(isTagged)
  const values = new Map(partsOf(signed).map((node) => [idOf(partsOf(node)[0]), partsOf(partsOf(node)[1])[0]]))
  const certificateDigest = bytesOf(partsOf(partsOf(partsOf(values.get('1.2.840.113549.1.9.16.2.47'))[0])[0])[0])
  const own = certificates.find(({ raw }) => sha256(raw).equals(certificateDigest))
  const set = derOf(signed)
  // The attributes are signed as a set (RFC 5652, 5.4).
  set[0] = 0x31
  return {
    coversAllBut: { start: from, left, end: next + rest === pdf.length },
    types: [idOf(type), idOf(partsOf(encapsulated)[0])],
    hasContent: partsOf(encapsulated).length > 1,
    attributes: [...values.keys()].toSorted(),
    certificates,
    isDigestRight: bytesOf(values.get('1.2.840.113549.1.9.4')).equals(sha256(content)),
    isSignatureRight: own !== undefined && verify('sha256', set, own.publicKey, bytesOf(signer.at(-1))),
  }
}
