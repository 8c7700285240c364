import 'reflect-metadata'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { X509Certificate as Parsed } from '@peculiar/x509'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { serviceProviderOf } from '#features/spid/providers/service-provider.ts'
import { metadataOf } from '#features/spid/providers/sp-metadata.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { officeDefaults } from '../wiring/office-defaults.ts'
import { ensureCertificate, errorsOfSpid, handleSpidCertificate } from './spid-certificate.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portale-pair-'))
  onTestFinished(() => rm(folder, { recursive: true }))
})

const settingsWith = (env: Record<string, string> = {}) =>
  readSettings(
    {
      PUBLIC_URL: 'https://portale.example',
      OFFICE_SLUG: 'ufficio',
      OFFICE_NAME: 'Ufficio per l’Equità',
      OFFICE_IPA_CODE: 'u_1',
      SPID_KEY_FILE: join(folder, 'secrets', 'spid.key'),
      SPID_CERTIFICATE_FILE: join(folder, 'public', 'spid.crt'),
      ...env,
    },
    officeDefaults,
  )
const production = { NODE_ENV: 'production' }
const now = new Date('2026-06-01T00:00:00Z')
const make = async (...args: string[]) => {
  const { code, lines } = await handleSpidCertificate(settingsWith(), args, now)
  return { code, text: lines.join('\n') }
}
const files = async () => {
  const { keyFile, certificateFile } = settingsWith().spid
  return { key: await readFile(keyFile, 'utf8'), certificate: await readFile(certificateFile, 'utf8') }
}

test('makes key and certificate from the settings and reports them, without printing the key', async () => {
  const { code, text } = await make()
  expect(code).toBe(0)
  const { key, certificate } = await files()
  const read = new X509Certificate(certificate)
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect((await stat(settingsWith().spid.keyFile)).mode & 0o777).toBe(0o600)
  expect(text).toContain(read.fingerprint256)
  expect(text).toContain('Good until:  2031-06-01T00:00:00.000Z')
  expect(text).not.toContain('PRIVATE')
  const { subjectName } = new Parsed(certificate)
  expect(['CN', 'O', 'L', '2.5.4.83', '2.5.4.97'].map((name) => subjectName.getField(name)[0])).toEqual([
    'Ufficio per l’Equità',
    'Ufficio per l’Equità',
    'Roma',
    'https://portale.example/ufficio',
    'PA:IT-u_1',
  ])
})

test('the certificate matches the metadata', async () => {
  await make()
  const pair = await files()
  const metadata = metadataOf(serviceProviderOf(settingsWith(), pair))
  const { subjectName } = new Parsed(pair.certificate)
  const [name] = subjectName.getField('O')
  expect(metadata).toContain(`<md:OrganizationName xml:lang="it">${name}</md:OrganizationName>`)
  expect(metadata).toContain(`entityID="${subjectName.getField('2.5.4.83')[0]}"`)
})

test('refuses to replace an existing key or certificate without --force', async () => {
  await make()
  const before = await files()
  expect(await make()).toMatchObject({ code: 1, text: expect.stringContaining('--force') })
  await rm(settingsWith().spid.keyFile)
  expect(await make()).toMatchObject({ code: 1, text: expect.stringContaining('spid.crt exists already') })
  expect(await make('--force', '--locality', 'Torino', '--years', '2')).toMatchObject({ code: 0 })
  const after = await files()
  expect(after.key).not.toBe(before.key)
  const parsed = new Parsed(after.certificate)
  expect(parsed.subjectName.getField('L')).toEqual(['Torino'])
  expect(parsed.notAfter).toEqual(new Date('2028-06-01T00:00:00Z'))
})

test.each([['--help'], ['word'], ['--years', '0'], ['--years', '11'], ['--locality', ' ']])(
  'prints its usage for invalid arguments (%s)',
  async (...args) => {
    expect(await make(...args)).toMatchObject({ code: 1, text: expect.stringContaining('npm run spid:certificate') })
    await expect(files()).rejects.toThrow(/ENOENT/)
  },
)

test('the demonstration makes its key once', async () => {
  const pair = await ensureCertificate(settingsWith(), now)
  expect(pair).toEqual(await files())
  expect(await ensureCertificate(settingsWith(), now)).toEqual(pair)
})

test('two servers that start concurrently use the same key', async () => {
  const [one, other] = await Promise.all([
    ensureCertificate(settingsWith(), now),
    ensureCertificate(settingsWith(), now),
  ])
  expect(one).toEqual(other)
  expect(one).toEqual(await files())
})

test('production makes no key, and uses an existing one', async () => {
  const settings = settingsWith({ ...production })
  expect(await ensureCertificate(settings, now)).toBeUndefined()
  await expect(files()).rejects.toThrow(/ENOENT/)
  await ensureCertificate(settingsWith(), now)
  expect(await ensureCertificate(settings, now)).toEqual(await files())
})

test.each([
  ['no key', 'keyFile', undefined, /SPID_KEY_FILE/],
  ['no certificate', 'certificateFile', undefined, /SPID_CERTIFICATE_FILE/],
  ['a broken key', 'keyFile', 'rubbish', /must be an RSA key and its certificate/],
  ['a broken certificate', 'certificateFile', 'rubbish', /must be an RSA key and its certificate/],
] as const)('names what is wrong with a pair: %s', async (_, file, text, says) => {
  await ensureCertificate(settingsWith(), now)
  const path = settingsWith().spid[file]
  await (text === undefined ? rm(path) : writeFile(path, text))
  await expect(ensureCertificate(settingsWith(), now)).rejects.toThrow(says)
})

test('a key with another key’s certificate is refused', async () => {
  await ensureCertificate(settingsWith(), now)
  const { key } = await files()
  await make('--force')
  await writeFile(settingsWith().spid.keyFile, key)
  await expect(ensureCertificate(settingsWith(), now)).rejects.toThrow(/must be an RSA key and its certificate/)
})

test('the start gets errors for a mailbox that AgID refuses, and for an expired or foreign certificate', async () => {
  await make()
  const { certificate } = await files()
  const errors = (env: Record<string, string> = {}, at = now) => errorsOfSpid(settingsWith(env), certificate, at).errors
  expect(errors()).toEqual([])
  expect(errorsOfSpid(settingsWith(), certificate, now).daysLeft).toBe(5 * 365 + 1)
  expect(errors({ OFFICE_ASSISTANCE_MAIL: 'ufficio+spid@example.it' })).toEqual([
    expect.stringContaining('OFFICE_ASSISTANCE_MAIL'),
  ])
  expect(errors({ OFFICE_ASSISTANCE_MAIL: 'ufficio@example.istituzione' })).toEqual([
    expect.stringContaining('OFFICE_ASSISTANCE_MAIL'),
  ])
  for (const at of ['2026-05-31', '2031-06-02'])
    expect(errors({}, new Date(at))).toEqual([expect.stringContaining('SPID_CERTIFICATE_FILE) is good from')])
  for (const env of [{ PUBLIC_URL: 'https://altro.example' }, { OFFICE_IPA_CODE: 'u_2' }])
    expect(errors(env as Record<string, string>)).toEqual([expect.stringContaining('is not of the service provider')])
})
