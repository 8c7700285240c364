import 'reflect-metadata'
import { KeyObject, randomBytes, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** Key and certificate, PEM. */
export interface KeyPair {
  readonly key: string
  readonly certificate: string
}

/** Data that the certificate of a public service provider must contain (AgID, notice 29). */
export interface PublicBody {
  /** The full legal name, equal to `OrganizationName` in the metadata. */
  readonly name: string
  readonly entityId: string
  readonly ipaCode: string
  /** Town of the seat. */
  readonly locality: string
}

interface CertificateForm {
  readonly commonName: string
  /** Undefined for a plain certificate, such as a test provider's. */
  readonly publicBody?: PublicBody
  readonly notBefore: Date
  readonly years: number
  /** Length of the RSA key. */
  readonly bits?: 2048 | 3072 | 4096
}

const oid = { uri: '2.5.4.83', organizationIdentifier: '2.5.4.97', certificatePolicies: '2.5.29.32' } as const
const userNotice = '1.3.6.1.5.5.7.2.2'

/** AgID's policies and the texts of their user notices (notice 29, version 3). */
const policies: readonly (readonly [policy: string, text: string])[] = [
  ['1.3.76.16.6', 'agIDcert'],
  ['1.3.76.16.4.2.1', 'cert_SP_Pub'],
]

/** Makes an RSA key and a self-signed certificate, which AgID allows for public bodies. */
export async function makeCertificate(form: CertificateForm): Promise<KeyPair> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: form.bits ?? 3072,
  }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const notAfter = new Date(form.notBefore)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + form.years)
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      keys,
      name: nameOf(form),
      serialNumber: serialNumber(),
      notBefore: form.notBefore,
      notAfter,
      signingAlgorithm: algorithm,
      extensions: [
        new BasicConstraintsExtension(false, undefined, false),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto as Crypto),
        ...(form.publicBody ? [new Extension(oid.certificatePolicies, false, policiesInDer())] : []),
      ],
    },
    webcrypto as Crypto,
  )
  return {
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `${certificate.toString('pem')}\n`,
  }
}

/** A random serial number: positive, without a leading zero byte, at most 127 bits (RFC 5280 §4.1.2.2). */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0)
  return bytes.toString('hex')
}

function nameOf({ commonName, publicBody }: CertificateForm): Name {
  const common = { CN: [{ utf8String: commonName }] }
  if (!publicBody) return new Name([common])
  const organizationIdentifier = `PA:IT-${publicBody.ipaCode}`
  if (!/^PA:IT-\S{1,16}$/.test(organizationIdentifier)) throw new Error('The IPA code must have 1 to 16 characters.')
  return new Name([
    { C: [{ printableString: 'IT' }] },
    { L: [{ utf8String: publicBody.locality }] },
    { O: [{ utf8String: publicBody.name }] },
    common,
    { [oid.organizationIdentifier]: [{ utf8String: organizationIdentifier }] },
    { [oid.uri]: [{ utf8String: publicBody.entityId }] },
  ])
}

const tag = { objectIdentifier: 0x06, utf8String: 0x0c, sequence: 0x30 } as const

/** Encodes a DER value; only for contents below 128 bytes, which the policies are. */
const der = (type: number, ...parts: readonly Uint8Array[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([type, content.length]), content])
}

const objectIdentifier = (dotted: string) => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(tag.objectIdentifier, Buffer.from([first * 40 + second, ...rest]))
}

/** CertificatePolicies with user notices (RFC 5280 §4.2.1.4), which @peculiar/x509 cannot write. */
const policiesInDer = () =>
  der(
    tag.sequence,
    ...policies.map(([policy, text]) =>
      der(
        tag.sequence,
        objectIdentifier(policy),
        der(
          tag.sequence,
          der(
            tag.sequence,
            objectIdentifier(userNotice),
            der(tag.sequence, der(tag.utf8String, Buffer.from(text, 'utf8'))),
          ),
        ),
      ),
    ),
  )
