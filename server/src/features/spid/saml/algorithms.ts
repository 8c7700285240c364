import { type KeyObject, X509Certificate } from 'node:crypto'

export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

/** The algorithms that AgID allows, without SHA-1, as Node names them. */
export const signatureAlgorithms: ReadonlyMap<string, string> = new Map([
  [rsaSha256, 'RSA-SHA256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', 'RSA-SHA384'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'RSA-SHA512'],
])
export const digestAlgorithms: ReadonlyMap<string, string> = new Map([
  [sha256, 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])

/**
 * The RSA keys in a provider's metadata; during a change of keys a provider has several. The certificates only carry them:
 * dates and issuers are not checked.
 */
export const rsaKeysOf = (certificates: readonly string[]): KeyObject[] =>
  certificates.flatMap((certificate) => {
    try {
      const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
      return publicKey.asymmetricKeyType === 'rsa' ? [publicKey] : []
    } catch {
      return []
    }
  })
