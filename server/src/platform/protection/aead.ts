import { createCipheriv, createDecipheriv, hkdfSync, randomFillSync } from 'node:crypto'

/** Result of AES-256-GCM: nonce, ciphertext, tag. It opens only with the same key and context. */
export type SealedBytes = Buffer

const nonceBytes = 12
const tagBytes = 16

/** Nonces drawn at once: for one alone the generator takes longer than the cipher for a name. */
const drawn = Buffer.alloc(nonceBytes * 256)
let used = drawn.length

function drawNonce(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += nonceBytes
  return Buffer.from(drawn.subarray(used - nonceBytes, used))
}

/** Seals under a random nonce. `context` is authenticated: the result opens only with the same context. */
export function sealBytes(key: Buffer, context: string, plain: Uint8Array): SealedBytes {
  const nonce = drawNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Returns the sealed bytes; throws when the key, the context or any bit differs. */
export function openBytes(key: Buffer, context: string, sealed: Buffer): Buffer {
  const end = sealed.length - tagBytes
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(end))
  const bytes = decipher.update(sealed.subarray(nonceBytes, end))
  // Throws where the tag is wrong; returns no bytes in this mode.
  decipher.final()
  return bytes
}

/** Derives a key for one purpose from another key (HKDF, RFC 5869). */
export const deriveKey = (key: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
