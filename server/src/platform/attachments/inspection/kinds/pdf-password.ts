import { createCipheriv, createHash } from 'node:crypto'
import type { SpooledFile } from '../../spool.ts'
import { lookFor } from '../look-for.ts'

/**
 * Whether a PDF opens only with a password (ISO 32000-2 §7.6). One that is encrypted with a password for its owner alone, to
 * forbid printing or changes, opens without any.
 */
export function needsPdfPassword(file: SpooledFile): boolean {
  if (lookFor(file, ['/Encrypt']).size === 0) return false
  const pdf = file.read(0, file.size).toString('latin1')
  const [, number, inline] = [...pdf.matchAll(/\/Encrypt\s*(?:(\d{1,10})\s+\d{1,5}\s+R|(<<))/g)].at(-1) ?? []
  if (number === undefined && inline === undefined) return false
  const text = number === undefined ? inlineDictionary(pdf) : objectOf(pdf, number)
  const encryption = text === undefined ? undefined : readEncryption(text, pdf)
  // Encryption of an unknown kind needs something that the reader does not have.
  return !encryption || !opensWithout(encryption)
}

const mostDictionary = 4096
const inlineDictionary = (pdf: string) => {
  const at = pdf.search(/\/Encrypt\s*<</)
  return pdf.slice(at, at + mostDictionary)
}

function objectOf(pdf: string, number: string): string | undefined {
  const at = pdf.search(new RegExp(`(?:^|[\\r\\n\\s])${number}\\s+\\d{1,5}\\s+obj\\b`))
  return at < 0 ? undefined : pdf.slice(at, at + mostDictionary)
}

/** The entries of the standard security handler (table 21). */
interface Encryption {
  readonly revision: number
  /** Bytes of the key. */
  readonly keyBytes: number
  readonly permissions: number
  readonly owner: Buffer
  readonly user: Buffer
  readonly encryptsMetadata: boolean
  /** The first part of the identifier of the file. */
  readonly id: Buffer
}

function readEncryption(text: string, pdf: string): Encryption | undefined {
  const numberOf = (key: string) => Number(new RegExp(`/${key}\\s+(-?\\d+)`).exec(text)?.[1] ?? Number.NaN)
  const owner = stringAfter(text, /\/O\s*(?=[(<])/)
  const user = stringAfter(text, /\/U\s*(?=[(<])/)
  const revision = numberOf('R')
  if (!/\/Filter\s*\/Standard\b/.test(text) || !owner || !user || !(revision >= 2 && revision <= 6)) return undefined
  const bits = numberOf('V') === 1 ? 40 : numberOf('V') === 4 ? 128 : numberOf('Length') || 40
  return {
    revision,
    keyBytes: revision === 2 ? 5 : Math.min(16, bits / 8),
    permissions: numberOf('P'),
    owner,
    user,
    encryptsMetadata: !/\/EncryptMetadata\s+false\b/.test(text),
    id: stringAfter(pdf, /\/ID\s*\[\s*(?=[(<])/) ?? Buffer.alloc(0),
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The string behind the last match of a pattern, in brackets or in hexadecimal digits (§7.3.4). */
function stringAfter(text: string, key: RegExp): Buffer | undefined {
  const match = [...text.matchAll(new RegExp(key, 'g'))].at(-1)
  if (!match) return undefined
  const start = match.index + match[0].length
  const value = text.slice(start, start + mostDictionary)
  if (value.startsWith('<')) return Buffer.from(value.slice(1, value.indexOf('>')).replace(/\s/g, ''), 'hex')
  return Buffer.from(literalString(value), 'latin1')
}

const depthOf: Readonly<Record<string, number>> = { '(': 1, ')': -1 }

/** A string in brackets, which may hold pairs of them and characters behind a backslash. */
function literalString(value: string): string {
  let depth = 0
  let end = 0
  for (const [token] of value.matchAll(/\\[\s\S]|[\s\S]/g)) {
    depth += depthOf[token] ?? 0
    if (depth === 0) break
    end += token.length
  }
  return value
    .slice(1, end)
    .replace(/\\(?:([0-7]{1,3})|\r?\n|([\s\S]))/g, (_match, octal?: string, letter = '') =>
      octal ? String.fromCharCode(Number.parseInt(octal, 8) & 0xff) : (escapes[letter] ?? letter),
    )
}

const opensWithout = (encryption: Encryption): boolean =>
  encryption.revision >= 5 ? opensNew(encryption) : opensOld(encryption)

/** Algorithms 8 and 11: the hash of the empty password with the salt behind it. */
function opensNew({ revision, user }: Encryption): boolean {
  if (user.length < 40) return false
  const salt = user.subarray(32, 40)
  const hash = revision === 5 ? sha('sha256', salt) : hardenedHash(salt)
  return hash.equals(user.subarray(0, 32))
}

const sha = (name: string, ...parts: Buffer[]) => createHash(name).update(Buffer.concat(parts)).digest()
const leastRounds = 64

/** Algorithm 2.B, of the empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha('sha256', salt)
  for (let round = 1; ; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)))
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = sha(['sha256', 'sha384', 'sha512'][rest] ?? 'sha256', encrypted)
    if (round >= leastRounds && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32)
  }
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** Algorithms 2, 4, 5 and 6, of the empty password. */
function opensOld({ revision, keyBytes, permissions, owner, user, encryptsMetadata, id }: Encryption): boolean {
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(permissions | 0)
  const metadata = revision >= 4 && !encryptsMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  let key = sha('md5', padding, owner.subarray(0, 32), rights, id, metadata).subarray(0, keyBytes)
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32))
  for (let round = 0; round < 50; round += 1) key = sha('md5', key).subarray(0, keyBytes)
  let expected = sha('md5', padding, id)
  for (let round = 0; round < 20; round += 1)
    expected = rc4(
      key.map((byte) => byte ^ round),
      expected,
    )
  return expected.equals(user.subarray(0, 16))
}

/** RC4, which the OpenSSL of Node.js has no more. */
function rc4(key: Uint8Array, data: Buffer): Buffer<ArrayBuffer> {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => {
    const kept = state[a] ?? 0
    state[a] = state[b] ?? 0
    state[b] = kept
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff
    swap(i, j)
  }
  let i = 0
  let j = 0
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 0xff
      j = (j + (state[i] ?? 0)) & 0xff
      swap(i, j)
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0)
    }),
  )
}
