import { beforeAll, expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { childElements, parseStrictly } from '#platform/parsing/strict-xml.ts'
import { type KeyPair, makeCertificate } from '../providers/certificate.ts'
import { ns } from './namespaces.ts'
import { signXml } from './sign-xml.ts'

let pair: KeyPair
beforeAll(async () => {
  pair = await makeCertificate({ commonName: 'x', notBefore: new Date(), years: 1, bits: 2048 })
}, 60_000)

const xml = '<a ID="_a" c="è &amp; &#xA;"><Issuer>i</Issuer><b ID="_b"><Issuer>j</Issuer><c/></b></a>'
const signatureIn = (signed: string, path: readonly number[]) => {
  let element = parseStrictly(signed).documentElement
  for (const index of path) element = childElements(element)[index] as Element as HTMLElement
  return element
}

test.each([
  ['the root, in front', { reference: '_a' }, [0], '_a'],
  ['the root, behind a child', { reference: '_a', after: 'Issuer' }, [1], '_a'],
  ['a part, behind a child of its own', { reference: '_b', after: 'Issuer' }, [1, 1], '_b'],
])('signs %s', (_, where, path, id) => {
  const signed = signXml(xml, { ...pair, ...where })
  const signature = signatureIn(signed, path)
  expect([signature.namespaceURI, signature.localName]).toEqual([ns.ds, 'Signature'])
  const checking = new SignedXml({ publicCert: pair.certificate })
  checking.loadSignature(signature as never)
  expect(checking.checkSignature(signed)).toBe(true)
  expect(checking.getReferences().map(({ uri }) => uri)).toEqual([`#${id}`])
  expect(signXml(xml, { ...pair, ...where })).toBe(signed)
})

test.each(['', "x' or '1'='1", '1a', 'a b'])('refuses "%s" as an ID', (reference) => {
  expect(() => signXml(xml, { ...pair, reference })).toThrow(/an ID as XML knows it/)
})

test('throws if the place of the signature is missing', () => {
  expect(() => signXml(xml, { ...pair, reference: '_b', after: 'Status' })).toThrow()
  expect(() => signXml(xml, { ...pair, reference: '_c' })).toThrow()
})
