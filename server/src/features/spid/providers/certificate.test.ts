import 'reflect-metadata'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import {
  BasicConstraintsExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate as Parsed,
} from '@peculiar/x509'
import { beforeAll, expect, test } from 'vitest'
import { type KeyPair, makeCertificate } from './certificate.ts'

const notBefore = new Date('2026-01-02T03:04:05Z')
const publicBody = {
  name: 'Ufficio per la Parità & l’Equità',
  entityId: 'https://portale.example/ufficio',
  ipaCode: 'u_123',
  locality: 'Città',
}

let made: KeyPair
let parsed: Parsed
beforeAll(async () => {
  made = await makeCertificate({ commonName: 'Ufficio', publicBody, notBefore, years: 3 })
  parsed = new Parsed(made.certificate)
}, 60_000)

const extension = <T extends Extension>(oid: string) => parsed.getExtension<T>(oid)

// Certificates of public service providers: AgID, notice 29 version 3.
test.each([
  ['CN', ['Ufficio']],
  ['O', [publicBody.name]],
  ['C', ['IT']],
  ['L', ['Città']],
  ['2.5.4.83', [publicBody.entityId]],
  ['2.5.4.97', ['PA:IT-u_123']],
  ['2.5.4.4', []],
  ['2.5.4.41', []],
  ['2.5.4.42', []],
  ['2.5.4.43', []],
  ['2.5.4.65', []],
])('M12: the subject has %s %j', (name, values) => {
  expect(parsed.subjectName.getField(name)).toEqual(values)
})

test('M12: an RSA key of 3072 bits, signed by itself with SHA-256', () => {
  const certificate = new X509Certificate(made.certificate)
  expect(certificate.publicKey.asymmetricKeyType).toBe('rsa')
  expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072)
  expect(certificate.publicKey.asymmetricKeyDetails?.publicExponent).toBe(65537n)
  expect(parsed.signatureAlgorithm).toMatchObject({ name: 'RSASSA-PKCS1-v1_5', hash: { name: 'SHA-256' } })
  expect(certificate.checkPrivateKey(createPrivateKey(made.key))).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(parsed.issuer).toBe(parsed.subject)
})

test('is valid for the requested years, with a positive serial number', () => {
  expect(parsed.notBefore).toEqual(notBefore)
  expect(parsed.notAfter).toEqual(new Date('2029-01-02T03:04:05Z'))
  expect(parsed.serialNumber).toMatch(/^[4-7][0-9a-f]{31}$/)
})

test('M12: no certificate authority, not critical', () => {
  const constraints = extension<BasicConstraintsExtension>('2.5.29.19')
  expect(constraints).toBeInstanceOf(BasicConstraintsExtension)
  expect(constraints).toMatchObject({ ca: false, critical: false })
})

test('M12: key usage is digitalSignature and nonRepudiation only, critical', () => {
  const usages = extension<KeyUsagesExtension>('2.5.29.15')
  expect(usages).toBeInstanceOf(KeyUsagesExtension)
  expect(usages).toMatchObject({
    critical: true,
    usages: KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation,
  })
})

test('M12: both policies with their notices, not critical', () => {
  const policies = extension('2.5.29.32')
  expect(policies).toMatchObject({ critical: false, policies: ['1.3.76.16.6', '1.3.76.16.4.2.1'] })
  const notice = (text: string) =>
    Buffer.concat([Buffer.from([0x30, text.length + 2, 0x0c, text.length]), Buffer.from(text)])
  const der = Buffer.from(policies?.value ?? new ArrayBuffer(0))
  expect(der.includes(notice('agIDcert'))).toBe(true)
  expect(der.includes(notice('cert_SP_Pub'))).toBe(true)
})

test('the key is PKCS #8, and both end with a line break', () => {
  expect(made.key).toMatch(/^-----BEGIN PRIVATE KEY-----\n[\s\S]+\n-----END PRIVATE KEY-----\n$/)
  expect(made.certificate).toMatch(/^-----BEGIN CERTIFICATE-----\n[\s\S]+\n-----END CERTIFICATE-----\n$/)
})

test('a plain certificate has its common name and no policies', async () => {
  const plain = new Parsed(
    (await makeCertificate({ commonName: 'Prova', notBefore, years: 1, bits: 2048 })).certificate,
  )
  expect(plain.subject).toBe('CN=Prova')
  expect(plain.getExtension('2.5.29.32')).toBeNull()
})

test.each(['', 'a b', 'seventeen_letters'])('refuses the IPA code "%s"', async (ipaCode) => {
  const form = { commonName: 'x', publicBody: { ...publicBody, ipaCode }, notBefore, years: 1, bits: 2048 } as const
  await expect(makeCertificate(form)).rejects.toThrow(/IPA code/)
})
