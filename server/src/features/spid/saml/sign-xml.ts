import { SignedXml } from 'xml-crypto'
import { enveloped, exclusive, rsaSha256, sha256 } from './algorithms.ts'

interface SignatureOptions {
  /** PEM. */
  readonly key: string
  readonly certificate: string
  /** Value of the signed element's `ID` attribute. */
  readonly reference: string
  /** Local name of the child after which the signature goes; without it the signature becomes the first child. */
  readonly after?: string
}

/**
 * Adds an enveloped signature to an element: RSA with SHA-256, exclusive canonicalisation, the certificate in KeyInfo.
 * Deterministic for the same document and key.
 */
export function signXml(xml: string, { key, certificate, reference, after }: SignatureOptions): string {
  // The ID is inserted into an XPath, so it must be a valid XML ID.
  if (!/^[\p{L}_][\p{L}\p{N}._-]*$/u.test(reference)) throw new Error('What is signed needs an ID as XML knows it.')
  const signing = new SignedXml({
    privateKey: key,
    publicCert: certificate,
    signatureAlgorithm: rsaSha256,
    canonicalizationAlgorithm: exclusive,
    getKeyInfoContent: SignedXml.getKeyInfoContent,
  })
  const signed = `//*[@ID='${reference}']`
  signing.addReference({ xpath: signed, digestAlgorithm: sha256, transforms: [enveloped, exclusive] })
  signing.computeSignature(xml, {
    prefix: 'ds',
    location: after
      ? { reference: `${signed}/*[local-name()='${after}']`, action: 'after' }
      : { reference: signed, action: 'prepend' },
  })
  return signing.getSignedXml()
}
