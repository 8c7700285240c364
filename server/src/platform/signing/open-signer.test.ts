import { rm, writeFile } from 'node:fs/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeSigningPair, writeSigningPair } from '../../../test/pdf-signature.ts'
import { temporaryFolder } from '../../../test/run-server.ts'
import { createLogger } from '../logger.ts'
import { SettingsError } from '../settings/settings.ts'
import { openSigner } from './open-signer.ts'

const at = new Date('2026-06-01T10:00:00Z')
const pair = await makeSigningPair('ec')
const other = await makeSigningPair('ec')

let files: { readonly keyFile: string; readonly certificateFile: string }
beforeEach(async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const env = await writeSigningPair(folder.path, pair)
  files = { keyFile: env.SIGNATURE_KEY_FILE, certificateFile: env.SIGNATURE_CERTIFICATE_FILE }
})

function open(now = at) {
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => lines.push(line) })
  return { key: openSigner(files, { now: () => now }, log), logged: () => lines.join('') }
}

test('without a key nobody signs', () => {
  expect(openSigner(undefined, { now: () => at }, createLogger('silent')).signerAt(at)).toBeUndefined()
})

test.each([
  ['no key', 'keyFile', undefined, /firma\.key \(SIGNATURE_KEY_FILE\) cannot be read: ENOENT/],
  ['no certificate', 'certificateFile', undefined, /firma\.crt \(SIGNATURE_CERTIFICATE_FILE\) cannot be read: ENOENT/],
  ['a broken key', 'keyFile', 'rubbish', /must be an RSA or EC key and its certificate/],
  ['a broken certificate', 'certificateFile', 'rubbish', /must be an RSA or EC key and its certificate/],
  ['the key of another certificate', 'keyFile', other.key, /must be an RSA or EC key and its certificate/],
  [
    'a broken certificate of a root',
    'certificateFile',
    `${pair.certificate}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
    /must have certificates in PEM alone/,
  ],
] as const)('%s stops the start with a sentence without the key', async (_what, file, text, sentence) => {
  await (text === undefined ? rm(files[file]) : writeFile(files[file], text))
  expect(() => open()).toThrow(SettingsError)
  expect(() => open()).toThrow(sentence)
  expect(() => open()).not.toThrow(/PRIVATE|rubbish/)
})

test.each([
  ['in time', '2026-06-01', true, ''],
  ['in its last weeks', '2026-12-01', true, '"daysLeft":30'],
  ['after its end', '2027-01-01', false, 'documents are not signed'],
  ['before its beginning', '2025-12-31', false, 'documents are not signed'],
])('%s a certificate signs, or the log says why not', (_when, day, isSigned, line) => {
  const now = new Date(`${day}T00:00:00Z`)
  const { key, logged } = open(now)
  if (line) expect(logged()).toContain(line)
  else expect(logged()).toBe('')
  expect([key.signerAt(now) !== undefined, key.isLapsed(now)]).toEqual([isSigned, !isSigned])
  expect(logged()).not.toContain('PRIVATE')
})
