import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const digest = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt)

// Crockford's letters: none that can be read as another, and no vowels but A and E.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new pin: ten characters of 32, written in two groups; 50 bits that nobody can guess. */
export function newPin(): string {
  const pin = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  return `${pin.slice(0, 5)}-${pin.slice(5)}`
}

const cost = { N: 2048 }

/** What is kept of a pin: salt and scrypt digest. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await digest(pin, salt, 32, cost)).toString('base64url')}`
}

/** A pin as it was given out, however somebody copied it: case, hyphen and letters that look like digits are forgiven. */
function readPin(text: string): string {
  const pin = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return `${pin.slice(0, 5)}-${pin.slice(5)}`
}

/** Of no pin: what a pin is held against where there is none, so that it takes as long. */
const ofNone = `${Buffer.alloc(16).toString('base64url')}.${Buffer.alloc(32).toString('base64url')}`

/** Whether a pin is the one that `kept` was made of; never where nothing is kept, which takes as long to say. */
export async function verifyPin(pin: string, kept: string | undefined): Promise<boolean> {
  const [salt = '', expected = ''] = (kept ?? ofNone).split('.')
  const found = await digest(readPin(pin), Buffer.from(salt, 'base64url'), 32, cost)
  const wanted = Buffer.from(expected, 'base64url')
  return kept !== undefined && wanted.length === found.length && timingSafeEqual(wanted, found)
}
