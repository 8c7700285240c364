import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'

/** A signature on the chain up to a position; it covers the previous seal as well. */
export interface Seal {
  readonly number: number
  readonly upTo: number
  readonly digest: Buffer
  readonly signedAt: Date
  readonly signature: Buffer
}

type Unsigned = Omit<Seal, 'signature'>
type PreviousSeal = Pick<Seal, 'signature'> | undefined

const signedText = ({ number, upTo, digest, signedAt }: Unsigned, before: PreviousSeal) =>
  Buffer.from(
    JSON.stringify([
      number,
      upTo,
      digest.toString('hex'),
      signedAt.toISOString(),
      before?.signature.toString('hex') ?? '',
    ]),
  )

/** Signs with Ed25519 (RFC 8032). `before` is the previous seal. */
export const signSeal = (key: KeyObject, seal: Unsigned, before: PreviousSeal): Buffer =>
  sign(null, signedText(seal, before), key)

/** Whether one of the keys signed this seal after the previous one. */
export const isGenuine = (keys: readonly KeyObject[], seal: Seal, before: PreviousSeal): boolean =>
  keys.some((key) => verify(null, signedText(seal, before), key, seal.signature))

/** Returns a new key pair: the private key as PKCS #8 in base64, the public key as SubjectPublicKeyInfo. */
export function newKeyPair(): { privateKey: string; publicKey: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
  }
}

export const privateKeyOf = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), type: 'pkcs8', format: 'der' })

/** A public key from its bytes or their base64. */
export const publicKeyOf = (spki: Buffer | string): KeyObject =>
  createPublicKey({
    key: typeof spki === 'string' ? Buffer.from(spki, 'base64') : spki,
    type: 'spki',
    format: 'der',
  })

export const publicKeyText = (spki: Buffer): string => spki.toString('base64')
