import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import {
  Set as AsnSet,
  type AsnType,
  Constructed,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
} from 'asn1js'

// RFC 5652, RFC 5035, RFC 5754, RFC 5758.
const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const

const sequence = (...value: AsnType[]) => new Sequence({ value })
const id = (value: string) => new ObjectIdentifier({ value })
const octets = (valueHex: Uint8Array) => new OctetString({ valueHex })
const tagged = (value: AsnType[]) => new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value })
const derOf = (value: AsnType) => Buffer.from(value.toBER())
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** The members of a set, in the order that DER demands (X.690, 11.6). */
const inOrder = (members: readonly AsnType[]) => members.toSorted((one, other) => derOf(one).compare(derOf(other)))

const attribute = (type: string, value: AsnType) => sequence(id(type), new AsnSet({ value: [value] }))

/** Issuer and serial number, by which a signature names its certificate. */
function nameOf(certificate: Sequence): Sequence {
  const [content] = certificate.valueBlock.value
  const parts = content instanceof Sequence ? content.valueBlock.value : []
  // The version, which the oldest certificates lack, comes first.
  const [serial, , issuer] = parts.filter((part) => part.idBlock.tagClass === 1)
  if (!serial || !issuer) throw new Error('This is no certificate.')
  return sequence(issuer, serial)
}

const parse = ({ raw }: X509Certificate) => fromBER(raw).result as Sequence

interface Signer {
  /** RSA or EC. */
  readonly key: KeyObject
  /** Its certificate, and those that lead from there to a root. */
  readonly chain: readonly [X509Certificate, ...X509Certificate[]]
}

/**
 * Signs a content as PAdES baseline B-B demands (ETSI EN 319 142-1, 6.3): CMS without the content, with SHA-256 and the
 * certificates, and as signed attributes the type and digest of the content and the digest of the certificate. asn1js, which
 * reads signed uploads too, suffices; pkijs would be three more packages. The key is used in a thread of the pool of Node,
 * since RSA takes milliseconds.
 */
export async function detachedSignature({ key, chain }: Signer, content: Uint8Array): Promise<Buffer> {
  const certificates = chain.map(parse)
  const digestAlgorithm = sequence(id(oid.sha256))
  const attributes = inOrder([
    attribute(oid.contentType, id(oid.data)),
    attribute(oid.messageDigest, octets(sha256(content))),
    attribute(oid.signingCertificateV2, sequence(sequence(sequence(octets(sha256(chain[0].raw)))))),
  ])
  const value = await promisify(sign)('sha256', derOf(new AsnSet({ value: attributes })), key)
  const signer = sequence(
    new Integer({ value: 1 }),
    nameOf(parse(chain[0])),
    digestAlgorithm,
    tagged(attributes),
    key.asymmetricKeyType === 'rsa' ? sequence(id(oid.rsaWithSha256), new Null()) : sequence(id(oid.ecdsaWithSha256)),
    octets(value),
  )
  const message = sequence(
    new Integer({ value: 1 }),
    new AsnSet({ value: [digestAlgorithm] }),
    sequence(id(oid.data)),
    tagged(inOrder(certificates)),
    new AsnSet({ value: [signer] }),
  )
  return derOf(sequence(id(oid.signedData), tagged([message])))
}
