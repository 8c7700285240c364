import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Bytes that only AES-256-GCM with the right key and context opens: nonce, ciphertext, tag. */
export type SealedBytes = Buffer

const nonceBytes = 12
const tagBytes = 16

/** Seals under a fresh nonce. `context` is bound to the result: it opens only where the same context is given again. */
export function sealBytes(key: Buffer, context: string, plain: Uint8Array): SealedBytes {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** The bytes sealed; throws when key, context or a single bit is another one. */
export function openBytes(key: Buffer, context: string, sealed: Buffer): Buffer {
  const end = sealed.length - tagBytes
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(end))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()])
}

/** A key for one purpose alone, made from another (HKDF, RFC 5869). */
export const deriveKey = (key: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
