import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const digest = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt)

// Crockford's base 32: no letters that can be mistaken for another, and A and E as the only vowels.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a new pin: ten of 32 characters in two groups, 50 random bits. */
export function newPin(): string {
  const pin = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  return `${pin.slice(0, 5)}-${pin.slice(5)}`
}

const cost = { N: 2048 }

/** Returns the stored form of a pin: salt and scrypt digest. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await digest(pin, salt, 32, cost)).toString('base64url')}`
}

/** Normalizes a typed pin: case, hyphens, and letters that look like digits. */
function readPin(text: string): string {
  const pin = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return `${pin.slice(0, 5)}-${pin.slice(5)}`
}

/** Compared with where no pin is stored, so that the answer takes the same time. */
const dummyHash = `${Buffer.alloc(16).toString('base64url')}.${Buffer.alloc(32).toString('base64url')}`

/** Whether a pin matches its stored form; false, after the same time, where none is stored. */
export async function verifyPin(pin: string, storedHash: string | undefined): Promise<boolean> {
  const [salt = '', expected = ''] = (storedHash ?? dummyHash).split('.')
  const actualDigest = await digest(readPin(pin), Buffer.from(salt, 'base64url'), 32, cost)
  const expectedDigest = Buffer.from(expected, 'base64url')
  return (
    storedHash !== undefined &&
    expectedDigest.length === actualDigest.length &&
    timingSafeEqual(expectedDigest, actualDigest)
  )
}
