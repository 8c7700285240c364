import { createPrivateKey, X509Certificate } from 'node:crypto'

/** Whether a private key of one of these types, and a certificate, both in PEM, belong to each other. */
export function belongTogether(key: string, certificate: string, types: readonly ('rsa' | 'ec')[]): boolean {
  try {
    const privateKey = createPrivateKey(key)
    const isOfType = types.some((type) => type === privateKey.asymmetricKeyType)
    return isOfType && new X509Certificate(certificate).checkPrivateKey(privateKey)
  } catch {
    return false
  }
}
