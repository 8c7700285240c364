import { createHash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// Crockford's base 32: no letters that can be mistaken for another, and A and E as the only vowels.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a new pin: ten of 32 characters in two groups, 50 random bits. */
export function newPin(): string {
  const pin = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  return `${pin.slice(0, 5)}-${pin.slice(5)}`
}

const digestOf = (pin: string, salt: Buffer) => createHash('sha256').update(salt).update(pin).digest()

/** The digest of pins that were stored before November 2026, by scrypt. */
const earlierDigest = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt)
const earlierCost = { N: 2048 }

/**
 * Returns the stored form of a pin, to be sealed: salt and digest. A slow digest would protect nothing: a pin is random, and the keys
 * that open the seal open the report as well (ADR 20).
 */
export function hashPin(pin: string): string {
  const salt = randomBytes(16)
  return ['sha256', salt.toString('base64url'), digestOf(pin, salt).toString('base64url')].join('.')
}

/** Compared with where no pin is stored. */
const dummyHash = hashPin(newPin())

/**
 * Whether a pin, in the form of `readPin`, matches its stored form, with or without the name of its digest; false where none is stored.
 * Both digests are computed, so that the time does not say how a pin is stored, or whether one is.
 */
export async function verifyPin(pin: string, storedHash: string | undefined): Promise<boolean> {
  const [expected = '', salt = '', name] = (storedHash ?? dummyHash).split('.').toReversed()
  const saltBytes = Buffer.from(salt, 'base64url')
  const earlier = await earlierDigest(pin, saltBytes, 32, earlierCost)
  const current = digestOf(pin, saltBytes)
  const actualDigest = name === undefined ? earlier : current
  const expectedDigest = Buffer.from(expected, 'base64url')
  return (
    storedHash !== undefined &&
    expectedDigest.length === actualDigest.length &&
    timingSafeEqual(expectedDigest, actualDigest)
  )
}
